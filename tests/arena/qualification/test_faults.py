"""The faults of a record, as the author of a version reads them."""

import json
from typing import Any

import pytest

from arena.qualification import faults
from arena.qualification.faults import Fault
from engine.faults import FAULTS_OF_BOTS, Reason
from engine.randomness import pair_seed
from engine.rulesets import ruleset
from referee.play.clock import Clock

SEED = bytes(32)
CLOCK = Clock(start_ms=2500, move_ms=300, bank_ms=4000)


def game(reason: str, seat: int | None = None, detail: str = "", moves: Any = ()) -> dict[str, Any]:
    fault = {"seat": seat, "move": len(moves), "detail": detail}
    return {"reason": reason, "fault": fault, "moves": list(moves)}


def record(*games: dict[str, Any]) -> dict[str, Any]:
    for pair, game in enumerate(games):
        game["pair"] = pair
    return {"ruleset": "ecarte", "options": {}, "match_seed": SEED.hex(), "games": list(games)}


def start(game_index: int) -> Any:
    """The state in which a game of the record starts."""
    return ruleset("ecarte").start(pair_seed(SEED, game_index))


def test_a_game_without_a_fault_gives_none() -> None:
    clean = {"reason": "normal", "fault": None, "moves": []}
    assert faults.of_record(record(clean, clean), {}) == []


def test_a_forfeit_is_not_listed_since_it_only_follows_from_faults() -> None:
    found = faults.of_record(record(game("start"), game("forfeit", 0)), {})
    assert [fault.reason for fault in found] == ["start"]


def test_games_are_counted_from_1_and_moves_from_0() -> None:
    clean = {"reason": "normal", "fault": None, "moves": []}
    (fault,) = faults.of_record(record(clean, game("crash", 0)), {})
    assert (fault.game, fault.move) == (2, 0)


def test_the_seat_to_move_is_shown_what_it_was_asked() -> None:
    state = start(0)
    (fault,) = faults.of_record(record(game("illegal", state.seat)), {})
    assert fault.request == {
        "view": state.view(state.seat),
        "legal": state.texts(state.legal()),
    }
    assert json.loads(fault.request_text)["legal"] == fault.request["legal"]


def test_a_seat_that_was_not_asked_has_no_request() -> None:
    (fault,) = faults.of_record(record(game("crash", 1 - start(0).seat)), {})
    assert fault.request is None


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_bot_that_did_not_start_has_no_request(seat: int | None) -> None:
    (fault,) = faults.of_record(record(game("start", seat)), {})
    assert fault.request is None


def test_a_detail_that_postgresql_cannot_store_is_replaced() -> None:
    (fault,) = faults.of_record(record(game("crash", 0, "a\0b\ud800c")), {})
    assert fault.detail == "a�b?c"


@pytest.mark.parametrize("reason", sorted(FAULTS_OF_BOTS - {Reason.FORFEIT}))
def test_every_fault_says_what_happened_and_what_to_do(reason: Reason) -> None:
    meaning = Fault(1, 0, 0, reason, "", "", None).meaning(CLOCK)
    happened = f"The bot {reason.text}. "
    assert meaning.startswith(happened)
    assert len(meaning) > len(happened)
    assert "%(" not in meaning


def test_the_advice_names_the_clock() -> None:
    assert "within 2.5 s" in Fault(1, 0, None, "start", "", "", None).meaning(CLOCK)
    timeout = Fault(1, 0, 0, "timeout", "", "", None).meaning(CLOCK)
    assert "300 ms" in timeout
    assert "4 s" in timeout


def test_the_cause_of_a_fault_is_that_of_its_game_and_otherwise_its_detail() -> None:
    found = faults.of_record(
        record(game("crash", 0, "exit code 1"), game("start", None, "exit code 2")),
        {1: "main.py line 2: KeyError: 'x'\nTraceback"},
    )
    assert [fault.first_line for fault in found] == ["main.py line 2: KeyError: 'x'", "exit code 2"]
    assert [fault.trace for fault in found] == ["Traceback", ""]
