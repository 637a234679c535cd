"""The order of entries: by match points, then by a chain of tie-breaks, then by seed.

Each place names the rule that puts it below the place above.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournaments.crosstable import Crosstable, Line
from referee.tournaments.tiebreaks import DIRECT_ENCOUNTER, POINTS, RULES

ENTRY = "entry"  # the better seed

LEAGUE_CHAIN: tuple[str, ...] = (
    POINTS,
    *("game_points", "direct_encounter", "sonneborn_berger", "wins"),
)


@dataclass(frozen=True)
class RankedLine:
    """A place, from 1. `rule` names what separates it from the place above: a key of
    tiebreaks.RULES or a reason of its system; ENTRY if all rules left both equal; None for the
    first place."""

    place: int
    line: Line
    rule: str | None


def standings(
    table: Crosstable, chain: Sequence[str] = LEAGUE_CHAIN, entries: Sequence[int] | None = None
) -> list[RankedLine]:
    """All entries of the table, or only `entries`, the best first.

    A total order: by the rules of `chain`, then by seed. Each rule is applied to the entries that
    the rules before it left tied. Direct encounter is applied again to those that it leaves tied,
    as long as it separates any.
    """
    if entries is None:
        entries = range(len(table.lines))
    order = _rank(table, list(entries), chain)
    return [
        RankedLine(place, table.lines[entry], rule if place > 1 else None)
        for place, (entry, rule) in enumerate(order, 1)
    ]


def _rank(table: Crosstable, tied: list[int], chain: Sequence[str]) -> list[tuple[int, str]]:
    """The tied entries in order, each with the rule that puts it below the one before it.

    The rule of the first one is for the caller to set: here, no entry is above it.
    """
    if len(tied) <= 1 or not chain:
        return [(entry, ENTRY) for entry in sorted(tied)]
    name, *rest = chain
    values = RULES[name].values(table, tied)
    groups: dict[float, list[int]] = {}
    for entry, value in zip(tied, values or [0.0] * len(tied), strict=True):
        groups.setdefault(value, []).append(entry)
    again = name == DIRECT_ENCOUNTER and len(groups) > 1
    order: list[tuple[int, str]] = []
    for value in sorted(groups, reverse=True):
        (leader, _), *others = _rank(table, groups[value], chain if again else rest)
        order += [(leader, name), *others]
    return order
