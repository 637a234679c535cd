"""Matchmaking on the ladder: equal shares, near opponents, and the top ten."""

import itertools
from collections import Counter

import numpy as np
import pytest

from referee.statistics.matchmaking import LadderPlayer, choose, information

GAMES = 4


def players(count: int, *, error: float = 40, games: int = 0) -> list[LadderPlayer]:
    return [LadderPlayer(number, 1500 + 10 * number, error, games) for number in range(count)]


def test_a_single_bot_has_no_opponent() -> None:
    assert choose([], {}, 5, GAMES) == []
    assert choose(players(1), {}, 5, GAMES) == []


def test_two_bots_play_each_other() -> None:
    assert choose(players(2), {}, 5, GAMES) == [(0, 1)]


def test_no_player_is_in_two_matches() -> None:
    chosen = choose(players(31), {}, 100, GAMES)
    assert len(chosen) == 15
    assert len({player for pair in chosen for player in pair}) == 30


def test_no_more_matches_than_asked_for() -> None:
    assert len(choose(players(30), {}, 3, GAMES)) == 3
    assert choose(players(30), {}, 0, GAMES) == []


def test_the_player_with_the_fewest_games_plays_first() -> None:
    waiting = LadderPlayer(99, 1500, 40, 0)
    others = [LadderPlayer(number, 1500, 40, GAMES) for number in range(10)]
    assert 99 in choose([*others, waiting], {}, 1, GAMES)[0]


def test_a_player_far_ahead_waits() -> None:
    ahead = LadderPlayer(99, 1500, 40, 5 * GAMES)
    chosen = choose([*players(10), ahead], {}, 100, GAMES)
    assert all(99 not in pair for pair in chosen)


def test_a_rough_rating_goes_first_and_may_be_further_ahead() -> None:
    new = LadderPlayer(99, 1500, 200, 2 * GAMES)
    sharp = [LadderPlayer(number, 1500, 40, 0) for number in range(10)]
    assert 99 in choose([*sharp, new], {}, 1, GAMES)[0]
    much = LadderPlayer(99, 1500, 200, 4 * GAMES)
    assert all(99 not in pair for pair in choose([*sharp, much], {}, 9, GAMES))


def test_a_player_behind_all_others_plays_even_if_no_other_is_due() -> None:
    behind = LadderPlayer(0, 1500, 40, 0)
    others = [LadderPlayer(number, 1500, 40, 9 * GAMES) for number in (1, 2)]
    assert choose([behind, *others], {}, 3, GAMES) == [(0, 1)]


def test_opponents_are_near_in_rating() -> None:
    pool = players(200)
    chosen = choose(pool, {}, 100, GAMES)
    assert np.median([abs(pool[a].rating - pool[b].rating) for a, b in chosen]) < 100


def test_a_match_is_less_informative_between_players_that_often_met() -> None:
    one, other = players(2)
    gains = [information(one, other, met, GAMES) for met in (0, 10, 100)]
    assert gains[0] > gains[1] > gains[2]
    pool = players(3)
    assert choose(pool, {(0, 1): 500}, 1, GAMES) == [(0, 2)]


def test_even_opponents_and_rough_ratings_are_more_informative() -> None:
    one = LadderPlayer(0, 1500, 40, 0)
    even = information(one, LadderPlayer(1, 1500, 40, 0), 0, GAMES)
    assert even > information(one, LadderPlayer(1, 1900, 40, 0), 0, GAMES)
    assert even < information(one, LadderPlayer(1, 1500, 90, 0), 0, GAMES)


@pytest.mark.parametrize("count", [2, 3, 7, 40])
def test_over_a_day_all_play_within_10_per_cent_of_the_mean(count: int) -> None:
    seed = 11
    print("seed", seed)
    games, met = _day(np.random.default_rng(seed), count, 60 * count)
    mean = np.mean(list(games.values()))
    assert max(abs(number - mean) for number in games.values()) <= 0.1 * mean
    top = sorted(range(count))[-10:]
    assert all(met[pair] for pair in itertools.combinations(top, 2))


def _day(
    rng: np.random.Generator, count: int, matches: int
) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """Rounds of a few matches each; errors shrink as games are played."""
    games: Counter[int] = Counter(dict.fromkeys(range(count), 0))
    met: Counter[tuple[int, int]] = Counter()
    played = 0
    while played < matches:
        pool = [
            LadderPlayer(
                number, 1500 + 12 * number, 600 / (1 + games[number]) ** 0.5, games[number]
            )
            for number in range(count)
        ]
        chosen = choose(pool, met, int(rng.integers(1, 5)), GAMES)
        assert chosen
        for one, other in chosen:
            games[one] += GAMES
            games[other] += GAMES
            met[min(one, other), max(one, other)] += GAMES
        played += len(chosen)
    return games, met


