"""What people at tables were told, against the logs of the tables."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.measure import Row
from bench.outages.people import Seen

LOGS = """
import json
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.game.record import table_record
from arena.tables.models import Table
from arena.tables.watching.updates import update_for
from engine.errors import BadRecord
from engine.verify import verify
def wrong(table):
    try:
        verify(table_record(table))
    except (BadRecord, ValueError) as error:
        return str(error)
tables = []
# An open table was created by a request whose answer was lost, so nobody plays there.
for table in Table.objects.exclude(state=Table.State.OPEN):
    seats = list(table.seats.exclude(player=None))
    game = GameState(table, moves_of(table))
    tables.append({"code": table.code, "state": table.state, "reason": table.reason,
        "wrong": wrong(table), "decline": game.decline,
        "entries": {seat.number: update_for(table.code, seat.player, 0)["entries"]
            for seat in seats},
        "answers": [[seat, number, text] for (seat, number), text in game.answers.items()
            if any(seat == person.number for person in seats)]})
print("logs", json.dumps(tables))
"""


def checks(
    seen: Seen, python: Callable[[str], str], logs_of_programs: Mapping[str, str]
) -> Iterator[Row]:
    """What the people were told, against the logs."""
    printed = python(LOGS).splitlines()
    logs = json.loads(next(line for line in printed if line.startswith("logs "))[5:])
    reasons = sorted({f"{table['state']}/{table['reason']}" for table in logs})
    normal = sum(table["reason"] == "normal" for table in logs)
    yield Row(
        "games that ended by the rules",
        normal,
        f"of {len(logs)}",
        ", ".join(reasons),
        at_least=len(logs),
    )
    wrong = [f"{table['code']}: {table['wrong']}" for table in logs if table["wrong"]]
    yield Row("records that do not verify", len(wrong), "", "; ".join(wrong)[:200], at_most=0)
    moves = sum(map(len, seen.acknowledged.values()))
    how = ", ".join(f"{count} {name}" for name, count in seen.sent.items())
    yield Row("moves that were acknowledged", moves, "", how)
    lost = [place for table in logs for place in _lost(seen, table)]
    yield Row("… and are not in the log", len(lost), "", "; ".join(lost)[:200], at_most=0)
    extra = [place for table in logs for place in _never_sent(seen, table)]
    yield Row(
        "moves in the log of which nobody knows",
        len(extra),
        "",
        "; ".join(extra)[:200],
        at_most=0,
    )
    odd = "; ".join(f"{count} × {what}" for what, count in seen.irregular.items())
    yield Row("gaps, repeats, refused moves", seen.irregular.total(), "", odd[:300], at_most=0)
    differ = [
        f"{table['code']} seat {seat}"
        for table in logs
        for seat, entries in table["entries"].items()
        if seen.entries.get((table["code"], int(seat)), []) != entries
    ]
    yield Row(
        "logs that streams told in another way",
        len(differ),
        f"{seen.reopened} reopened",
        ", ".join(differ)[:200],
        at_most=0,
    )
    traces = Counter(cause for log in logs_of_programs.values() for cause in causes(log))
    described = "; ".join(f"{count} × {cause}" for cause, count in traces.items())
    yield Row("tracebacks of all programs", traces.total(), "", described[:300], at_most=0)


def _lost(seen: Seen, table: Any) -> Iterator[str]:
    log = {(seat, number): text for seat, number, text in table["answers"]}
    for place, text in seen.acknowledged.get(table["code"], {}).items():
        if sorted(log.get(place, "").split()) != sorted(text.split()):
            yield f"{table['code']} {place}: {text}, not {log.get(place)}"


def _never_sent(seen: Seen, table: Any) -> Iterator[str]:
    """A window that ends without an answer makes the move that says no."""
    known = seen.acknowledged.get(table["code"], {})
    for seat, number, text in table["answers"]:
        if (seat, number) not in known and text != table["decline"]:
            yield f"{table['code']} {seat, number}: {text}"


def causes(log: str) -> Iterator[str]:
    """The last line of each traceback in a program's log."""
    for traceback in log.split("Traceback (most recent call last):\n")[1:]:
        yield next((line for line in traceback.splitlines() if line[:1].strip()), "")[:100]
