"""An event played with made-up results: what is to come, shown before it starts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from referee.tournaments.event import Entrant, Event, Outcome, Pairing
from referee.tournaments.format import Format, System
from referee.tournaments.scoring import FURTHER_GAMES
from referee.tournaments.steps import next_step, with_seeds
from referee.tournaments.systems import groups
from referee.tournaments.systems.round_robin import rounds_a_cycle

Scorer = Callable[[Pairing, int], tuple[float, float]]


def favourites(pairing: Pairing, games: int) -> tuple[float, float]:
    """The better seed wins by a little."""
    assert pairing.second is not None
    more, less = games / 2 + 0.5, games / 2 - 0.5
    return (more, less) if pairing.first < pairing.second else (less, more)


def chances(random: Random, draws: float = 0.1) -> Scorer:
    """Better seeds win more often, and some matches are drawn."""

    def score(pairing: Pairing, games: int) -> tuple[float, float]:
        assert pairing.second is not None
        if random.random() < draws:
            return games / 2, games / 2
        first_wins = random.random() < (0.65 if pairing.first < pairing.second else 0.35)
        loser = random.randrange(games) / 2
        scores = games - loser, loser
        return scores if first_wins else scores[::-1]

    return score


def simulate(format: Format, n: int, games: int, score: Scorer) -> Event:
    """The whole event of `n` entries, every match scored at once by `score`."""
    event = Event((Entrant(),) * n, (), games)
    for after in steps(format, event, score):
        event = after
    return event


def steps(format: Format, event: Event, score: Scorer) -> Iterator[Event]:
    """The event after each step, all matches that the step has made being scored."""
    while True:
        step = next_step(format, event)
        if step.finished:
            return
        if step.seeds:
            event = with_seeds(event, step.seeds)
        games = event.games
        event = event.followed_by(
            replace(one, scores=score(one, games if one.leg == 1 else FURTHER_GAMES))
            if one.outcome == Outcome.MATCH
            else one
            for one in step.pairings
        )
        yield event


@dataclass(frozen=True)
class Plan:
    """What an event of `entries` comes to. `rounds`: the number of matches in each of them.

    `byes`: in all. In a bracket that is without drawn matches and second grand finals; `at_most`
    counts every one of them that can be.
    """

    entries: int
    rounds: tuple[int, ...]
    byes: int
    games: int
    at_most: int

    @property
    def matches(self) -> int:
        return sum(self.rounds)


@lru_cache(maxsize=512)
def plan(format: Format, n: int, games: int) -> Plan:
    """The plan for `n` entries that all stay to the end. Raises BadFormat."""
    format.check(n)
    if format.system == System.ROUND_ROBIN:
        rounds = (n // 2,) * (format.cycles * rounds_a_cycle(n))
        byes = n % 2 * len(rounds)
        return _plan(n, rounds, byes, games)
    if format.system == System.SWISS:
        number = format.swiss_rounds(Event((Entrant(),) * n))
        return _plan(n, (n // 2,) * number, n % 2 * number, games)
    if format.system == System.GROUPS:
        bracket = replace(format, system=System.SINGLE)
        after = plan(bracket, format.groups * format.qualifiers, games)
        before = _group_rounds(format, n)
        made = _plan(n, before + after.rounds, after.byes, games)
        return replace(made, at_most=sum(before) + after.at_most)
    event = simulate(format, n, games, favourites)
    rounds = tuple(
        sum(pairing.second is not None for pairing in event.of_round(number))
        for number in range(1, event.rounds + 1)
    )
    byes = sum(one.second is None for one in event.pairings)
    made = _plan(n, rounds, byes, games)
    second_final = format.system == System.DOUBLE and format.reset
    most = made.matches + second_final
    return replace(made, at_most=most + most * format.further)


def _group_rounds(format: Format, n: int) -> tuple[int, ...]:
    """How many matches each round before the bracket has."""
    sizes = [len(group) for group in groups.members(n, format.groups)]
    return tuple(
        sum(size // 2 for size in sizes if number < format.cycles * rounds_a_cycle(size))
        for number in range(format.group_rounds(n))
    )


def _plan(n: int, rounds: tuple[int, ...], byes: int, games: int) -> Plan:
    return Plan(n, rounds, byes, games * sum(rounds), sum(rounds))


def seconds(plan: Plan, match: float, workers: int) -> float:
    """How long it takes when a match takes `match` seconds and `workers` matches are played at
    once; a round waits for the last of the one before it."""
    return sum(-(-matches // workers) * match for matches in plan.rounds)
