"""The bots of a table are asked one question at a time, and may be started anew at any time."""

import json
import os
import signal
import threading
import time
from typing import Any

import pytest

from engine.kozel.ruleset import Kozel
from engine.rulesets import RULESETS, ruleset
from referee.play.clock import Clock
from referee.sandbox import Process
from tests.processes import gone, state_of
from tests.referee.play.small_bots import program
from tests.referee.play.table_bots import RECORDER, Dealt, Made, TableOfBots, moves_told

SANDBOXES = ["auto"]
ECARTE = ruleset("ecarte")


def everywhere(program: Any, rules: Any = ECARTE) -> dict[int, Any]:
    return dict.fromkeys(range(rules.seats), program)


def process_of(table: TableOfBots, seat: int) -> Process:
    return table.bots._processes.running[seat].bot.process


def stops(pid: int) -> None:
    """Waits until the signal that stops the process has reached it: the kernel takes a moment."""
    while state_of(pid) != "T":
        time.sleep(0.001)


@pytest.mark.parametrize("name", RULESETS)
def test_a_new_process_is_told_all_that_the_one_before_it_knew(name: str, sandbox: Any) -> None:
    rules = ruleset(name)
    with TableOfBots(sandbox, rules, everywhere(RECORDER, rules)) as table:
        while len(table.moves) < 17:
            table.ask()
        seat = table.state.seat
        assert seat is not None
        warm = table.told(seat)
        with TableOfBots(sandbox, rules, {seat: RECORDER}) as other:
            for move in table.moves:
                other.make(move.text, move.ms)
            other.ask()
            table.ask()
            cold = other.told(seat)
            # hello and game are the same bytes …
            assert cold[:-1] == warm[:2]
            # … and so is the request, but for the events that the warm process knew.
            (asked,), before = moves_told(cold), moves_told(table.told(seat))
            known = [event for message in before for event in message["events"]]
            assert asked["events"] == known
            assert len(known) > len(before[-1]["events"])
            assert cold[-1] == line({**before[-1], "events": known})


def line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


def test_what_a_seat_may_not_know_changes_no_byte(sandbox: Any) -> None:
    # In the first game seat 1 holds four spades and is asked; in the second nobody is.
    rules = Kozel()
    rest = "exposed=QH stock=QH6D7D8H leader=0"
    asked = rules.position(f"hands=7C8D9HTS/6S7S8S9S/JCJDJHJS/QCQDKHKS {rest}")
    unasked = rules.position(f"hands=7C8D9HTS/6S7S8S9C/JCJDJHJS/QCQDKHKS {rest}")
    told = []
    for position, secret in ((asked, [Made(1, "pass", 250.0)]), (unasked, [])):
        with TableOfBots(sandbox, Dealt(rules, position), everywhere(RECORDER, rules)) as table:
            for move in secret:
                table.make(move.text, move.ms)
            table.ask()
            told.append(table.told(0))
    assert told[0] == told[1]
    assert len(moves_told(told[0])) == 1


def test_a_warm_process_is_told_only_what_is_new(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        for expected in (True, False, False):
            table.make_until(0)
            assert table.ask().started is expected
        turns = moves_told(table.told(0))
        assert [message["turn"] for message in turns] == [1, 2, 3]
        seen = [event for message in turns for event in message["events"]]
        assert len(seen) == len(table.moves) - 1
        assert len({json.dumps(event) for event in seen[:3]}) == 3


def test_bots_are_stopped_between_questions(sandbox: Any) -> None:
    # It computes on after its answer.
    spins = program("say(json.dumps(dict(move=legal[-1])))\nwhile True: pass")
    with TableOfBots(sandbox, ECARTE, {0: spins, 1: RECORDER}) as table:
        table.make_until(0)
        table.ask()
        table.make_until(1)
        table.ask()
        for seat in (0, 1):
            stops(process_of(table, seat).pid)
        used = process_of(table, 0).times().processor_ns
        assert process_of(table, 0).times().processor_ns == used


def test_the_bank_is_what_the_bots_own_turns_have_left(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}, Clock(10_000, 300, 1000)) as table:
        while [move.seat for move in table.moves].count(0) < 3 or table.state.seat != 0:
            own = table.state.seat == 0
            table.make(table.state.texts(table.state.legal())[-1], 450.0 if own else 99_000.0)
        clocks = []
        # All of its turns; only the last, since a person had made the others; none.
        first, last = [n for n, move in enumerate(table.moves) if move.seat == 0][::2]
        for since in (first, last, len(table.moves)):
            table.bots.put(0, RECORDER)
            table.bots.ask(0, table.moves, since=since)
            clocks.append(moves_told(table.told(0))[0]["clock"])
    assert clocks == [
        {"bank_ms": 550, "last_ms": 450.0},
        {"bank_ms": 850, "last_ms": 450.0},
        {"bank_ms": 1000, "last_ms": 0.0},
    ]


