"""What a record must say of games that ended by a fault."""

import pytest

from engine.errors import BadRecord
from engine.verify import verify
from tests.engine.records import Record, faulted, on_turn


@pytest.mark.parametrize("reason", ["timeout", "illegal", "malformed", "crash", "flood"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_game_may_end_by_a_fault(record: Record, reason: str, side: int) -> None:
    faulted(record, 2, reason, side, on_turn(record, 2, side))
    verify(record)


@pytest.mark.parametrize("reason", ["malformed", "crash", "flood"])
def test_a_bot_may_fail_when_it_is_not_its_turn(record: Record, reason: str) -> None:
    faulted(record, 2, reason, 1, on_turn(record, 2, 0))
    verify(record)


@pytest.mark.parametrize("side", [0, 1, None])
def test_one_side_or_both_may_fail_to_start(record: Record, side: int | None) -> None:
    faulted(record, 0, "start", side)
    verify(record)
    assert record["games"][0]["scores"] == {0: [0, 1], 1: [1, 0], None: [0, 0]}[side]


def test_a_third_fault_forfeits_the_games_that_are_left(record: Record) -> None:
    for index in (0, 1, 3):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    for index in (4, 5):
        faulted(record, index, "forfeit", record["games"][index]["sides"].index(0))
    verify(record)


def test_both_bots_may_forfeit(record: Record) -> None:
    for index in range(3):
        faulted(record, index, "start", None)
    for index in (3, 4, 5):
        faulted(record, index, "forfeit", None)
    verify(record)
    assert record["scores"] == [0, 0]


def test_a_fault_after_the_end_changes_no_result(record: Record) -> None:
    game = record["games"][0]
    fault = {"side": 0, "seat": 0, "move": len(game["moves"]), "detail": "exit code 1"}
    game.update(reason="crash", fault=fault)
    with pytest.raises(BadRecord, match="the game was over, so its reason is normal"):
        verify(record)


BAD_FAULTS = {
    "null": (lambda fault: None, "fault must be an object"),
    "detail": (lambda fault: fault | {"detail": ""}, "detail must be a text"),
    "move": (lambda fault: fault | {"move": 0}, "move is 0, but should be"),
    "seat": (lambda fault: fault | {"seat": 2}, "there is no seat 2"),
    "other_seat": (lambda fault: fault | {"seat": 1, "side": 1}, "it was the turn of seat 0"),
    "side": (lambda fault: fault | {"side": 1}, "side is 1, but should be 0"),
    "both": (lambda fault: fault | {"side": None, "seat": None}, "seat must be a whole number"),
    "no_side": (lambda fault: {k: v for k, v in fault.items() if k != "side"}, "side is missing"),
}


@pytest.mark.parametrize("reason", ["timeout", "illegal"])
@pytest.mark.parametrize("name", BAD_FAULTS)
def test_a_fault_names_who_was_to_move(record: Record, name: str, reason: str) -> None:
    faulted(record, 0, reason, 0, on_turn(record, 0, 0))
    spoil, why = BAD_FAULTS[name]
    record["games"][0]["fault"] = spoil(record["games"][0]["fault"])
    with pytest.raises(BadRecord, match=why):
        verify(record)


def test_the_side_at_fault_has_lost(record: Record) -> None:
    faulted(record, 0, "crash", 0, 1)
    record["games"][0]["scores"] = [1.0, 0.0]
    with pytest.raises(BadRecord, match=r"scores are \[1.0, 0.0\], but should be \[0.0, 1.0\]"):
        verify(record)


@pytest.mark.parametrize("reason", ["start", "forfeit"])
def test_a_game_with_moves_did_not_fail_to_start(record: Record, reason: str) -> None:
    faulted(record, 0, reason, 0, 1)
    with pytest.raises(BadRecord, match=f"moves were made, so the reason is not {reason}"):
        verify(record)


def test_no_game_is_forfeited_before_the_third_fault(record: Record) -> None:
    for index in (0, 1):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    faulted(record, 2, "forfeit", 0)
    with pytest.raises(BadRecord, match="game 2: a bot forfeits every game after"):
        verify(record)


def test_no_game_is_played_after_the_third_fault(record: Record) -> None:
    for index in (0, 1, 2):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    with pytest.raises(BadRecord, match="game 3: a bot forfeits every game after"):
        verify(record)


def test_the_right_bot_forfeits(record: Record) -> None:
    for index in (0, 1, 2):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    for index in (3, 4, 5):
        faulted(record, index, "forfeit", record["games"][index]["sides"].index(1))
    with pytest.raises(BadRecord, match="game 3: a bot forfeits every game after"):
        verify(record)
