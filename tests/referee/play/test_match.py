"""A match from its seed to its record."""

import json
import os
import re
import time
from pathlib import Path

import pytest

import engine
from engine.ecarte.ruleset import Ecarte
from engine.kozel.ruleset import Kozel
from engine.randomness import commitment, pair_seed
from engine.record import replay
from engine.rulesets import RULESETS
from engine.svoi_kozyri.ruleset import SvoiKozyri
from engine.verify import verify
from referee.play import clock
from referee.play.clock import Clock
from referee.play.match import Entrant, MatchSettings, MatchVoid
from referee.sandbox import Times, choose
from tests.referee.play.small_bots import GOOD, SEED, Watched, match, played, program

SANDBOXES = ["off"]
# Copies what it reads to standard error, without views and legal moves.
LISTEN = """
def heard(line):
    message = json.loads(line)
    message.pop("view", None)
    message.pop("legal", None)
    tell(json.dumps(message))
    return line
sys.stdin = map(heard, sys.stdin)
"""
ECHO = program(start=LISTEN)


def messages(stderr: str) -> list[dict]:
    return [json.loads(line) for line in stderr.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("name", RULESETS)
def test_a_match_of_every_ruleset_gives_a_record_that_verifies(name):
    sandbox = choose("auto")
    watched = Watched(sandbox)
    ruleset = RULESETS[name]()
    result = played(match(ruleset=ruleset, pairs=2), watched)
    record = json.loads(json.dumps(result.record))
    verify(record)
    assert record["format"] == "goat-record/2"
    assert record["engine"] == engine.VERSION
    assert record["ruleset"] == name
    assert record["match_seed"] == SEED.hex()
    assert record["commitment"] == commitment(SEED)
    assert record["bots"] == [
        {"name": "first", "version": 1, "sha256": GOOD.sha256, "language": "python"},
        {"name": "second", "version": 2, "sha256": GOOD.sha256, "language": "python"},
    ]
    assert sum(record["scores"]) == 4.0
    assert not result.faults
    assert len(watched.started) == 2 * ruleset.seats


def test_the_two_games_of_a_pair_have_the_same_seed_and_exchanged_sides(sandbox):
    record = played(match(pairs=2), sandbox).record
    assert [game["pair"] for game in record["games"]] == [0, 1, 0, 1]
    assert [game["leg"] for game in record["games"]] == [0, 0, 1, 1]
    assert [game["sides"] for game in record["games"]] == [[0, 1], [0, 1], [1, 0], [1, 0]]
    # Both bots are the same deterministic program.
    moves = [game["moves"] for game in record["games"]]
    assert moves[0] == moves[2] != moves[1] == moves[3]
    start = Ecarte().start(pair_seed(SEED, 1)).position()
    assert next(replay(record, 3))[1].position() == start


def test_the_same_seed_gives_the_same_match(sandbox):
    first, second = (played(match(seed=bytes(32)), sandbox).record for _ in range(2))
    for game in first["games"] + second["games"]:
        del game["ms"]
    assert first == second


def test_options_reach_the_bots_and_the_record(sandbox):
    result = played(match(ECHO, ruleset=Kozel(limit=4, molodka="off")), sandbox)
    verify(result.record)
    assert result.record["options"] == {"limit": 4, "molodka": "off"}
    hello = messages(result.stderr[0])[0]
    assert hello["options"] == {"limit": 4, "molodka": "off"}


def test_a_bot_receives_all_messages_in_order(sandbox):
    result = played(match(ECHO), sandbox)
    heard = messages(result.stderr[0])
    kinds = "".join({"move": "m"}.get(message["type"], message["type"][0]) for message in heard)
    assert re.fullmatch("hgm+obhgm+ob", kinds)
    assert heard[0] == {
        "type": "hello",
        "protocol": 1,
        "ruleset": "ecarte",
        "options": {},
        "side": 0,
        "seats": 2,
        "games": 2,
        "clock": {"start_ms": 10000, "move_ms": 300, "bank_ms": 0},
    }
    assert [message for message in heard if message["type"] == "hello"][1] == heard[0] | {"side": 1}
    games = [message for message in heard if message["type"] == "game"]
    assert games == [
        {"type": "game", "game": 1, "seat": 0, "side": 0},
        {"type": "game", "game": 2, "seat": 1, "side": 1},
    ]
    overs = [message for message in heard if message["type"] == "over"]
    assert overs == [
        {"type": "over", "game": number, "scores": game["scores"], "reason": "normal"}
        for number, game in enumerate(result.record["games"], 1)
    ]
    turns = [message["turn"] for message in heard if message.get("game") == 2 and "turn" in message]
    assert turns == list(range(1, len(turns) + 1))


def test_hello_names_the_side_in_the_next_game(sandbox):
    hello = (
        "sys.stdin = map(lambda line: (tell(line) if 'hello' in line else 0, line)[1], sys.stdin)"
    )
    faulty = program("if game == 1: say('what?')", start=hello)
    result = played(match(faulty, program(start=hello), pairs=2), sandbox)
    assert [message["side"] for message in messages(result.stderr[0])] == [0, 0, 1]
    assert [message["side"] for message in messages(result.stderr[1])] == [1, 0]


def test_events_tell_a_seat_everything_that_it_may_know_exactly_once(sandbox):
    result = played(match(ECHO, ruleset=SvoiKozyri()), sandbox)
    game = result.record["games"][0]
    told = [
        event["move"]
        for message in messages(result.stderr[0])
        if message["type"] == "move" and message["game"] == 1
        for event in message["events"]
    ]
    assert told == game["moves"][: len(told)]
    assert len(game["moves"]) - len(told) <= 2


def test_a_new_deal_is_an_event(sandbox):
    result = played(match(ECHO), sandbox)
    deals = [
        event["deal"]
        for message in messages(result.stderr[0])
        if message["type"] == "move" and message["game"] == 1
        for event in message["events"]
        if "deal" in event
    ]
    assert deals == list(range(1, len(deals) + 1))
    assert deals


def test_the_cards_of_a_set_may_be_named_in_any_order(sandbox):
    turn = """
        verb, *cards = max(legal, key=len).split()
        cards = [card.replace('T', '10') for card in reversed(cards)]
        say(json.dumps(dict(move=' '.join([verb, *cards])))); continue
    """
    result = played(match(program(turn), program(turn), ruleset=Kozel()), sandbox)
    verify(result.record)
    assert not result.faults
    assert any(len(move.split()) > 2 for move in result.record["games"][0]["moves"])


def test_a_note_is_recorded_with_its_move(sandbox):
    turn = "say(json.dumps(dict(move=legal[-1], note=f'turn {requests}'))); continue"
    result = played(match(program(turn), GOOD), sandbox)
    verify(result.record)
    notes = result.record["games"][0]["notes"]
    assert list(notes.values())[:2] == ["turn 1", "turn 2"]
    turns = [index for index, *_ in result.times[0][0]]
    assert list(notes) == [str(index) for index in turns]


def test_a_kozel_side_is_two_processes_that_play_the_seats_of_their_side(sandbox):
    seats = program("tell(os.getpid(), game, message['seat'])")
    result = played(match(seats, GOOD, ruleset=Kozel()), sandbox)
    lines = set(result.stderr[0].splitlines())
    found = {tuple(line.split()) for line in lines if not line.startswith(("===", "---"))}
    assert {(game, seat) for _, game, seat in found} == {
        ("1", "0"),
        ("1", "2"),
        ("2", "1"),
        ("2", "3"),
    }
    assert len({pid for pid, _, _ in found}) == 4  # two in each leg
    assert "=== process 2 of 2 ===" in lines


def test_a_kozel_partner_that_does_not_start_is_named_by_its_own_seat(sandbox, tmp_path):
    # The second process of the bot finds the folder of the first.
    start = f"""
        try: os.mkdir({str(tmp_path / "first")!r})
        except FileExistsError: sys.exit(5)
    """
    result = played(match(program(start=start), GOOD, ruleset=Kozel()), sandbox)
    verify(result.record)
    first, _ = result.record["games"]
    assert first["reason"] == "start"
    assert first["fault"] == {"side": 0, "seat": 2, "move": 0, "detail": "exit code 5"}


def test_processes_that_are_ready_are_stopped_while_others_start(sandbox):
    class Checked(Watched):
        def start(self, *arguments, **words):
            for process in self.started[len(self.started) // 4 * 4 :]:  # those of this leg
                deadline = time.monotonic() + 5  # a signal takes a while on a busy machine
                while "\nState:\tT" not in Path(f"/proc/{process.pid}/status").read_text():
                    assert time.monotonic() < deadline
            return super().start(*arguments, **words)

    watched = Checked(sandbox)
    played(match(ruleset=Kozel()), watched)
    assert len(watched.started) == 8


def test_the_bank_pays_for_what_a_turn_takes_beyond_its_free_time(sandbox):
    slow = program("message['turn'] == 1 and time.sleep(0.2); tell(json.dumps(message['clock']))")
    clock = Clock(start_ms=10_000, move_ms=100, bank_ms=20_000)
    result = played(match(slow, GOOD, clock=clock), sandbox)
    assert not result.faults
    for game in (0, 1):
        told = messages(result.stderr[0])
        turns = len(result.times[0][0])
        first, second = told[game * turns], told[game * turns + 1]
        assert first == {"bank_ms": 20_000, "last_ms": 0.0}  # full again in every game
        # A wait that began before the turn and ended in it may reduce the charge.
        assert second["last_ms"] >= 180
        assert second["bank_ms"] <= 20_000 - 80
    index, wall, processor, wait, _ = result.times[0][0][0]
    assert wall >= 200
    assert processor + wait < wall
    assert result.record["games"][0]["ms"][index] >= 180


def test_an_empty_bank_is_a_timeout(sandbox):
    slow = program("time.sleep(0.12)")
    clock = Clock(start_ms=10_000, move_ms=40, bank_ms=200)
    result = played(match(slow, GOOD, clock=clock), sandbox)
    verify(result.record)
    game = result.record["games"][0]
    assert game["reason"] == "timeout"
    assert len(result.times[0][0]) == 2  # 80 ms each: the third does not fit


def test_a_bot_gets_no_processor_while_it_is_not_its_turn(sandbox):
    # Computes until its next request, and reports its processor time between its turns.
    greedy = program(
        """
        now = time.process_time()
        message["turn"] > 1 and tell(now - since)
        if message["turn"] > 5: sys.exit()
        print(json.dumps(dict(move=legal[-1])), flush=True)
        since = time.process_time()
        while not select.select([0], [], [], 0)[0]: pass
        continue
        """
    )
    sleeper = program("time.sleep(0.2)")
    result = played(match(greedy, sleeper, clock=Clock(10_000, 10_000, 0)), sandbox)
    computed = [float(line) for line in result.stderr[0].splitlines() if line[0] != "-"]
    assert len(computed) == 10
    # Out of two seconds. On a busy machine the referee may stop it late, and charges it for that.
    assert sum(computed) < 0.5


def test_ticks_come_while_a_bot_thinks_and_end_the_match_when_they_raise(sandbox):
    class CalledAway(Exception):
        pass

    calls = []

    def tick():
        calls.append(1)
        if len(calls) == 3:
            raise CalledAway

    watched = Watched(sandbox)
    clock = Clock(start_ms=10_000, move_ms=60_000, bank_ms=0)
    with pytest.raises(CalledAway):
        played(match(program("time.sleep(60)"), GOOD, clock=clock), watched, tick=tick)
    assert len(calls) == 3
    for process in watched.started:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


def test_a_tick_that_takes_long_costs_no_bot_its_time(sandbox):
    slow = program("if requests < 4: time.sleep(0.1)")
    clock = Clock(start_ms=10_000, move_ms=400, bank_ms=0)
    result = played(match(slow, slow, clock=clock), sandbox, tick=lambda: time.sleep(0.6))
    assert not result.faults


def test_each_game_of_the_record_is_passed_on_when_it_ends(sandbox):
    games = []
    record = played(match(pairs=2), sandbox, on_game_end=games.append).record
    assert games == record["games"]

    def no_more(game):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        played(match(), sandbox, on_game_end=no_more)


def test_a_game_in_play_can_be_watched_as_it_grows(sandbox):
    begun, seen = [], []
    slow = program("if requests < 4: time.sleep(0.25)")
    record = played(
        match(slow, slow, clock=Clock(start_ms=10_000, move_ms=5_000, bank_ms=0)),
        sandbox,
        tick=lambda: seen.append([len(game.moves) for game in begun]),
        on_game_start=begun.append,
    ).record
    assert [game.moves for game in begun] == [game["moves"] for game in record["games"]]
    assert seen == sorted(seen)
    assert any(0 < lengths[0] < len(begun[0].moves) for lengths in seen if lengths)


def test_standard_error_names_the_move_that_it_was_written_for(sandbox):
    talker = program("tell('legal', len(message['legal']))")
    result = played(match(talker, GOOD), sandbox)
    log = result.stderr[0].splitlines()
    marks = [re.fullmatch(r"--- g(\d+)m([1-9]\d*) ---", line) for line in log]
    found = [(int(mark[1]), int(mark[2])) for mark in marks if mark]
    turns = [(game + 1, turn[0] + 1) for game in (0, 1) for turn in result.times[0][game]]
    assert found == turns


def test_when_the_machine_fails_the_match_is_void_and_nothing_is_left(sandbox):
    class Failing(Watched):
        def start(self, *arguments, **words):
            if self.started:
                raise OSError(12, "Cannot allocate memory")
            return super().start(*arguments, **words)

    watched = Failing(sandbox)
    with pytest.raises(MatchVoid, match="Cannot allocate memory"):
        played(match(), watched)
    with pytest.raises(ProcessLookupError):
        os.kill(watched.started[0].pid, 0)


def test_a_host_that_keeps_a_bot_waiting_for_too_long_voids_the_match(sandbox, monkeypatch):
    """The bot sleeps, but the accounting says that it waited for a processor."""

    class Starved(Watched):
        def start(self, *arguments, **words):
            process = super().start(*arguments, **words)
            began = time.monotonic_ns()
            monkeypatch.setattr(process, "times", lambda: Times(0, time.monotonic_ns() - began))
            return process

    monkeypatch.setattr(clock, "STARVED_EXTRA_MS", 100)
    sleeper = program("time.sleep(60)")
    with pytest.raises(MatchVoid, match=r"^in \d+ ms the machine gave a bot"):
        played(match(sleeper, clock=Clock(10_000, 20, 0)), Starved(sandbox))


def test_when_the_engine_fails_the_match_is_void(sandbox):
    class Broken(Ecarte):
        def start(self, seed):
            raise ZeroDivisionError("a bug")

    with pytest.raises(MatchVoid, match="ZeroDivisionError: a bug"):
        played(match(ruleset=Broken()), sandbox)


def test_a_bot_that_does_not_exit_after_the_match_is_killed(sandbox):
    stays = program(start="import atexit; atexit.register(time.sleep, 60)")
    watched = Watched(sandbox)
    record = played(match(stays, stays), watched).record
    assert [game["reason"] for game in record["games"]] == ["normal", "normal"]
    for process in watched.started:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


def test_a_match_leaves_no_file_descriptor_open(sandbox):
    def descriptors():
        return sorted(Path("/proc/self/fd").iterdir())

    played(match(), sandbox)
    before = descriptors()
    played(match(GOOD, program("sys.exit(1)")), sandbox)
    assert descriptors() == before


def test_a_match_needs_a_pair_and_a_seed():
    entrants = (Entrant("a", 1, GOOD), Entrant("b", 1, GOOD))
    with pytest.raises(ValueError, match="at least 1 pair"):
        MatchSettings(Ecarte(), entrants, 0, SEED)
    with pytest.raises(ValueError, match="32 bytes"):
        MatchSettings(Ecarte(), entrants, 1, b"short")