def test_ten_thousand_bots_are_paired_at_once() -> None:
    rng = np.random.default_rng(3)
    pool = [
        LadderPlayer(number, float(rng.normal(1500, 200)), 50, int(rng.integers(0, 2)) * GAMES)
        for number in range(10_000)
    ]
    assert len(choose(pool, {}, 10_000, GAMES)) == 5000


def test_a_player_that_is_not_behind_waits_if_no_other_is_due() -> None:
    pool = [
        *(LadderPlayer(0, 1500, 40, 0), LadderPlayer(1, 1510, 40, 0)),
        *(LadderPlayer(2, 1520, 40, GAMES), LadderPlayer(3, 1530, 40, 9 * GAMES)),
    ]
    assert choose(pool, {}, 5, GAMES) == [(0, 1)]


def test_players_of_one_owner_never_meet() -> None:
    pool = [LadderPlayer(number, 1500, 40, 0, owner=number // 2) for number in range(30)]
    chosen = choose(pool, {}, 100, GAMES)
    assert len(chosen) >= 14
    assert all(pool[one].owner != pool[other].owner for one, other in chosen)
    assert choose(pool[:2], {}, 5, GAMES) == []


def test_an_owner_with_most_of_the_players_meets_the_only_other_one() -> None:
    """Also when that one has played more often than all of them."""
    many = [LadderPlayer(number, 1500 + number, 40, 0, owner=1) for number in range(20)]
    other = LadderPlayer(99, 1900, 40, 50 * GAMES, owner=2)
    assert choose([*many, other], {}, 5, GAMES) == [(0, 99)]


def test_the_houses_players_meet_each_other() -> None:
    pool = [LadderPlayer(number, 1500, 40, 0, owner=1, house=True) for number in range(2)]
    assert choose(pool, {}, 5, GAMES) == [(0, 1)]


def house_and_newcomers(newcomers: int) -> list[LadderPlayer]:
    """Two of the house's players that are far ahead and far away, ten others, and newcomers."""
    return [
        *(LadderPlayer(n, 900, 30, 90 * GAMES, owner=0, house=True) for n in (1, 2)),
        *(LadderPlayer(n, 1500, 40, GAMES, owner=n) for n in range(10, 20)),
        *(LadderPlayer(n, 1500, 700, 0, owner=n, apart=True) for n in range(30, 30 + newcomers)),
    ]


def test_a_newcomer_meets_a_player_of_the_house_first() -> None:
    met = {(number, number + 1): GAMES for number in range(10, 20, 2)}
    assert choose(house_and_newcomers(1), met, 1, GAMES) == [(30, 1)]
    # Also a new version of a player that is known already.
    changed = LadderPlayer(31, 1500, 200, 0, owner=31)
    assert choose([*house_and_newcomers(0), changed], met, 1, GAMES) == [(31, 1)]
    # And it goes on as others do.
    played = {**met, (1, 31): GAMES}
    ((_, opponent),) = choose([*house_and_newcomers(0), changed], played, 1, GAMES)
    assert 10 <= opponent < 20


def test_newcomers_never_meet_each_other_while_the_house_plays() -> None:
    met = {(number, number + 1): GAMES for number in range(10, 20, 2)}
    pool = house_and_newcomers(60)
    chosen = choose(pool, met, 100, GAMES)
    newcomers = [sum(player >= 30 for player in pair) for pair in chosen]
    assert max(newcomers) == 1
    assert sum(newcomers) == 12  # two meet the house, ten those that are connected with it
    others = [player for player in pool if not player.house]
    assert any(min(pair) >= 30 for pair in choose(others, met, 100, GAMES))


def test_two_hundred_newcomers_are_all_connected_by_their_first_match() -> None:
    games: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    connected = {1, 2, 3}
    for _ in range(400):
        pool = [
            LadderPlayer(
                n, 1500, 600 / (1 + games[n]) ** 0.5, games[n], n, n < 4, n not in connected
            )
            for n in range(1, 204)
        ]
        for one, other in choose(pool, met, 8, GAMES):
            assert one in connected or other in connected
            connected |= {one, other}
            met[min(one, other), max(one, other)] += GAMES
            games.update({one: GAMES, other: GAMES})
    assert len(connected) == 203
    assert min(games[n] for n in range(1, 204)) >= 2 * GAMES
