"""Single elimination: the loser of a match is out."""

from collections.abc import Sequence

from referee.tournaments import bracket
from referee.tournaments.bracket import Node
from referee.tournaments.crosstable import league_table
from referee.tournaments.event import Event, NextStep
from referee.tournaments.format import Forecast, Format, Phrase, System
from referee.tournaments.knockout import Knockout
from referee.tournaments.progress import REASONS, ranking_keys
from referee.tournaments.ranking import Ranking, standings_by_keys


def nodes(format: Format, n: int) -> tuple[Node, ...]:
    """The bracket of `n` seeds; empty for fewer than two."""
    if n < bracket.MIN_ENTRIES:
        return ()
    return bracket.bracket(n, double=False, third_place=format.third_place, reset=False)


def _knockout(format: Format, event: Event) -> Knockout:
    n = len(event.entries)
    return Knockout(nodes(format, n), range(n), format.tiebreak_pairs)


def next_step(format: Format, event: Event) -> NextStep:
    return _knockout(format, event).next_step(event)


def rank(format: Format, event: Event) -> Ranking:
    return ranking(event, _knockout(format, event))


def ranking(event: Event, knockout: Knockout) -> Ranking:
    """The ranking of an event that is one bracket: by how far each entry got."""
    table = league_table(event)
    states = knockout.states(event)
    rows = standings_by_keys(event, table, ranking_keys(states, knockout.seeded))
    return Ranking(rows, table, nodes=states, seeded=knockout.seeded)


def forecast(format: Format, n: int, games: int) -> Forecast:
    size = bracket.size(nodes(format, n), n)
    matches = sum(size.rounds)
    return Forecast(n, size.rounds, size.byes, games, matches * (1 + format.tiebreak_pairs))


def describe(format: Format) -> Sequence[Phrase]:
    return [Phrase(format.system.label), *describe_third_place(format)]


def describe_third_place(format: Format) -> Sequence[Phrase]:
    return [Phrase("with a match for the third place")] if format.third_place else []


SYSTEM = System(
    name="single-elimination",
    label="single elimination",
    meaning="The loser of a match is out.",
    next_step=next_step,
    rank=rank,
    forecast=forecast,
    max_entries=bracket.MAX_ENTRIES,
    settings=("third_place", "tiebreak_pairs"),
    reasons=REASONS,
    describe=describe,
    bracket_after=lambda format, n: 0,
)
