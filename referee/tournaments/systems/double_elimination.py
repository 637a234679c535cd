"""Double elimination: the loser of a match plays on in the losers' bracket; the second defeat is
the last."""

from collections.abc import Sequence

from referee.tournaments import bracket
from referee.tournaments.bracket import Node
from referee.tournaments.event import Event, NextStep
from referee.tournaments.format import Forecast, Format, Phrase, System
from referee.tournaments.knockout import Knockout
from referee.tournaments.progress import REASONS
from referee.tournaments.ranking import Ranking
from referee.tournaments.systems.single_elimination import ranking


def nodes(format: Format, n: int) -> tuple[Node, ...]:
    """The bracket of `n` seeds; empty for fewer than two."""
    if n < bracket.MIN_ENTRIES:
        return ()
    return bracket.bracket(n, double=True, third_place=False, reset=format.reset)


def _knockout(format: Format, event: Event) -> Knockout:
    n = len(event.entries)
    return Knockout(nodes(format, n), range(n), format.tiebreak_pairs)


def next_step(format: Format, event: Event) -> NextStep:
    return _knockout(format, event).next_step(event)


def rank(format: Format, event: Event) -> Ranking:
    return ranking(event, _knockout(format, event))


def forecast(format: Format, n: int, games: int) -> Forecast:
    size = bracket.size(nodes(format, n), n)
    matches = sum(size.rounds) + format.reset
    return Forecast(n, size.rounds, size.byes, games, matches * (1 + format.tiebreak_pairs))


def describe(format: Format) -> Sequence[Phrase]:
    name = Phrase(format.system.label)
    return [name, Phrase("with a second grand final if needed")] if format.reset else [name]


SYSTEM = System(
    name="double-elimination",
    label="double elimination",
    meaning="An entry is out after its second defeat.",
    next_step=next_step,
    rank=rank,
    forecast=forecast,
    max_entries=bracket.MAX_ENTRIES,
    settings=("reset", "tiebreak_pairs"),
    reasons=REASONS,
    describe=describe,
    bracket_after=lambda format, n: 0,
)
