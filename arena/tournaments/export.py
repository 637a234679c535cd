"""A tournament's crosstable for other programs: CSV for a spreadsheet, plain values for JSON."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from arena.tournaments.models import Tournament
from arena.tournaments.results import Cell, Results, Row

COLUMNS = (
    "place",
    "bot",
    "version",
    "number",
    "match points",
    "game points",
    "Sonneborn-Berger",
    "won",
    "drawn",
    "lost",
)


def as_csv(results: Results) -> str:
    """A line an entry in the order of the standings; the columns 1, 2, … are its scores against
    those places. Several matches against one opponent stand in one cell, a space apart."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*COLUMNS, *range(1, len(results.rows) + 1)])
    for row in results.rows:
        line = row.line
        writer.writerow(
            [
                row.place,
                str(row.entry.bot),
                row.entry.version.number if row.entry.version else "",
                row.entry.number,
                line.points,
                line.game_points,
                line.sonneborn_berger,
                line.wins,
                line.draws,
                line.losses,
                *(_text(cells) for cells in row.cells),
            ]
        )
    return text.getvalue()


def _text(cells: Sequence[Cell] | None) -> str:
    if cells is None:
        return "x"
    return " ".join(cell.outcome if cell.scored is None else f"{cell.scored:g}" for cell in cells)


def as_dict(tournament: Tournament, results: Results) -> dict[str, Any]:
    """Everything that the tournament's page shows, as JSON values."""
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "state": tournament.state,
        "pairs": tournament.pairs,
        "cycles": tournament.cycles,
        "clock": tournament.clock,
        "rated": tournament.rated,
        "draw_seed": tournament.draw_seed or None,
        "matches": {"done": results.done, "total": results.total, "void": results.void},
        "standings": [_standing(row) for row in results.rows],
    }


def _standing(row: Row) -> dict[str, Any]:
    line = row.line
    return {
        "place": row.place,
        "bot": str(row.entry.bot),
        "version": row.entry.version.number if row.entry.version else None,
        "number": row.entry.number,
        "points": line.points,
        "game_points": line.game_points,
        "sonneborn_berger": line.sonneborn_berger,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "matches": line.matches,
        "games": line.games,
        "separated_by": row.rule_name,
        "against": [
            {"place": place, "matches": [_cell(cell) for cell in cells]}
            for place, cells in enumerate(row.cells, 1)
            if cells is not None
        ],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "match": cell.match,
        "outcome": cell.outcome,
        "scored": cell.scored,
        "conceded": cell.conceded,
    }
