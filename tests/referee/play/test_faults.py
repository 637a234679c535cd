"""Every fault of docs/3-protocol.md, committed by real bots in the real sandbox."""

import json
import os

import pytest

from engine.verify import verify
from referee.play.clock import Clock
from tests.referee.play.small_bots import GOOD, QUICK, Watched, match, played, program

SECOND_TURN = "if requests == 2:\n"


SANDBOXES = ["auto"]
FAULTS = {
    "sleeps": ("time.sleep(60)", "timeout", "no answer within 300 ms"),
    "spins": ("while True: pass", "timeout", "no answer within 300 ms"),
    "writes half a line and stalls": (
        "sys.stdout.write('{\"mo'); sys.stdout.flush(); time.sleep(60)",
        "timeout",
        "no answer within 300 ms",
    ),
    "ignores signals and stalls": (
        "for number in (1, 2, 3, 13, 15): signal.signal(number, signal.SIG_IGN)\n"
        "    time.sleep(60)",
        "timeout",
        "no answer within 300 ms",
    ),
    "floods standard error and never answers": (
        "while True: os.write(2, b'x' * 65536)",
        "timeout",
        "no answer within 300 ms",
    ),
    "plays what is not legal": ('say(\'{"move":"card 2C"}\')', "illegal", "2C"),
    "plays no card at all": ('say(\'{"move":""}\')', "illegal", "''"),
    "writes no JSON": ("say('card 7S')", "malformed", "'card 7S'"),
    "writes a list": ("say('[1]')", "malformed", "a list, not an object"),
    "names no move": ('say(\'{"note":"x"}\')', "malformed", 'no "move" in it'),
    "writes a blank line": ("say('')", "malformed", "expected"),
    "writes bytes that are not UTF-8": (
        'os.write(1, b\'{"move":"\\xff"}\\n\')',
        "malformed",
        "not UTF-8",
    ),
    "writes a line over 4 KiB": ("say('x' * 5000)", "malformed", "5000 bytes"),
    "answers twice": (
        "os.write(1, (json.dumps(dict(move=legal[-1])) + '\\n').encode() * 2); continue",
        "malformed",
        "unexpected output",
    ),
    "closes its output and lives on": (
        "os.close(1); time.sleep(60)",
        "crash",
        "it closed its standard output",
    ),
    "exits": ("sys.exit(3)", "crash", "exit code 3"),
    "raises an exception": ("legal['x']", "crash", "exit code 1"),
    "crashes within a line": ("os.write(1, b'{\"mo'); os._exit(4)", "crash", "exit code 4"),
    "floods": ("while True: os.write(1, b'x' * 65536)", "flood", "more than 65536 bytes"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_bot_that(name, sandbox):
    turn, reason, detail = FAULTS[name]
    watched = Watched(sandbox)
    result = played(match(program(f"{SECOND_TURN}    {turn}"), GOOD), watched)
    record = result.record
    verify(record)

    assert [game["reason"] for game in record["games"]] == [reason, reason]
    assert record["scores"] == [0.0, 2.0]
    for game, report in zip(record["games"], result.faults, strict=True):
        fault = game["fault"]
        assert detail in fault["detail"]
        assert fault["side"] == fault["seat"] == game["sides"].index(0)
        assert fault["move"] == len(game["moves"]) == report.move
        # The author gets the request that led to it, with all legal moves.
        assert report.entrant == 0
        assert '"type":"move"' in report.request
        assert '"legal":[' in report.request
    _nothing_is_left(watched)


def _nothing_is_left(watched):
    for process in watched.started:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


START_FAULTS = {
    "does not compile at run time": ("raise SystemExit(5)", "exit code 5"),
    "sleeps at start": ("time.sleep(60)", "no answer within 500 ms"),
    "spins at start": ("while True: pass", "no answer within 500 ms"),
    "greets first": ("say('hello, I am a bot')", "hello, I am a bot"),
    "answers hello with something else": (
        'sys.stdin.readline(); say(\'{"move":"pass"}\'); sys.stdin.read()',
        '{"type":"ready"}',
    ),
    "floods at start": ("while True: os.write(1, b'x' * 65536)", "more than 65536 bytes"),
}


@pytest.mark.parametrize("name", START_FAULTS)
def test_a_bot_does_not_start_that(name, sandbox):
    start, detail = START_FAULTS[name]
    watched = Watched(sandbox)
    clock = Clock(start_ms=500, move_ms=300, bank_ms=0)
    result = played(match(GOOD, program(start=start), clock=clock), watched)
    verify(result.record)
    assert [game["reason"] for game in result.record["games"]] == ["start", "start"]
    assert result.record["scores"] == [2.0, 0.0]
    assert detail in result.record["games"][0]["fault"]["detail"]
    assert [fault.entrant for fault in result.faults] == [1, 1]
    assert [fault.reason for fault in result.faults] == ["start", "start"]
    assert "hello" in result.faults[0].request or name == "greets first"
    _nothing_is_left(watched)


def test_when_both_fail_to_start_both_lose_and_forfeit_after_the_third_time(sandbox):
    broken = program(start="raise SystemExit(5)")
    result = played(match(broken, broken, pairs=2), sandbox)
    verify(result.record)
    games = result.record["games"]
    assert [game["reason"] for game in games] == ["start"] * 3 + ["forfeit"]
    assert all(game["scores"] == [0.0, 0.0] for game in games)
    assert games[0]["fault"] == {
        "side": None,
        "seat": None,
        "move": 0,
        "detail": "exit code 5 · exit code 5",
    }
    assert result.record["scores"] == [0.0, 0.0]
    assert len(result.faults) == 6


def test_a_bot_is_restarted_after_a_fault_and_plays_on(sandbox):
    turn = "if game == 1 and message['turn'] == 2: say('what?')"
    watched = Watched(sandbox)
    result = played(match(program(turn, start="tell('born')"), GOOD, pairs=2), watched)
    verify(result.record)
    reasons = [game["reason"] for game in result.record["games"]]
    assert reasons == ["malformed", "normal", "normal", "normal"]
    log = result.stderr[0].splitlines()
    assert log == [
        *("born", "--- g2m0 ---"),  # after the fault
        *("born", "--- g3m0 ---"),  # for the second leg
        "born",
    ]
    assert len(watched.started) == 5  # the opponent's process was not restarted in the first leg


def test_the_third_fault_forfeits_the_remaining_games(sandbox):
    watched = Watched(sandbox)
    result = played(match(GOOD, program("say('what?')"), pairs=3), watched)
    verify(result.record)
    games = result.record["games"]
    assert [game["reason"] for game in games] == ["malformed"] * 3 + ["forfeit"] * 3
    assert result.record["scores"] == [6.0, 0.0]
    assert games[3]["moves"] == []
    assert "3 faults" in games[3]["fault"]["detail"]
    assert len(result.faults) == 3
    assert len(watched.started) == 4  # nobody is started for the second leg
    _nothing_is_left(watched)


def test_unexpected_output_after_a_game_is_a_fault_in_the_next_game(sandbox):
    result = played(match(program(over="say('well played')"), GOOD, pairs=2), sandbox)
    verify(result.record)
    first, second, third, fourth = result.record["games"]
    assert (first["reason"], second["reason"]) == ("normal", "malformed")
    assert (third["reason"], fourth["reason"]) == ("normal", "malformed")
    assert "well played" in second["fault"]["detail"]


def test_a_fault_of_one_kozel_partner_ends_both_processes_of_its_side_only(sandbox):
    from engine.kozel.ruleset import Kozel

    turn = "if game == 1 and message['seat'] == 2: sys.exit(9)"
    watched = Watched(sandbox)
    result = played(match(program(turn), GOOD, ruleset=Kozel()), watched)
    verify(result.record)
    first, second = result.record["games"]
    assert (first["reason"], first["fault"]["seat"]) == ("crash", 2)
    assert second["reason"] == "normal"
    assert len(watched.started) == 8
    _nothing_is_left(watched)


def test_a_flood_of_one_bot_costs_the_other_nothing(sandbox):
    flood = program("for _ in range(40): os.write(2, b'x' * 65536)")
    result = played(match(flood, GOOD, clock=QUICK), sandbox)
    assert [game["reason"] for game in result.record["games"]] == ["normal", "normal"]
    assert len(result.stderr[0]) < 70_000
    assert result.stderr[1] == ""


def test_after_a_fault_the_opponent_is_told_the_result(sandbox):
    listener = program(over="tell(json.dumps(message))")
    result = played(match(listener, program("say('what?')")), sandbox)
    told = [line for line in result.stderr[0].splitlines() if line.startswith("{")]
    assert [json.loads(line) for line in told] == [
        {"type": "over", "game": 1, "scores": [1.0, 0.0], "reason": "malformed"},
        {"type": "over", "game": 2, "scores": [0.0, 1.0], "reason": "malformed"},
    ]


def test_three_faults_of_one_bot_are_not_counted_to_the_other(sandbox):
    # The first bot has two faults and the second three, so only the second forfeits.
    first = program("if game in (1, 2): say('what?')")
    second = program("if game in (3, 4, 5): say('what?')")
    result = played(match(first, second, pairs=3), sandbox)
    verify(result.record)
    assert [game["reason"] for game in result.record["games"]] == ["malformed"] * 5 + ["forfeit"]
    assert result.record["scores"] == [4.0, 2.0]
    assert [fault.entrant for fault in result.faults] == [0, 0, 1, 1, 1]
