"""The messages between the referee and a bot (docs/3-protocol.md).

One UTF-8 JSON object per line in both directions. An invalid answer raises BotFault with a text for
the bot's author.
"""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.faults import Reason
from engine.options import Value
from engine.record import MAX_NOTE
from referee.play.answer_line import Unreadable, read_object, why_not_text
from referee.play.clock import ClockTimes, Spent

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


# Descriptions are for the schema (message_schema.py), and change nothing in reading and writing.
Game = Annotated[int, Meta(description="Number of the game in the match, from 1.")]
Seat = Annotated[int, Meta(description="Your seat, from 0, clockwise.")]


class Message(msgspec.Struct, tag_field="type"):
    """A message that the referee sends. Fields are written in this order."""


class Hello(Message, tag="hello"):
    """Once, when the program has started. Answer it with `ready`."""

    protocol: Annotated[int, Meta(description="The version of the protocol: 1.")]
    ruleset: Annotated[str, Meta(description="The name of the game, such as kozel.")]
    options: Annotated[
        Mapping[str, Value], Meta(description="The options that differ from the defaults.")
    ]
    side: Annotated[int, Meta(ge=0, le=1, description="Your side in the next game.")]
    seats: Annotated[int, Meta(description="How many seats the game has.")]
    games: Annotated[int, Meta(description="How many games the match has, in both legs.")]
    clock: Annotated[ClockTimes, Meta(description="The time control.")]


class GameStart(Message, tag="game"):
    """A new game starts: forget the last one."""

    game: Game
    seat: Seat
    side: Annotated[int, Meta(ge=0, le=1, description="Your side: the seat modulo 2.")]


class TurnClock(msgspec.Struct):
    """The rest of the seat's bank, and the charge of its last move in this game (ms)."""

    bank_ms: Annotated[int, Meta(description="What is left of your bank, in milliseconds.")]
    last_ms: Annotated[float, Meta(description="The charge for your last move, at first 0.")]


class MoveRequest(Message, tag="move"):
    """It is your turn. Answer with a move."""

    game: Game
    turn: Annotated[int, Meta(description="Number of this request to your seat, from 1.")]
    seat: Seat
    events: Annotated[
        list[dict[str, Any]],
        Meta(description="What happened since your last request, as your seat saw it."),
    ]
    view: Annotated[dict[str, Any], Meta(description="Everything that you may know now.")]
    legal: Annotated[list[str], Meta(description="Every legal move.")]
    clock: TurnClock


class GameOver(Message, tag="over"):
    """The game has ended."""

    game: Game
    scores: Annotated[
        tuple[float, float], Meta(description="By side: 1 a win, 0.5 a draw, 0 a loss.")
    ]
    reason: Annotated[
        str, Meta(description="normal, the fault that ended the game, or resigned or left.")
    ]


class Bye(Message, tag="bye"):
    """The process has played its last game: exit."""


class Ready(msgspec.Struct):
    """The answer to `hello`."""

    type: Literal["ready"]


class Answer(msgspec.Struct):
    """The answer to `move`: a legal move as the bot wrote it, and its note, safe to show."""

    move: Annotated[str, Meta(description="One of the legal moves.")]
    note: Annotated[
        str | None, Meta(description="A comment for the replay, cut after 200 characters.")
    ] = None


READY = '{"type":"ready"}'
_ANY_MOVE = '{"move":"…"}'
_encoder = msgspec.json.Encoder()
_ready = msgspec.json.Decoder(Ready)
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
