"""A match record replayed and verified (protocol.md, sections 3 to 5).

A record is the parsed JSON object, from anywhere: whatever is wrong with it is a BadRecord and no
other exception.

What `verify` holds a record to, beyond protocol.md:

- Game number g is of pair g // 2; its ``sides`` are [0, 1] if g is even, else [1, 0].
- Moves stand as the engine writes them. ``ms`` has one number a move; ``notes`` maps the numbers of
  moves, as text, to at most 200 characters.
- A ``normal`` game has no fault (null), is over after its last move and not before, and has the
  engine's scores.
- Any other game has a fault, ``{"side", "seat", "move", "detail"}``, `move` being how many moves
  had been made and `detail` a text, not empty. Its side scores 0 and the other 1. In ``start`` and
  ``forfeit`` games no move was made. With ``timeout`` and ``illegal`` the seat is the one to move.
- When both sides failed to start, or both have forfeited, ``side`` and ``seat`` are null, `detail`
  speaks of both, and the scores are 0 and 0. The reason stays ``start`` (or ``forfeit``).
- A bot's third fault in the match makes every later game a ``forfeit`` of its side, and no game is
  one without it. A forfeited game is not a further fault.
- Another engine's version is no error.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.randomness import commitment, pair_seed
from engine.ruleset import BadOption, IllegalMove, Ruleset, State
from engine.rulesets import ruleset

FORMAT = "goat-record/1"
NORMAL, START, FORFEIT = "normal", "start", "forfeit"
ON_TURN = ("timeout", "illegal")
REASONS = (NORMAL, START, *ON_TURN, "malformed", "crash", "flood", FORFEIT)
MAX_FAULTS = 3
MAX_NOTE = 200  # characters
MAX_MOVE = 100  # characters; the longest move has about 20
CLOCK = ("start_ms", "move_ms", "bank_ms")

_HEX64 = re.compile("[0-9a-f]{64}")
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


class BadRecord(ValueError):
    """A record that is malformed, or that does not show what it claims."""


def ruleset_of(record: Mapping[str, Any]) -> Ruleset:
    """The ruleset, with its options, of the match. Raises BadRecord."""
    name = _text(record, "ruleset", "")
    given = _object(record, "options", "")
    for key, value in given.items():
        if not (isinstance(key, str) and (isinstance(value, str | bool) or _is_whole(value))):
            raise BadRecord(f"option {_shown(key)} cannot have the value {_shown(value)}")
    try:
        return ruleset(name, given)
    except BadOption as error:
        raise BadRecord(str(error)) from None


def game_seed(record: Mapping[str, Any], game_index: int) -> bytes:
    """The seed of game number `game_index` of the match. Raises BadRecord."""
    if not 0 <= game_index < 2**32:
        raise BadRecord(f"there is no game {_shown(game_index)}")
    return pair_seed(_match_seed(record), game_index // 2)


def replay(record: Mapping[str, Any], game_index: int) -> Iterator[tuple[str | None, State]]:
    """The start of a game, with None, and then each move's text with the state after it.

    It is one and the same State, which changes: copy what has to stay. Checks the moves and no
    more. Raises BadRecord.
    """
    games = _list(record, "games", "")
    if not 0 <= game_index < len(games):
        raise BadRecord(f"there is no game {_shown(game_index)}: the record has {len(games)}")
    moves = _list(games[game_index], "moves", f"game {game_index}: ")
    state = ruleset_of(record).start(game_seed(record, game_index))
    yield None, state
    for number, text in enumerate(moves):
        where = f"game {game_index}, move {number}: "
        if not isinstance(text, str) or len(text) > MAX_MOVE:
            raise BadRecord(f"{where}{_shown(text)} is no move")
        if state.seat is None:
            raise BadRecord(f"{where}the game was over before {text!r}")
        try:
            move = state.parse(text)
        except IllegalMove as error:
            raise BadRecord(f"{where}{error}") from None
        if state.text(move) != text:
            raise BadRecord(f"{where}{text!r} has to be written {state.text(move)!r}")
        state.play(move)
        yield text, state


def verify(record: Mapping[str, Any]) -> None:
    """Checks the whole record (the module's text says for what). Raises BadRecord."""
    _check_head(record)
    games = _list(record, "games", "")
    if not games or len(games) % 2:
        raise BadRecord(f"games: {len(games)} games are not whole pairs")
    faults = [0, 0]
    totals = [0.0, 0.0]
    for index, game in enumerate(games):
        where = f"game {index}: "
        sides = [index % 2, 1 - index % 2]
        _same(_get(game, "pair", where), index // 2, f"{where}pair")
        _same(_get(game, "sides", where), sides, f"{where}sides")
        _check_margin(game, where)
        reason = _reason(game, where)
        state = _last_state(record, index)
        faulty = _faulty_sides(game, reason, state, ruleset_of(record).seats, where)
        out = [side for side in (0, 1) if faults[sides[side]] >= MAX_FAULTS]
        if out != (faulty if reason == FORFEIT else []):
            raise BadRecord(f"{where}a bot forfeits the games after its third fault and no others")
        scores = [0.0 if side in faulty else 1.0 for side in (0, 1)]
        if reason == NORMAL:
            scores = list(state.scores())
        elif reason != FORFEIT:
            for side in faulty:
                faults[sides[side]] += 1
        _check_scores(game, scores, where)
        for side in (0, 1):
            totals[sides[side]] += scores[side]
    _check_scores(record, totals, "the match: ")


def _check_head(record: Mapping[str, Any]) -> None:
    """Everything but the games."""
    _same(_get(record, "format", ""), FORMAT, "format")
    _text(record, "engine", "")
    _same(_get(record, "commitment", ""), commitment(_match_seed(record)), "commitment")
    ruleset_of(record)
    bots = _list(record, "bots", "")
    if len(bots) != 2:
        raise BadRecord(f"bots: a match has two, not {len(bots)}")
    for number, bot in enumerate(bots):
        where = f"bot {number}: "
        _text(bot, "name", where)
        _whole(bot, "version", where)
        _hex64(bot, "sha256", where)
    clock = _object(record, "clock", "")
    for key in CLOCK:
        _whole(clock, key, "clock: ")


def _match_seed(record: Mapping[str, Any]) -> bytes:
    return bytes.fromhex(_hex64(record, "match_seed", ""))


def _check_margin(game: Mapping[str, Any], where: str) -> None:
    """What stands beside the moves: their times and notes."""
    made = len(_list(game, "moves", where))
    times = _list(game, "ms", where)
    if len(times) != made:
        raise BadRecord(f"{where}{len(times)} times for {made} moves")
    for time in times:
        if not _is_number(time) or not 0 <= time < 10**12:
            raise BadRecord(f"{where}{_shown(time)} is no time in milliseconds")
    notes = _object(game, "notes", where)
    for key, note in notes.items():
        if not isinstance(key, str) or not _NUMBER.fullmatch(key) or int(key) >= made:
            raise BadRecord(f"{where}there is no move {_shown(key)} to note something on")
        if not isinstance(note, str) or len(note) > MAX_NOTE:
            raise BadRecord(f"{where}note {key} is not a text of {MAX_NOTE} characters at most")


def _reason(game: Mapping[str, Any], where: str) -> str:
    reason = _text(game, "reason", where)
    if reason not in REASONS:
        raise BadRecord(f"{where}reason {_shown(reason)} is none of {', '.join(REASONS)}")
    return reason


def _last_state(record: Mapping[str, Any], game_index: int) -> State:
    """The state after a game's last move."""
    states = replay(record, game_index)
    _, state = next(states)
    for _ in states:
        pass
    return state


def _faulty_sides(
    game: Mapping[str, Any], reason: str, state: State, seats: int, where: str
) -> list[int]:
    """The sides that a fault is on, after the game's last state: none if the game is normal."""
    if reason == NORMAL:
        if _get(game, "fault", where) is not None:
            raise BadRecord(f"{where}a normal game has no fault")
        if state.seat is not None:
            raise BadRecord(f"{where}the game is not over after its last move")
        return []
    if state.seat is None:
        raise BadRecord(f"{where}the game was over, so its reason is {NORMAL}")
    fault = _object(game, "fault", where)
    where += "fault: "
    made = len(game["moves"])
    _text(fault, "detail", where)
    _same(_get(fault, "move", where), made, f"{where}move")
    if made and reason in (START, FORFEIT):
        raise BadRecord(f"{where}moves were made, so the reason is not {reason}")
    if fault.get("side", 0) is None and reason in (START, FORFEIT):
        _same(_get(fault, "seat", where), None, f"{where}seat")
        return [0, 1]
    seat = _whole(fault, "seat", where)
    if seat >= seats:
        raise BadRecord(f"{where}there is no seat {_shown(seat)}")
    _same(_get(fault, "side", where), seat % 2, f"{where}side")
    if reason in ON_TURN and seat != state.seat:
        raise BadRecord(f"{where}it was the turn of seat {state.seat}, not {seat}")
    return [seat % 2]


def _check_scores(of: Mapping[str, Any], expected: Sequence[float], where: str) -> None:
    scores = _list(of, "scores", where)
    if not all(map(_is_number, scores)) or scores != list(expected):
        raise BadRecord(f"{where}scores {_shown(scores)} are not {list(expected)}")


# Parts of a record, each of the type that it must have. `where` begins the error, "game 3: ".


def _get(of: object, key: str, where: str) -> Any:
    if not isinstance(of, Mapping):
        raise BadRecord(f"{where or 'record: '}{_shown(of)} is no object")
    if key not in of:
        raise BadRecord(f"{where}{key} is missing")
    return of[key]


def _object(of: object, key: str, where: str) -> Mapping[Any, Any]:
    value = _get(of, key, where)
    if not isinstance(value, Mapping):
        raise BadRecord(f"{where}{key} is no object, but {_shown(value)}")
    return value


def _list(of: object, key: str, where: str) -> list[Any]:
    value = _get(of, key, where)
    if not isinstance(value, list):
        raise BadRecord(f"{where}{key} is no list, but {_shown(value)}")
    return value


def _text(of: object, key: str, where: str) -> str:
    value = _get(of, key, where)
    if not isinstance(value, str) or not value:
        raise BadRecord(f"{where}{key} is no text, but {_shown(value)}")
    return value


def _whole(of: object, key: str, where: str) -> int:
    value = _get(of, key, where)
    if not _is_whole(value) or value < 0:
        raise BadRecord(f"{where}{key} is no whole number from 0 on, but {_shown(value)}")
    return int(value)


def _hex64(of: object, key: str, where: str) -> str:
    value = _text(of, key, where)
    if not _HEX64.fullmatch(value):
        raise BadRecord(f"{where}{key} is not 64 digits 0-9a-f, but {_shown(value)}")
    return value


def _same(value: object, expected: object, what: str) -> None:
    """Equal as JSON: true is not 1."""
    parts = value if isinstance(value, list) else [value]
    if value != expected or any(isinstance(part, bool) for part in parts):
        raise BadRecord(f"{what} is {_shown(value)} and should be {_shown(expected)}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def _is_number(value: object) -> bool:
    return isinstance(value, float) or _is_whole(value)


def _shown(value: object) -> str:
    """A value for a message: short whatever it is."""
    if isinstance(value, str):
        return repr(value[:80])
    if value is None or isinstance(value, bool | float) or _is_whole(value):
        return str(value)
    if isinstance(value, list) and len(value) <= 4 and all(map(_is_number, value)):
        return str(value)
    return f"a value of type {type(value).__name__}"
