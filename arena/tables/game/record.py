"""The record of a finished table (docs/3-protocol.md, "The record"): `goat verify` accepts it.

It is made from the table's rows whenever somebody asks for it. So names in it are those of today.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import engine
from arena.bots.models import Version
from arena.tables.game.game_state import BOT_CLOCK, Move, ruleset_of
from arena.tables.models import Entry, Seat, Table
from engine.record import FORMAT

Record = dict[str, Any]


def table_record(table: Table) -> Record:
    """The record of a table that is over. Raises ValueError for any other, whose seed is secret."""
    if table.state != Table.State.OVER:
        raise ValueError(f"{table} is not over: it has no record")
    seats = list(table.seats.named())
    log = list(table.log.filter(kind__in=[Entry.Kind.MOVE, Entry.Kind.SEAT, Entry.Kind.START]))
    moves = [Move.of(entry) for entry in log if entry.kind == Entry.Kind.MOVE]
    rules = ruleset_of(table)
    scores = [table.score0, table.score1]
    return {
        "format": FORMAT,
        "engine": engine.VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": bytes(table.seed).hex(),
        "commitment": table.commitment,
        "legs": 1,
        "pairs": 1,
        "seats": _players(seats, log),
        "clock": BOT_CLOCK.as_dict(),
        "people_clock": _people_clock(table),
        "games": [
            {
                "pair": 0,
                "leg": 0,
                "sides": [0, 1],
                "moves": [move.text for move in moves],
                "ms": [move.ms for move in moves],
                "notes": {
                    str(number): move.note
                    for number, move in enumerate(moves)
                    if move.note is not None
                },
                "scores": scores,
                "reason": table.reason,
                "fault": table.fault,
            }
        ],
        "scores": list(scores),
    }


def _people_clock(table: Table) -> dict[str, int] | None:
    if not table.clock:
        return None
    return {f"{name}_ms": round(table.clock[f"{name}_s"] * 1000) for name in ("move", "bank")}


def _players(seats: Sequence[Seat], log: Iterable[Entry]) -> list[dict[str, Any]]:
    """Who played each seat, in the order of the seats, and who took over when."""
    people = {seat.number: {"name": str(seat.player), "person": True} for seat in seats}
    players = {
        seat.number: [_bot(seat.version) if seat.version else people[seat.number]] for seat in seats
    }
    made = 0
    for entry in log:
        made += entry.kind == Entry.Kind.MOVE
        what = entry.data.get("what") if entry.kind == Entry.Kind.SEAT else None
        if entry.seat is None or what not in ("stand_in", "back"):
            continue
        if what == "stand_in":
            version = Version.objects.light().select_related("bot__owner")
            player = _bot(version.get(pk=entry.data["version"]))
        elif "person" in players[entry.seat][-1]:
            continue  # back before anybody took the seat
        else:
            player = people[entry.seat]
        players[entry.seat].append({**player, "from": made})
    return [{"seat": number, **player} for number in sorted(players) for player in players[number]]


def _bot(version: Version) -> dict[str, Any]:
    bot: dict[str, Any] = {"name": str(version.bot), "version": version.number}
    if version.bot.remote:
        return bot | {"remote": True}
    bot |= {"sha256": version.sha256, "language": version.language}
    return bot | ({"packages": version.packages} if version.packages else {})
