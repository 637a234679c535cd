"""The faults of a match as its author reads them: what, after which message, and what it means."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Version
from engine.faults import Reason
from engine.record import replay
from referee.play.clock import Clock

# What each reason of the protocol means, in a sentence; `clock` fills in the numbers.
MEANINGS: dict[str, str | Promise] = {
    "start": _(
        "The program did not answer “hello” with {“type”: “ready”} within the start clock "
        "(%(start)s s). All that it does before that answer counts: an endless loop or a long "
        "load at the top of the file ends like this."
    ),
    "timeout": _(
        "The move took longer than its clock: %(move)s ms are free, what a move takes beyond "
        "that comes from the bank of %(bank)s s a game, and the bank was empty."
    ),
    "illegal": _(
        "The answer is well-formed, but not one of the moves that the request lists under “legal”."
    ),
    "malformed": _(
        "The answer is not one line of JSON with a “move”. Print nothing else on standard "
        "output, answer only when asked, and write your own notes to standard error."
    ),
    "crash": _(
        "The program ended, or closed its output, while it was still to play. What it wrote on "
        "standard error, below, says most often why."
    ),
    "flood": _(
        "More than 64 KiB came on standard output without an answer in it. Write your own notes "
        "to standard error."
    ),
}


@dataclass(frozen=True)
class Fault:
    """One fault. `game` counts from 1; `move` is how many moves had been made.

    `request` holds the view and the legal moves that the bot was asked about, or None when it
    was not its turn.
    """

    game: int
    move: int
    seat: int | None
    reason: str
    detail: str
    request: dict[str, Any] | None

    @property
    def request_text(self) -> str:
        """What the bot was asked, as JSON for people."""
        return json.dumps(self.request, indent=2, ensure_ascii=False)

    def meaning(self, clock: Clock) -> str:
        """What the reason means, in the reader's language."""
        return str(MEANINGS.get(self.reason, "")) % {
            "start": f"{clock.start_ms / 1000:g}",
            "move": clock.move_ms,
            "bank": f"{clock.bank_ms / 1000:g}",
        }


def explained(version: Version, clock: Clock) -> list[tuple[Fault, str]]:
    """The faults that the version's qualification found, each with what it means."""
    faults = [Fault(**fault) for fault in version.faults]
    return [(fault, fault.meaning(clock)) for fault in faults]


def of_record(record: Mapping[str, Any]) -> list[Fault]:
    """Every fault of a match, in the order of its games. Forfeits only follow from them."""
    faults = []
    for index, game in enumerate(record["games"]):
        fault = game["fault"]
        if fault is not None and game["reason"] != Reason.FORFEIT:
            faults.append(
                Fault(
                    game=index + 1,
                    move=fault["move"],
                    seat=fault["seat"],
                    reason=game["reason"],
                    detail=_storable(fault["detail"]),
                    request=_request(record, index, fault["seat"]),
                )
            )
    return faults


def _storable(text: str) -> str:
    """Without what PostgreSQL cannot hold; a bot may answer with anything."""
    return text.replace("\0", "�").encode(errors="replace").decode()


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
