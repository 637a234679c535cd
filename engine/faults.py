"""Every reason why a game ends, and what the record's verification knows about each.

The reasons are those of the protocol (docs/3-protocol.md). All but NORMAL are faults of a bot,
which loses the game.
"""

from enum import StrEnum
from typing import Final

MAX_FAULTS: Final = 3  # the faults of a bot in one match after which it forfeits the other games


class Reason(StrEnum):
    """Why a game ended, as the record and the protocol write it."""

    NORMAL = "normal"
    START = "start"
    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    CRASH = "crash"
    FLOOD = "flood"
    FORFEIT = "forfeit"

    @property
    def text(self) -> str:
        """What the bot did, in English: a predicate to put after its name."""
        return TEXTS[self]


TEXTS: Final[dict[Reason, str]] = {
    Reason.NORMAL: "played the game to its end",
    Reason.START: "failed to start",
    Reason.TIMEOUT: "ran out of time",
    Reason.ILLEGAL: "made an illegal move",
    Reason.MALFORMED: "sent an invalid answer",
    Reason.CRASH: "crashed",
    Reason.FLOOD: "flooded its output",
    Reason.FORFEIT: f"forfeited after {MAX_FAULTS} faults",
}

# Faults that only the seat to move can commit; a bot may crash in the opponent's turn too.
ON_TURN: Final = frozenset({Reason.TIMEOUT, Reason.ILLEGAL})
# Faults before the first move. Both sides may commit them in the same game.
BEFORE_PLAY: Final = frozenset({Reason.START, Reason.FORFEIT})
