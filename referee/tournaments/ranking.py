"""The ranking of an event in any system: a total order in which each place has its reason."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from referee.tournaments.crosstable import Crosstable
from referee.tournaments.event import EntryStatus, Event
from referee.tournaments.knockout import NodeState
from referee.tournaments.standings import ENTRY, RankedLine, standings

DISQUALIFIED = "disqualified"
# The reasons, beside the tie-breaks, that any system can give for a place.
REASONS = {ENTRY: "better seed", DISQUALIFIED: "disqualified"}


@dataclass(frozen=True)
class Ranking:
    """The entries in order. `crosstable`: the results it is made from. `groups`: the standings
    of each group, if there are any. `nodes`: the bracket, with its entries as seeds; `seeded`: the
    entry of each seed."""

    rows: list[RankedLine]
    crosstable: Crosstable
    groups: Sequence[list[RankedLine]] = ()
    nodes: Sequence[NodeState] = ()
    seeded: Sequence[int] = ()


def league_standings(
    event: Event, crosstable: Crosstable, chain: Sequence[str], entries: Iterable[int]
) -> list[RankedLine]:
    """The standings of these entries, the disqualified ones below all others."""
    fit: list[int] = []
    unfit: list[int] = []
    for entry in entries:
        (unfit if is_disqualified(event, entry) else fit).append(entry)
    rows = standings(crosstable, chain, fit)
    for row in standings(crosstable, chain, unfit):
        rule = row.rule if row.place > 1 else DISQUALIFIED if fit else None
        rows.append(RankedLine(len(fit) + row.place, row.line, rule))
    return rows


Key = tuple[str, Callable[[int], float]]


def standings_by_keys(
    event: Event, crosstable: Crosstable, keys: Sequence[Key]
) -> list[RankedLine]:
    """All entries by these named values, more is better, then by seed; the disqualified last."""
    keys = [(DISQUALIFIED, lambda entry: -float(is_disqualified(event, entry))), *keys]
    entries = range(len(event.entries))
    values = [[value(entry) for _, value in keys] for entry in entries]
    order = sorted(entries, key=lambda entry: ([-value for value in values[entry]], entry))
    rows = []
    for place, entry in enumerate(order, 1):
        rule = None
        if place > 1:
            above = values[order[place - 2]]
            differing = (
                name
                for (name, _), mine, other in zip(keys, values[entry], above, strict=True)
                if mine != other
            )
            rule = next(differing, ENTRY)
        rows.append(RankedLine(place, crosstable.lines[entry], rule))
    return rows


def is_disqualified(event: Event, entry: int) -> bool:
    return event.entries[entry].status == EntryStatus.DISQUALIFIED
