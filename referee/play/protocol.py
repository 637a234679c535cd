"""The messages between the referee and a bot (docs/3-protocol.md).

One UTF-8 JSON object per line in both directions. An invalid answer raises BotFault with a text for
the bot's author.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from engine.faults import Reason
from engine.record import MAX_NOTE
from referee.play.answer_line import Unreadable, read_object, why_not_text
from referee.play.clock import Spent

VERSION = 1
MAX_LINE = 4 * 1024  # bytes of one answer, its newline not counted
MAX_OUTPUT = 64 * 1024  # bytes on standard output without an answer in them
MAX_DETAIL = 400  # characters of a fault's detail
_QUOTED = 80  # characters of what a bot wrote
_HALF = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which UTF-8 cannot write


class BotFault(Exception):
    """What a bot did wrong: the reason, and a detail for its author.

    `how`: for a bot that did not start, the reason why. `spent`: on a timeout, the times.
    """

    def __init__(
        self, reason: Reason, detail: str, *, how: Reason | None = None, spent: Spent | None = None
    ) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail[:MAX_DETAIL]
        self.how = how or reason
        self.spent = spent


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


READY = '{"type":"ready"}'
_ANY_MOVE = '{"move":"…"}'
_encoder = msgspec.json.Encoder()
_ready = msgspec.json.Decoder(_Ready)
_answer = msgspec.json.Decoder(Answer)


def line(message: Message) -> bytes:
    """The message as bytes, with its newline."""
    return _encoder.encode(message) + b"\n"


def read_ready(answer: bytes) -> None:
    """Checks the answer to `hello`. Raises BotFault (malformed)."""
    try:
        _strict(_ready, answer)
    except ValueError:
        value = _lenient(answer, READY, READY, ("ready",))
        kind = value.get("type")
        if kind == "ready":
            return
        if isinstance(kind, str):
            why = f'"type" is {quote(kind)}, not "ready"'
        elif "type" not in value and "move" in value:
            why = "this answers a move, but hello comes first"
        else:
            why = why_not_text(value, "type")
        raise _malformed(answer, READY, why) from None


def read_answer(answer: bytes, legal: Collection[str] = ()) -> Answer:
    """Reads the answer to a `move` request, without its newline. Raises BotFault (malformed).

    `legal`: the moves of the request, one of which a bot may have printed without JSON.
    """
    try:
        decoded: Answer = _strict(_answer, answer)
    except ValueError:
        decoded = _read_leniently(answer, legal)
    if decoded.note is not None:
        decoded.note = _printable(decoded.note[:MAX_NOTE]) or None
    return decoded


def quote(text: str | bytes) -> str:
    """What a bot wrote: shortened, in quotes, and safe to show."""
    if isinstance(text, bytes):
        text = text[:400].decode("utf-8", "backslashreplace")
    quoted = repr(text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…")
    # An escape may take ten characters.
    return quoted if len(quoted) <= 2 * _QUOTED else f"{quoted[: 2 * _QUOTED]}…{quoted[0]}"


def _strict(decoder: msgspec.json.Decoder[Any], answer: bytes) -> Any:
    """Raises ValueError, whatever is wrong."""
    if len(answer) > MAX_LINE:
        raise ValueError
    try:
        answer.decode()
        return decoder.decode(answer)
    except (RecursionError, msgspec.MsgspecError):
        raise ValueError from None


def _read_leniently(answer: bytes, legal: Collection[str]) -> Answer:
    text = answer.decode("utf-8", "replace").strip().strip("\"'")
    example = _encoder.encode({"move": text}).decode() if text in legal else _ANY_MOVE
    value = _lenient(answer, _ANY_MOVE, example, legal)
    move, note = value.get("move"), value.get("note")
    if not isinstance(move, str):
        raise _malformed(answer, _ANY_MOVE, why_not_text(value, "move"))
    return Answer(_HALF.sub("\ufffd", move), note if isinstance(note, str) else None)


def _lenient(answer: bytes, wanted: str, example: str, texts: Collection[str]) -> dict[str, Any]:
    if len(answer) > MAX_OUTPUT:
        raise _malformed(answer, wanted, f"a line of {len(answer)} bytes; the limit is {MAX_LINE}")
    try:
        return read_object(answer, MAX_LINE, example, texts)
    except Unreadable as error:
        raise _malformed(answer, wanted, str(error)) from None


def _malformed(answer: bytes, wanted: str, why: str) -> BotFault:
    return BotFault(Reason.MALFORMED, f"expected {wanted}, got {quote(answer)}: {why}")


def _printable(text: str) -> str:
    """Half surrogates and control characters are replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " for c in _HALF.sub("\ufffd", text))
