"""The record of a table: one game, and who played each seat."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.record import is_table, replay
from engine.record_seats import player_at, seat_names, side_names
from engine.rulesets import RULESETS, ruleset
from engine.verify import verify
from tests.engine.records import KOZEL, TABLE, Record, a_table, faulted
from tests.engine.test_verify import change


@pytest.fixture
def table() -> Record:
    return copy.deepcopy(TABLE)


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_with_a_person_verifies(name: str) -> None:
    verify(a_table(ruleset(name)))


def test_it_says_who_played_when(table: Record) -> None:
    assert is_table(table)
    assert not is_table(KOZEL)
    assert seat_names(table) == ["Guest 4711", *["house/greedy"] * 3]
    assert side_names(table) == ["Guest 4711 & house/greedy", "house/greedy & house/greedy"]
    played = [player_at(table, 0, move)["name"] for move in range(7)]
    assert played == [*["Guest 4711"] * 3, *["house/strong"] * 2, *["Guest 4711"] * 2]


def drop(path: str) -> Callable[[Record], None]:
    def apply(record: Record) -> None:
        *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
        where: Any = record
        for part in parents:
            where = where[part]
        del where[last]

    return apply


FALSE = {
    "no_seats": (drop("seats"), "seats is missing"),
    "bots_too": (change("bots", KOZEL["bots"]), "the record of a table lists them"),
    "a_seat_less": (drop("seats.5"), "seats: the game has 4, not 3"),
    "a_seat_more": (
        lambda record: record["seats"].append({"seat": 4, "name": "x", "person": True}),
        "seats: the game has 4, not 5",
    ),
    "a_seat_twice": (change("seats.4.seat", 1), "seats 4: seat is 1, but should be 2"),
    "seat_bool": (change("seats.3.seat", True), "seats 3: seat is True"),
    "no_player": (
        change("seats.3", None),
        "seats 3: must be an object|must be an object, not None",
    ),
    "no_name": (change("seats.0.name", ""), "seats 0: name must be a text"),
    "not_a_person": (change("seats.0.person", False), "seats 0: a person has person true"),
    "a_person_with_a_program": (change("seats.0.version", 1), "seats 0: a person has person true"),
    "a_bot_without_version": (drop("seats.3.version"), "seats 3: version is missing"),
    "a_bot_without_program": (change("seats.3.sha256", "a"), "seats 3: sha256 must be 64 digits"),
    "back_too_early": (change("seats.2.from", 2), "seats 2: from must be from 3 to .*, not 2"),
    "back_after_the_end": (change("seats.2.from", 999), "seats 2: from must be from 3 to .*, not"),
    "from_text": (change("seats.2.from", "5"), "seats 2: from must be a whole number"),
    "nobody_before": (change("seats.0.from", 0), "seats 0: from: who played the seat before"),
    "stood_in_elsewhere": (change("seats.1.seat", 2), "seats 1: seat is 2, but should be 0"),
    "no_clock_key": (drop("people_clock"), "people_clock is missing"),
    "clock": (change("people_clock", {"move_ms": 1}), "people_clock: bank_ms is missing"),
    "clock_type": (change("people_clock", 5), "people_clock must be an object"),
    "legs": (change("legs", 2), "bots is missing"),
    "no_legs": (drop("legs"), "bots is missing"),
    "pairs": (change("pairs", 2), "pairs is 2, but should be 1"),
    "no_game": (change("games", []), "games: a table has one, not 0"),
    "second_game": (
        lambda record: record["games"].append(record["games"][0]),
        "games: a table has one, not 2",
    ),
    "leg": (change("games.0.leg", 1), "game 0: leg is 1"),
    "sides": (change("games.0.sides", [1, 0]), "game 0: sides is"),
    "game_score": (change("games.0.scores", [0.5, 0.5]), "game 0: scores are"),
    "score": (change("scores", [0.5, 0.5]), "the table: scores are"),
    "move": (change("games.0.moves.0", "lead 2C"), "game 0, move 0: "),
    "time": (change("games.0.ms.0", None), "not a time in milliseconds"),
    "note": (change("games.0.notes", {"x": ""}), "a note on move 'x'"),
    "seed": (change("match_seed", "00" * 32), "commitment is"),
}


@pytest.mark.parametrize("name", FALSE)
def test_the_error_for_a_false_record_says_what_is_wrong(table: Record, name: str) -> None:
    spoil, why = FALSE[name]
    spoil(table)
    with pytest.raises(BadRecord, match=why):
        verify(table)


@pytest.mark.parametrize("reason", ["resigned", "left", "timeout"])
def test_a_person_may_lose_by(table: Record, reason: str) -> None:
    faulted(table, 0, reason, 0, seat_to_move(table, 0))
    verify(table)


@pytest.mark.parametrize("reason", ["resigned", "left"])
def test_a_person_may_give_up_out_of_turn(table: Record, reason: str) -> None:
    faulted(table, 0, reason, 0, seat_to_move(table, 1))
    verify(table)


@pytest.mark.parametrize("reason", ["start", "illegal", "malformed", "crash", "flood", "timeout"])
def test_a_bot_may_lose_by_a_fault_also_at_its_start_in_the_middle(
    table: Record, reason: str
) -> None:
    faulted(table, 0, reason, 1, seat_to_move(table, 1))
    verify(table)


@pytest.mark.parametrize("reason", ["start", "illegal", "malformed", "crash", "flood"])
def test_a_person_commits_no_fault_of_a_bot(table: Record, reason: str) -> None:
    faulted(table, 0, reason, 0, seat_to_move(table, 0))
    with pytest.raises(
        BadRecord, match=f"seat 0 was played by a person: the reason is not {reason}"
    ):
        verify(table)


@pytest.mark.parametrize("reason", ["resigned", "left"])
def test_a_bot_does_not_give_up(table: Record, reason: str) -> None:
    faulted(table, 0, reason, 1, 6)
    with pytest.raises(BadRecord, match=f"seat 1 was played by a bot: the reason is not {reason}"):
        verify(table)


@pytest.mark.parametrize("reason", ["resigned", "left"])
def test_a_person_may_give_up_while_a_bot_stands_in(table: Record, reason: str) -> None:
    del table["seats"][2]
    faulted(table, 0, reason, 0, 6)
    verify(table)


def test_a_bot_that_stands_in_may_fail(table: Record) -> None:
    del table["seats"][2]
    faulted(table, 0, "crash", 0, 6)
    verify(table)


def test_nobody_forfeits_or_loses_together_at_a_table(table: Record) -> None:
    faulted(table, 0, "forfeit", 1, 6)
    with pytest.raises(BadRecord, match="a table has one game, so its reason is not forfeit"):
        verify(table)
    table = copy.deepcopy(TABLE)
    faulted(table, 0, "start", None, 6)
    with pytest.raises(BadRecord, match="seat must be a whole number"):
        verify(table)


def seat_to_move(record: Record, seat: int) -> int:
    """A number of moves after which this seat is to move, nobody standing in."""
    return next(
        made for made, (_, state) in enumerate(replay(record, 0)) if made > 5 and state.seat == seat
    )
