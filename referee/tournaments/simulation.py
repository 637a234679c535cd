"""An event played with made-up results, to show what a tournament would look like."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from referee.tournaments.event import Event, EventPairing, Outcome
from referee.tournaments.format import Forecast, Format
from referee.tournaments.scoring import games_of

# The scores of both sides of a pairing, given the number of games in its match.
Scorer = Callable[[EventPairing, int], tuple[float, float]]


def favourites(pairing: EventPairing, games: int) -> tuple[float, float]:
    """The better seed wins by one point."""
    assert pairing.second is not None
    more, less = games / 2 + 0.5, games / 2 - 0.5
    return (more, less) if pairing.first < pairing.second else (less, more)


def chances(random: Random, draws: float = 0.1) -> Scorer:
    """Better seeds win more often, and a part of the matches, `draws`, is drawn."""

    def score(pairing: EventPairing, games: int) -> tuple[float, float]:
        assert pairing.second is not None
        if random.random() < draws:
            return games / 2, games / 2
        first_wins = random.random() < (0.65 if pairing.first < pairing.second else 0.35)
        loser = random.randrange(games) / 2
        scores = games - loser, loser
        return scores if first_wins else scores[::-1]

    return score


def simulate(format: Format, n: int, games: int, score: Scorer) -> Event:
    """A complete event of `n` entries, with every match scored by `score`."""
    event = Event.of(n, games)
    for after in simulated_steps(format, event, score):
        event = after
    return event


def simulated_steps(format: Format, event: Event, score: Scorer) -> Iterator[Event]:
    """The event after each step, with every match of the step scored by `score`."""
    while True:
        step = format.next_step(event)
        if step.finished:
            return
        if step.seeds:
            event = event.with_bracket_seeds(step.seeds)
        games = event.games
        event = event.followed_by(
            replace(one, scores=score(one, games_of(one, games)))
            if one.outcome == Outcome.MATCH
            else one
            for one in step.pairings
        )
        yield event


def simulated_forecast(format: Format, n: int, games: int) -> Forecast:
    """A forecast for a system that has no formula: what is played if the better seeds win."""
    event = simulate(format, n, games, favourites)
    rounds = tuple(
        sum(pairing.second is not None for pairing in event.of_round(number))
        for number in range(1, event.rounds + 1)
    )
    byes = sum(pairing.second is None for pairing in event.pairings)
    return Forecast(n, rounds, byes, games, sum(rounds))


def seconds(forecast: Forecast, match: float, workers: int) -> float:
    """How long an event takes if a match takes `match` seconds and `workers` matches are played at
    a time. A round waits for the last match of the round before it."""
    return sum(-(-matches // workers) * match for matches in forecast.rounds)
