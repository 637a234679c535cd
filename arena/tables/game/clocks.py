"""The clocks of people, as everybody at the table sees them. turns.py takes time from them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from arena.tables.deadlines import move_deadline
from arena.tables.models import Seat, Table


def shown(table: Table, seats: Sequence[Seat]) -> list[dict[str, Any]] | None:
    """The clocks by seat; None without a clock.

    `until`: when the time of the person who is asked runs out, in milliseconds since 1970.
    """
    if table.clock is None:
        return None
    return [
        {
            "bank_ms": seat.bank_ms if seat.bank_ms is not None else 1000 * table.clock["bank_s"],
            "move_ms": 1000 * table.clock["move_s"],
            "until": _ms(move_deadline(table, seat)) if seat.number == table.asked_seat else None,
        }
        for seat in seats
    ]


def _ms(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