def test_a_bot_that_answers_a_secret_question_too_late_passes(sandbox: Any) -> None:
    late = program("if requests == 1: time.sleep(60)")
    with TableOfBots(sandbox, ECARTE, {0: late}, Clock(10_000, 500, 30_000)) as table:
        table.make_until(0)
        table.bots.start(0, table.moves)
        pid = process_of(table, 0).pid
        answered = table.bots.ask(0, table.moves, within_ms=60)
        assert answered.text is None
        assert 50 < answered.ms < 1000
        assert gone(pid)
        assert table.bots.running == set()


def test_a_bot_whose_clock_runs_out_in_a_window_loses(sandbox: Any) -> None:
    late = program("time.sleep(60)")
    with TableOfBots(sandbox, ECARTE, {0: late}, Clock(10_000, 50, 0)) as table:
        table.make_until(0)
        fault = table.fault(within_ms=5000)
        assert fault.report.reason == "timeout"


def test_a_process_that_was_told_what_did_not_happen_is_replaced(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        assert table.bots.ask(0, [Made(1, "propose")]).started
        # The game went on otherwise.
        table.make("stand")
        table.make_until(0)
        table.make_any()
        table.make_until(0)
        assert table.ask().started
        assert moves_told(table.told(0))[-1]["events"][0] == {"seat": 1, "move": "stand"}


def test_the_same_question_goes_to_a_new_process(sandbox: Any) -> None:
    # The answer was not stored: the step that asked was too late, say.
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        table.make_until(0)
        assert table.bots.ask(0, table.moves).started
        assert table.bots.ask(0, table.moves).started
        first, second = moves_told(table.told(0))
        assert first == second


def test_a_bot_can_be_started_before_it_is_asked(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER, 1: program(start="sys.exit(1)")}) as table:
        assert table.bots.start(0, table.moves)
        stops(process_of(table, 0).pid)
        # One that does not start has committed no fault yet.
        assert not table.bots.start(1, table.moves)
        assert table.bots.running == {0}
        table.make_until(0)
        assert not table.ask().started
        assert len(moves_told(table.told(0))) == 1
        slow = program(start="time.sleep(60)")
        table.bots.put(1, slow)
        assert not table.bots.start(1, table.moves, within_ms=30)


