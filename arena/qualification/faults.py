"""The faults of a qualification, as the author reads them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Version
from arena.matches.lifecycle import storable
from arena.matches.models import SideLog
from engine.faults import Reason
from engine.record import replay
from referee.play.clock import Clock
from referee.play.fault_groups import first_line, grouped, trace
from referee.play.protocol import MAX_OUTPUT

# What an author can do about a fault. What the fault is, engine.faults says.
ADVICE: dict[Reason, Promise] = {
    Reason.START: _(
        "A program must answer “hello” with {“type”: “ready”} within %(start)s s. Everything that "
        "it does before that answer counts."
    ),
    Reason.TIMEOUT: _(
        "A move may take %(move)s ms. Time beyond that comes from a bank of %(bank)s s for each "
        "game, and the bank was empty."
    ),
    Reason.ILLEGAL: _("Answer with one of the moves that the request lists under “legal”."),
    Reason.MALFORMED: _(
        "An answer is one line of JSON with a “move”. Answer only when asked, print nothing else "
        "to standard output, and write your own notes to standard error."
    ),
    Reason.CRASH: _(
        "A program must neither end nor close its output before it is told “bye”. Its standard "
        "error is below."
    ),
    Reason.FLOOD: _(
        "A program may print at most %(output)s KiB to standard output without an answer. Write "
        "your own notes to standard error."
    ),
}


@dataclass(frozen=True)
class Fault:
    """One fault. `game` counts from 1; `move` is how many moves had been made.

    `cause` explains it: a line with cause, place and remedy, and lines of trace. `request` holds
    the view and the legal moves that the bot was asked about. It is None if the bot was not asked.
    """

    game: int
    move: int
    seat: int | None
    reason: str
    detail: str
    cause: str
    request: dict[str, Any] | None

    @property
    def first_line(self) -> str:
        return first_line(self.cause)

    @property
    def trace(self) -> str:
        return trace(self.cause)

    @property
    def request_text(self) -> str:
        """What the bot was asked, as JSON for people."""
        return json.dumps(self.request, indent=2, ensure_ascii=False)

    def meaning(self, clock: Clock) -> str:
        """What happened and what the author can do about it, in the reader's language."""
        reason = Reason(self.reason)
        happened = gettext("The bot %(happened)s.") % {"happened": gettext(reason.text)}
        advice = str(ADVICE[reason]) % {
            "start": f"{clock.start_ms / 1000:g}",
            "move": clock.move_ms,
            "bank": f"{clock.bank_ms / 1000:g}",
            "output": MAX_OUTPUT // 1024,
        }
        return f"{happened} {advice}"


@dataclass(frozen=True)
class Shown:
    """A fault that is shown once: its first instance, all `games` with it, and its meaning."""

    fault: Fault
    games: list[int]
    meaning: str


def explained(version: Version, clock: Clock) -> list[Shown]:
    """The faults that the version's qualification found, each with its meaning; the same once."""
    groups = grouped([Fault(**fault) for fault in version.faults])
    return [
        Shown(group[0], [fault.game for fault in group], group[0].meaning(clock))
        for group in groups
    ]


def causes(logs: Iterable[SideLog]) -> dict[int, str]:
    """The cause of the fault in each game, by the game's number. Both sides are the same bot."""
    found: dict[int, str] = {}
    for log in logs:
        for fault in log.faults:
            found.setdefault(fault["game"], fault["cause"])
    return found


def of_record(record: Mapping[str, Any], causes: Mapping[int, str]) -> list[Fault]:
    """The faults of a match, in the order of its games, without the forfeits that follow.

    `causes`: see above. A fault without one is explained by its detail.
    """
    faults = []
    for index, game in enumerate(record["games"]):
        fault = game["fault"]
        if fault is not None and game["reason"] != Reason.FORFEIT:
            detail = storable(fault["detail"])
            faults.append(
                Fault(
                    game=index + 1,
                    move=fault["move"],
                    seat=fault["seat"],
                    reason=game["reason"],
                    detail=detail,
                    cause=causes.get(index + 1, detail),
                    request=_request(record, index, fault["seat"]),
                )
            )
    return faults


def _request(record: Mapping[str, Any], index: int, seat: int | None) -> dict[str, Any] | None:
    if record["games"][index]["reason"] == Reason.START:
        return None
    *_, (_text, state) = replay(record, index)
    if seat is None or state.seat != seat:
        return None
    return {
        "view": state.view(seat),
        "legal": state.texts(state.legal()),
    }
