"""The standings and the crosstable of a tournament, as they are now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.bots.models import HEAVY
from arena.matches.models import Match
from arena.tournaments.models import Entry, Tournament
from referee.standings import CHAIN, ENTRY, WIN, Line, Result, match_points, standings, tabulate

RULES: dict[str, str | Promise] = {
    "points": _("match points"),
    "game_points": _("game points"),
    "direct_encounter": _("direct encounter"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "wins": _("matches won"),
    ENTRY: _("number in the draw"),
}
assert RULES.keys() == {*CHAIN, ENTRY}


@dataclass(frozen=True)
class Cell:
    """A match in the crosstable, as the row's entry sees it. `scored` is None until it has been
    played; `outcome` is then its state, otherwise win, draw or loss."""

    match: int
    outcome: str
    scored: float | None = None
    conceded: float | None = None


@dataclass(frozen=True)
class Row:
    """A place in the standings. `rule_name` is the rule that separates it from the row above;
    `cells` are its matches against each entry in the order of the places, None against itself."""

    place: int
    entry: Entry
    line: Line
    rule_name: str | None
    cells: Sequence[Sequence[Cell] | None]

    @property
    def rule(self) -> str | Promise | None:
        """The rule in words."""
        return RULES[self.rule_name] if self.rule_name else None


@dataclass(frozen=True)
class Results:
    """`void`: how many matches were void or cancelled and count as not played."""

    rows: Sequence[Row]
    done: int
    total: int
    void: int

    @property
    def percentage(self) -> int:
        return 100 * self.done // self.total if self.total else 0


def results(tournament: Tournament) -> Results:
    """What has been played so far, in three queries; before the start an empty table."""
    entries = list(
        tournament.entries.exclude(number=None)
        .select_related("bot__owner", "version")
        .defer(*(f"version__{field}" for field in HEAVY))
        .order_by("number")
    )
    index = {entry.pk: position for position, entry in enumerate(entries)}
    matches = _matches(tournament)
    played = [
        Result(
            first=index[match["first"]],
            second=index[match["second"]],
            score_first=match["match__score0"],
            score_second=match["match__score1"],
            games=2 * match["match__pairs"],
        )
        for match in matches
        if match["match__state"] == Match.State.FINISHED
    ]
    order = standings(tabulate(len(entries), played))
    cells = _cells(matches, index)
    places = [row.line.entry for row in order]
    states = [match["match__state"] for match in matches]
    return Results(
        rows=[
            Row(
                place=row.place,
                entry=entries[row.line.entry],
                line=row.line,
                rule_name=row.rule,
                cells=[
                    None if other == row.line.entry else cells.get((row.line.entry, other), ())
                    for other in places
                ],
            )
            for row in order
        ],
        done=sum(state in Match.ENDED for state in states),
        total=len(states),
        void=sum(state in (Match.State.VOID, Match.State.CANCELLED) for state in states),
    )


def _matches(tournament: Tournament) -> list[dict[str, Any]]:
    paired = tournament.pairings.exclude(match=None).order_by("round", "board")
    scores = [f"match__{field}" for field in ("state", "pairs", "score0", "score1")]
    return list(paired.values("first", "second", "match", *scores))


def _cells(
    matches: list[dict[str, Any]], index: dict[int, int]
) -> dict[tuple[int, int], list[Cell]]:
    cells: dict[tuple[int, int], list[Cell]] = {}
    for match in matches:
        first, second = index[match["first"]], index[match["second"]]
        scores = (match["match__score0"], match["match__score1"])
        for row, column, (scored, conceded) in (
            (first, second, scores),
            (second, first, scores[::-1]),
        ):
            cell = Cell(match["match"], match["match__state"])
            if match["match__state"] == Match.State.FINISHED:
                cell = Cell(match["match"], _outcome(scored, conceded), scored, conceded)
            cells.setdefault((row, column), []).append(cell)
    return cells


def _outcome(scored: float, conceded: float) -> str:
    points = match_points(scored, conceded)
    if points == WIN:
        return "win"
    return "draw" if points else "loss"
