"""What verify.py checks of each game of a record, be it of a match or of a table.

Every function raises BadRecord; `where` begins its message.
"""

import re
from collections.abc import Mapping
from typing import Any

from engine.errors import BadRecord
from engine.faults import BEFORE_PLAY, ON_TURN, Reason
from engine.record import MAX_NOTE, replay, sides_in
from engine.record_fields import (
    check_equal,
    get,
    get_list,
    get_object,
    get_text,
    get_whole,
    is_number,
    shown,
)
from engine.ruleset import State

_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


def check_place(game: Any, leg: int, pair: int, where: str) -> None:
    """Whether it is the game that this leg and this pair have, both from 0."""
    check_equal(get(game, "pair", where), pair, f"{where}pair")
    check_equal(get(game, "leg", where), leg, f"{where}leg")
    check_equal(get(game, "sides", where), list(sides_in(leg)), f"{where}sides")


def check_times_and_notes(game: Mapping[str, Any], where: str) -> None:
    """One time a move, and notes on moves that were made."""
    made = len(get_list(game, "moves", where))
    times = get_list(game, "ms", where)
    if len(times) != made:
        raise BadRecord(f"{where}{len(times)} times for {made} moves")
    for time in times:
        if not is_number(time) or not 0 <= time < 10**12:
            raise BadRecord(f"{where}not a time in milliseconds: {shown(time)}")
    notes = get_object(game, "notes", where)
    for key, note in notes.items():
        if not isinstance(key, str) or not _NUMBER.fullmatch(key) or int(key) >= made:
            raise BadRecord(f"{where}a note on move {shown(key)}, which was not made")
        if not isinstance(note, str) or len(note) > MAX_NOTE:
            raise BadRecord(f"{where}note {key} must be a text of at most {MAX_NOTE} characters")


def reason_of(game: Mapping[str, Any], where: str) -> Reason:
    """Why the game ended."""
    reason = get_text(game, "reason", where)
    try:
        return Reason(reason)
    except ValueError:
        raise BadRecord(
            f"{where}unknown reason {shown(reason)}; the reasons are {', '.join(Reason)}"
        ) from None


def outcome(
    game: Mapping[str, Any],
    reason: Reason,
    state: State[Any],
    seats: int,
    where: str,
    table: bool = False,
) -> tuple[list[int], tuple[float, float]]:
    """The sides at fault, and the scores. `state` is the one after the last move."""
    if reason is Reason.NORMAL:
        _check_played_out(game, state, where)
        return [], state.scores()
    failed = _sides_at_fault(game, reason, state, seats, where, table)
    return failed, (float(0 not in failed), float(1 not in failed))


def last_state(record: Mapping[str, Any], game_index: int) -> State[Any]:
    """The state after a game's last move."""
    states = replay(record, game_index)
    _, state = next(states)
    for _ in states:
        pass
    return state


def _check_played_out(game: Mapping[str, Any], state: State[Any], where: str) -> None:
    """What a normal game has: an end, and no fault."""
    if get(game, "fault", where) is not None:
        raise BadRecord(f"{where}a normal game has no fault")
    if state.seat is not None:
        raise BadRecord(f"{where}the game is not over after its last move")


def _sides_at_fault(
    game: Mapping[str, Any],
    reason: Reason,
    state: State[Any],
    seats: int,
    where: str,
    table: bool,
) -> list[int]:
    """The side that committed the fault, or both. `state` is the one after the last move."""
    if state.seat is None:
        raise BadRecord(f"{where}the game was over, so its reason is {Reason.NORMAL}")
    fault = get_object(game, "fault", where)
    where += "fault: "
    made = len(game["moves"])
    get_text(fault, "detail", where)
    check_equal(get(fault, "move", where), made, f"{where}move")
    if table and reason is Reason.FORFEIT:
        raise BadRecord(f"{where}a table has one game, so its reason is not {reason}")
    if made and reason in BEFORE_PLAY and not table:
        raise BadRecord(f"{where}moves were made, so the reason is not {reason}")
    if fault.get("side", 0) is None and reason in BEFORE_PLAY and not table:
        check_equal(get(fault, "seat", where), None, f"{where}seat")
        return [0, 1]
    seat = get_whole(fault, "seat", where)
    if seat >= seats:
        raise BadRecord(f"{where}there is no seat {shown(seat)}")
    check_equal(get(fault, "side", where), seat % 2, f"{where}side")
    if reason in ON_TURN and seat != state.seat:
        raise BadRecord(f"{where}it was the turn of seat {state.seat}, not {seat}")
    return [seat % 2]
