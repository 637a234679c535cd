"""Ratings of people and bots from games between teams."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from referee.statistics import team_posterior
from referee.statistics.team_games import Side, TeamGame, latest
from referee.statistics.team_ratings import TeamRatings, rate_teams

MEAN, DEVIATION = 1500.0, 350.0


def rate(games: Sequence[TeamGame], players: int) -> TeamRatings:
    return rate_teams(games, np.full(players, MEAN), np.full(players, DEVIATION))


def expected(elo: Sequence[float], first: Side, second: Side) -> float:
    """The share of the points, straight from its definition."""
    strength = [sum(elo[player] for player in side) / len(side) for side in (first, second)]
    return 1 / (1 + 10 ** ((strength[1] - strength[0]) / 400))


def simulated(elo: Sequence[float], games: int, chosen: random.Random) -> list[TeamGame]:
    """Half of the games between two players, half between two teams of two."""
    result = []
    for number in range(games):
        size = 1 + number % 2
        players = chosen.sample(range(len(elo)), 2 * size)
        first, second = tuple(players[:size]), tuple(players[size:])
        won = chosen.random() < expected(elo, first, second)
        result.append(TeamGame(first, second, float(won)))
    return result


def log_posterior(elo: Sequence[float], games: Sequence[TeamGame]) -> float:
    total = -sum((one - MEAN) ** 2 for one in elo) / (2 * DEVIATION**2)
    for game in games:
        p = expected(elo, game.first, game.second)
        total += game.score * math.log(p) + (1 - game.score) * math.log(1 - p)
    return total


def test_agrees_with_a_plain_search_for_the_maximum() -> None:
    chosen = random.Random(1)
    games = simulated([1300, 1450, 1500, 1600, 1800], 60, chosen)
    games += [TeamGame((0,), (1, 2), 0.5), TeamGame((3, 3), (4, 0), 1.0)]
    games += [TeamGame((0, 1), (1, 2), 0.0)]
    elo, step = [MEAN] * 5, 64.0
    best = log_posterior(elo, games)
    while step > 1e-5:
        improved = False
        for player in range(5):
            for change in (step, -step):
                tried = [*elo]
                tried[player] += change
                if (value := log_posterior(tried, games)) > best:
                    elo, best, improved = tried, value, True
        if not improved:
            step /= 2
    assert rate(games, 5).elo == pytest.approx(elo, abs=0.01)


def test_errors_come_from_the_curvature_at_the_maximum() -> None:
    games = simulated([1300, 1500, 1600, 1800], 40, random.Random(2))
    found = rate(games, 4)
    h = 1.0
    curvature = np.zeros((4, 4))
    for one in range(4):
        for other in range(4):
            for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                moved = list(found.elo)
                moved[one] += signs[0] * h
                moved[other] += signs[1] * h
                curvature[one, other] += signs[0] * signs[1] * log_posterior(moved, games)
    covariance = np.linalg.inv(-curvature / (4 * h * h))
    assert found.error == pytest.approx(1.96 * np.sqrt(covariance.diagonal()), rel=1e-3)


def test_the_order_of_games_and_sides_changes_nothing_at_all() -> None:
    chosen = random.Random(3)
    games = simulated([1300, 1400, 1500, 1600, 1700], 200, chosen)
    games += [TeamGame((0,), (1,), 0.5)] * 3
    turned = [TeamGame(game.second[::-1], game.first[::-1], 1 - game.score) for game in games]
    chosen.shuffle(turned)
    one, other = rate(games, 5), rate(turned, 5)
    assert (one.elo == other.elo).all()
    assert (one.error == other.error).all()


def test_intervals_contain_the_truth_in_95_percent() -> None:
    chosen = random.Random(4)
    inside = total = 0
    for _ in range(40):
        truth = [chosen.gauss(MEAN, DEVIATION) for _ in range(30)]
        found = rate(simulated(truth, 300, chosen), 30)
        inside += int((np.abs(found.elo - truth) < found.error).sum())
        total += 30
    # Three standard deviations of the share of 1200 intervals are 1.9 %.
    assert inside / total == pytest.approx(0.95, abs=0.02)


def test_without_games_a_rating_is_its_prior() -> None:
    found = rate_teams([], np.array([1500.0, 1700.0]), np.array([350.0, 100.0]))
    assert found.elo == pytest.approx([1500, 1700])
    assert found.error == pytest.approx([1.96 * 350, 1.96 * 100], rel=1e-3)


def test_who_won_every_game_has_a_rating() -> None:
    found = rate([TeamGame((0,), (1,), 1.0)] * 1000, 2)
    assert 2000 < found.elo[0] < 3000
    assert found.elo[0] + found.elo[1] == pytest.approx(2 * MEAN)


def test_refuses_a_side_without_players() -> None:
    with pytest.raises(ValueError, match="without players"):
        rate([TeamGame((), (0,), 1.0)], 1)


def test_the_shares_of_a_bot_on_both_sides_cancel() -> None:
    person, bot = 0, 1
    scores = [1.0] * 10 + [0.0] * 10
    teams = rate([TeamGame((person, bot), (bot, bot), score) for score in scores], 2)
    alone = rate([TeamGame((person,), (bot,), score) for score in scores], 2)
    assert teams.error[person] > alone.error[person]
    assert rate([TeamGame((bot,), (bot,), 1.0)], 2).elo == pytest.approx([MEAN, MEAN])


def test_only_the_latest_games_of_the_same_sides_count() -> None:
    games = [TeamGame((0, 1), (2,), 0.0), TeamGame((0,), (2,), 0.0)]
    games += [TeamGame((2,), (1, 0), 0.0)] * 3
    assert latest(games, 3) == [1, 2, 3, 4]


def test_farming_one_weak_bot_stops_paying() -> None:
    weak, farmer = 0, 1
    mean, deviation = np.array([1100.0, 1500.0]), np.array([50.0, 350.0])

    def after(wins: int) -> tuple[float, float]:
        games = [TeamGame((farmer,), (weak,), 1.0)] * wins
        found = rate_teams([games[index] for index in latest(games, 10)], mean, deviation)
        return found.elo[farmer], found.error[farmer]

    assert after(200) == after(10)
    rating, error = after(200)
    assert rating < 1750
    assert error > 450  # almost as wide as without any game: ± 686


def test_a_large_pool_is_rated_as_one_matrix_would(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(5)
    truth = [chosen.gauss(MEAN, 200) for _ in range(120)]
    games = []
    for person in range(6, 120):
        # Everybody meets a few of six bots, and now and then another person.
        for _ in range(4):
            bot = chosen.randrange(6)
            games.append(TeamGame((person,), (bot,), float(chosen.random() < 0.5)))
        other = chosen.randrange(6, 120)
        if other != person and person % 3 == 0:
            games.append(TeamGame((person,), (other,), float(chosen.random() < 0.5)))
        elif person % 7 == 0:
            games.append(TeamGame((person, 1), (2, 3), 1.0))
    exact = rate(games, len(truth))
    monkeypatch.setattr(team_posterior, "EXACT", 10)
    monkeypatch.setattr(team_posterior, "BATCH", 25)
    found = rate(games, len(truth))
    assert (found.elo == exact.elo).all()
    assert found.error == pytest.approx(exact.error, rel=0.05)
