"""Every reason why a game ends, and what the record's verification knows about each.

The reasons are those of the protocol (docs/3-protocol.md). All but NORMAL lose the game for a side:
by a fault of a bot, or at a table by a person who ran out of time, resigned or left.
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
    RESIGNED = "resigned"
    LEFT = "left"

    @property
    def text(self) -> str:
        """What the bot or the person did, in English: a predicate to put after its name."""
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
    Reason.RESIGNED: "resigned",
    Reason.LEFT: "left the table",
}

# What only people do, at a table. They may also run out of time.
OF_PEOPLE: Final = frozenset({Reason.RESIGNED, Reason.LEFT})
FAULTS_OF_BOTS: Final = frozenset(Reason) - OF_PEOPLE - {Reason.NORMAL}

# Faults that only the seat to move can commit; a bot may crash in the opponent's turn too.
ON_TURN: Final = frozenset({Reason.TIMEOUT, Reason.ILLEGAL})
# Faults before the first move of a match's game. Both sides may commit them in the same game. At a
# table a bot may be started again later, and fail then.
BEFORE_PLAY: Final = frozenset({Reason.START, Reason.FORFEIT})
