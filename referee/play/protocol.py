"""The messages between the referee and a bot (docs/3-protocol.md).

One UTF-8 JSON object per line in both directions. An invalid answer raises BotFault with a text for
the bot's author.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.faults import Reason
from engine.record import MAX_NOTE

VERSION = 1
MAX_LINE = 4 * 1024  # bytes of one answer, its newline not counted
MAX_OUTPUT = 64 * 1024  # bytes on standard output without an answer in them
MAX_DETAIL = 400  # characters of a fault's detail


class BotFault(Exception):
    """What a bot did wrong: the reason, and a detail for its author."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail[:MAX_DETAIL]


class Message(msgspec.Struct, tag_field="type"):
    """A message that the referee sends. Fields are written in this order."""


class Hello(Message, tag="hello"):
    protocol: int
    ruleset: str
    options: Mapping[str, Any]
    side: int
    seats: int
    games: int
    clock: Mapping[str, int]


class GameStart(Message, tag="game"):
    game: int
    seat: int
    side: int


class TurnClock(msgspec.Struct):
    """The rest of the seat's bank, and the charge of its last move in this game (ms)."""

    bank_ms: int
    last_ms: float


class MoveRequest(Message, tag="move"):
    game: int
    turn: int
    seat: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
    legal: list[str]
    clock: TurnClock


class GameOver(Message, tag="over"):
    game: int
    scores: tuple[float, float]
    reason: str


class Bye(Message, tag="bye"):
    pass


class _Ready(msgspec.Struct):
    type: Literal["ready"]


class Answer(msgspec.Struct):
    """A well-formed answer: the move as the bot wrote it, and its note, safe to show."""

    move: str
    note: str | None = None


_encoder = msgspec.json.Encoder()
_ready = msgspec.json.Decoder(_Ready)
_answer = msgspec.json.Decoder(Answer)


def line(message: Message) -> bytes:
    """The message as bytes, with its newline."""
    return _encoder.encode(message) + b"\n"


def read_ready(answer: bytes) -> None:
    """Checks the answer to `hello`. Raises BotFault."""
    _decode(_ready, answer, '{"type":"ready"}')


def read_answer(answer: bytes) -> Answer:
    """Reads the answer to a `move` request, without its newline. Raises BotFault (malformed)."""
    decoded: Answer = _decode(_answer, answer, '{"move":"…"}')
    if decoded.note is not None:
        note = "".join(c if c.isprintable() else " " for c in decoded.note[:MAX_NOTE])
        decoded.note = note or None
    return decoded


def quote(text: str | bytes) -> str:
    """What a bot wrote: shortened, in quotes, and safe to show."""
    if isinstance(text, bytes):
        text = text[:400].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 80 else text[:79] + "…")


def _decode(decoder: msgspec.json.Decoder[Any], answer: bytes, wanted: str) -> Any:
    if len(answer) > MAX_LINE:
        raise BotFault(Reason.MALFORMED, f"a line of {len(answer)} bytes; the limit is {MAX_LINE}")
    try:
        answer.decode()
        return decoder.decode(answer)
    except UnicodeDecodeError as error:
        why = f"byte {error.start} is not UTF-8"
    except RecursionError:
        why = "nested too deeply"
    except msgspec.MsgspecError as error:
        why = str(error)
    raise BotFault(Reason.MALFORMED, f"expected {wanted}, got {quote(answer)}: {why}")
