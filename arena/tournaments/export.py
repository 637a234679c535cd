"""A tournament's tables for other programs: CSV for a spreadsheet, plain values for JSON."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from arena.tournaments.models import Tournament
from arena.tournaments.results import Cell, Results, TableRow
from arena.tournaments.tree import Box

COLUMNS = (
    "Place",
    "Bot",
    "Version",
    "Remote",
    "Seed",
    "Status",
    "Points",
    "Game points",
    "Buchholz, cut 1",
    "Buchholz",
    "Sonneborn-Berger",
    "Koya",
    "Won",
    "Drawn",
    "Lost",
    "Not played",
    "Separated by",
)


def as_csv(results: Results) -> str:
    """One line for each entry, in the order of the standings, under the words of the page.

    In a round robin the columns 1, 2, … are its scores against the entries on those places;
    otherwise they are its rounds, as score:score opponent. Several matches in one cell are
    separated by a space.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    crossing = any(row.cells for row in results.rows)
    if crossing:
        heads = [str(place) for place in range(1, len(results.rows) + 1)]
    else:
        heads = [f"Round {number}" for number in range(1, results.rounds + 1)]
    writer.writerow([*COLUMNS, *heads])
    names = {row.entry.number: row.entry.name for row in results.rows}
    for row in results.rows:
        line = row.line
        if crossing:
            cells = [_scores(cells) for cells in row.cells]
        else:
            cells = [" ".join(_meeting(cell, names) for cell in cells) for cells in row.course]
        writer.writerow(
            [
                row.place,
                row.entry.name,
                row.entry.version or "",
                "remote" if row.entry.remote else "",
                row.entry.number,
                row.entry.status,
                line.points,
                line.game_points,
                line.buchholz_cut_1,
                line.buchholz,
                line.sonneborn_berger,
                line.koya,
                line.wins,
                line.draws,
                line.losses,
                line.unplayed,
                row.rule_name or "",
                *cells,
            ]
        )
    return text.getvalue()


def _scores(cells: Sequence[Cell] | None) -> str:
    if cells is None:
        return "x"
    return " ".join(cell.outcome if cell.scored is None else f"{cell.scored:g}" for cell in cells)


def _meeting(cell: Cell, names: dict[int, str]) -> str:
    if cell.opponent is None:
        return cell.outcome
    score = cell.outcome if cell.scored is None else f"{cell.scored:g}:{cell.conceded:g}"
    return f"{score} {names[cell.opponent]}"


def as_dict(tournament: Tournament, results: Results) -> dict[str, Any]:
    """Everything that the tournament's page shows, as JSON values."""
    finished = tournament.state == Tournament.State.FINISHED
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "system": tournament.system,
        "tie_breaks": list(tournament.format.chain),
        "state": tournament.state,
        "paused": tournament.paused,
        "pairs": tournament.pairs,
        "cycles": tournament.cycles,
        "clock": tournament.clock,
        "rated": tournament.rated,
        "seeding": tournament.seeding,
        "draw_seed": tournament.public_draw_seed or None,
        "matches": {"done": results.done, "total": results.total, "void": results.void},
        "rounds": results.rounds,
        "champion": results.rows[0].entry.name if finished and results.rows else None,
        "decided_by": results.decided_by if finished else "",
        "standings": [_standing(row) for row in results.rows],
        "groups": [[row.entry.name for row in group] for group in results.groups],
        "bracket": [
            {
                "part": branch.part,
                "levels": [
                    {"name": level.name, "matches": [_box(box) for box in level.boxes]}
                    for level in branch.levels
                ],
            }
            for branch in results.bracket
        ],
    }


def _standing(row: TableRow) -> dict[str, Any]:
    line = row.line
    return {
        "place": row.place,
        "bot": row.entry.name,
        "remote": row.entry.remote,
        "version": row.entry.version,
        "number": row.entry.number,
        "status": row.entry.status,
        "points": line.points,
        "game_points": line.game_points,
        "buchholz_cut_1": line.buchholz_cut_1,
        "buchholz": line.buchholz,
        "sonneborn_berger": line.sonneborn_berger,
        "koya": line.koya,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "matches": line.matches,
        "games": line.games,
        "unplayed": line.unplayed,
        "separated_by": row.rule_name,
        "against": [
            {"place": place, "matches": [_cell(cell) for cell in cells]}
            for place, cells in enumerate(row.cells, 1)
            if cells is not None
        ],
        "course": [[_cell(cell) for cell in cells] for cells in row.course],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "match": cell.match,
        "outcome": cell.outcome,
        "scored": cell.scored,
        "conceded": cell.conceded,
        "opponent": cell.opponent,
    }


def _box(box: Box) -> dict[str, Any]:
    return {
        "name": box.label,
        "sides": [
            {
                "seed": side.seed,
                "bot": side.entry.name if side.entry else None,
                "remote": side.entry is not None and side.entry.remote,
                "scores": list(side.scores),
                "won": side.won,
            }
            for side in box.sides
        ],
        "matches": [match for match, _ in box.matches],
        "note": box.note,
    }