def test_another_program_may_take_the_seat(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        table.make_until(0)
        table.ask()
        pid = process_of(table, 0).pid
        table.bots.put(0, program("tell('another')"))
        assert gone(pid)
        table.make_until(0)
        assert table.ask().started
        assert "another" in table.bots.stderr(0)
        table.bots.put(0, None)
        assert table.bots.running == set()


def test_bots_outlive_the_thread_that_asked_them_first(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        table.make_until(0)
        thread = threading.Thread(target=table.ask)
        thread.start()
        thread.join()
        # The kernel would end them a moment later.
        assert process_of(table, 0).exit(within=0.2) is None
        table.make_until(0)
        assert not table.ask().started


FAULTS = {
    "crash": ("sys.exit(3)", "exit code 3"),
    "timeout": ("time.sleep(60)", "no answer within 60 ms"),
    "illegal": ('say(\'{"move":"card 2C"}\')', "2C"),
    "malformed": ("say('card 7S')", "expected"),
    "flood": ("while True: os.write(1, b'x' * 65536)", "more than 65536 bytes"),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_fault_is_that_of_its_seat(reason: str, sandbox: Any) -> None:
    turn, detail = FAULTS[reason]
    bad = program(f"tell('request', requests)\nif requests == 2:\n    {turn}")
    with TableOfBots(sandbox, ECARTE, {0: bad, 1: RECORDER}, Clock(10_000, 60, 0)) as table:
        while [move.seat for move in table.moves].count(0) < 1 or table.state.seat != 0:
            table.ask()
        fault = table.fault()
        assert (fault.report.seat, fault.report.reason) == (0, reason)
        assert detail in fault.report.detail
        assert fault.report.move == len(table.moves)
        assert json.loads(fault.report.request)["turn"] == 2
        assert fault.report.cause
        assert "request 2" in fault.stderr
        # The other bot is not touched.
        assert table.bots.running == {1}


def test_a_bot_that_does_not_start_loses_when_it_is_asked(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: program(start="raise KeyError('x')")}) as table:
        table.make_until(0)
        fault = table.fault()
        assert fault.report.reason == "start"
        assert "KeyError" in fault.report.cause
        assert table.bots.running == set()


def test_a_bot_that_died_while_it_was_not_asked_is_found_at_its_next_turn(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        table.make_until(0)
        table.ask()
        os.kill(process_of(table, 0).pid, signal.SIGKILL)
        table.make_until(0)
        fault = table.fault()
        assert (fault.report.reason, fault.report.detail) == ("crash", "signal SIGKILL")


def test_a_line_that_nobody_asked_for_is_found_at_the_next_turn(sandbox: Any) -> None:
    twice = program(
        "os.write(1, (json.dumps(dict(move=legal[-1])) + '\\n').encode() * 2)\ncontinue"
    )
    with TableOfBots(sandbox, ECARTE, {0: twice}) as table:
        table.make_until(0)
        table.ask()
        table.make_until(0)
        fault = table.fault()
        assert fault.report.reason == "malformed"
        assert "unexpected output" in fault.report.detail


def test_an_exception_of_the_caller_ends_the_question_and_its_process(sandbox: Any) -> None:
    class Stop(Exception):
        pass

    def tick() -> None:
        raise Stop

    with TableOfBots(sandbox, ECARTE, {0: RECORDER}) as table:
        table.make_until(0)
        with pytest.raises(Stop):
            table.bots.ask(0, table.moves, tick=tick)
        assert table.bots.running == set()
        assert table.ask().started


def test_only_the_seat_to_move_is_asked(sandbox: Any) -> None:
    with TableOfBots(sandbox, ECARTE, everywhere(RECORDER)) as table:
        table.make_until(0)
        with pytest.raises(ValueError, match="it is the turn of seat 0, not 1"):
            table.bots.ask(1, table.moves)


def open_files() -> set[str]:
    return set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - their names are numbers


def test_warm_bots_are_told_the_result(sandbox: Any) -> None:
    before = open_files()
    with TableOfBots(sandbox, ECARTE, everywhere(RECORDER)) as table:
        table.make_until(0)
        table.ask()
        pid = process_of(table, 0).pid
        table.bots.finish((0.0, 1.0), "resigned")
        over = b'{"type":"over","game":1,"scores":[0.0,1.0],"reason":"resigned"}'
        assert table.told(0)[-2:] == [over, b'{"type":"bye"}']
        assert gone(pid)
        assert open_files() == before


def test_nothing_is_left_after_the_close(sandbox: Any) -> None:
    before = threading.active_count(), open_files()
    with TableOfBots(sandbox, ECARTE, everywhere(RECORDER)) as table:
        for _ in range(3):
            table.ask()
        pids = [process_of(table, seat).pid for seat in table.bots.running]
    assert pids
    assert all(gone(pid) for pid in pids)
    assert (threading.active_count(), open_files()) == before
    table.bots.close()
