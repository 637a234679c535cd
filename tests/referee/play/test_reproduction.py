"""A recorded match is played again with one of its bots, and their moves are compared."""

import json

import pytest

from engine.rulesets import RULESETS
from engine.verify import verify
from referee.play.cpu_slots import CpuSlot
from referee.play.reproduction import reproduce
from tests.processes import gone
from tests.referee.play.small_bots import GOOD, Watched, match, played, program
from tests.referee.sandbox.slots import own_slot

SANDBOXES = ["off"]

# Remembers what it has seen in all games of its process: its moves depend on that.
REMEMBERS = program("tell(requests)\nlegal = legal[requests % len(legal):][:1]")
# Answers to what the clock in its request says.
CLOCKED = program("legal = legal[:1] if message['clock']['last_ms'] > 150 else legal[-1:]")
FIRST = program("legal = legal[:1]")


def recorded(first=GOOD, second=GOOD, sandbox=None, **options):
    record = json.loads(json.dumps(played(match(first, second, **options), sandbox).record))
    verify(record)
    return record


def again(record, live, sandbox):
    return reproduce(record, live, sandbox, CpuSlot(own_slot(10), None))


def differences(games):
    return [game.difference for game in games if game.difference is not None]


@pytest.mark.parametrize("name", RULESETS)
def test_a_bot_that_depends_on_its_messages_alone_plays_the_same(name, sandbox):
    record = recorded(REMEMBERS, GOOD, sandbox, ruleset=RULESETS[name](), pairs=2)
    watched = Watched(sandbox)
    games = again(record, {0: REMEMBERS}, watched)
    assert not differences(games)
    assert len(games) == 4 and all(game.compared for game in games)
    # A process for each of its seats, and new ones for the second leg.
    assert len(watched.started) == RULESETS[name].seats
    assert all(gone(process.pid) for process in watched.started)


def test_the_other_bot_and_both_can_be_live_too(sandbox):
    record = recorded(REMEMBERS, FIRST, sandbox, pairs=1)
    assert not differences(again(record, {1: FIRST}, sandbox))
    games = again(record, {0: REMEMBERS, 1: FIRST}, sandbox)
    assert not differences(games)
    assert [game.compared for game in games] == [len(game["moves"]) for game in record["games"]]


def test_it_gets_the_clock_of_the_record(sandbox):
    record = recorded(CLOCKED, GOOD, sandbox)
    for game in record["games"]:
        assert max(game["ms"]) < 150
    # As if the arena had been slow at its first move: then it plays another card.
    record["games"][0]["ms"][0] = record["games"][0]["ms"][1] = 200.0
    first = differences(again(record, {0: CLOCKED}, sandbox))[0]
    assert first.move in (1, 2, 3)


def test_the_first_difference_of_a_game_is_told_with_its_position(sandbox):
    record = recorded(GOOD, GOOD, sandbox)
    games = again(record, {0: FIRST}, sandbox)
    found = games[0].difference
    moves = record["games"][0]["moves"]
    assert games[0].compared == sum(1 for move in moves[: found.move]) // 2
    assert found.recorded == moves[found.move]
    assert found.played not in (None, found.recorded)
    assert f"seat={found.seat}" in found.position
    assert found.next_is_possible in (True, False, None)
    if found.next_is_possible is not None:
        assert found.next_move == moves[found.move + 1]


CRASHES = "if game == 1 and requests == 3:\n    os._exit(7)"
FAULTS = {
    "crash": CRASHES,
    "illegal": "if game == 1 and requests == 3:\n    legal = ['card 1X']",
    "malformed": "if game == 1 and requests == 3:\n    say('what?')\n    continue",
    "timeout": "if game == 1 and requests == 3:\n    time.sleep(1)",
    "flood": "if game == 1 and requests == 3:\n    sys.stdout.write('x' * 100_000)\n    continue",
}


@pytest.mark.parametrize("reason", FAULTS)
def test_the_same_fault_is_no_difference_and_another_answer_is(reason, sandbox):
    faulty = program(FAULTS[reason])
    # The second game of the leg is played by a new process.
    record = recorded(faulty, GOOD, sandbox, pairs=2)
    assert record["games"][0]["reason"] == reason
    assert not differences(again(record, {0: faulty}, sandbox))
    [found] = differences(again(record, {0: GOOD}, sandbox))
    assert found.fault.startswith("record: ")
    assert (found.recorded, found.move) == (None, len(record["games"][0]["moves"]))
    assert found.played is not None


def test_another_fault_at_the_same_move_is_a_difference(sandbox):
    record = recorded(program(FAULTS["crash"]), GOOD, sandbox)
    [found] = differences(again(record, {0: program(FAULTS["illegal"])}, sandbox))
    assert found.fault.startswith("record: ") and "here: made an illegal move" in found.fault
    assert found.played is None


def test_a_fault_that_the_record_does_not_have_is_a_difference(sandbox):
    record = recorded(GOOD, GOOD, sandbox)
    [found] = differences(again(record, {0: program(CRASHES)}, sandbox))
    assert found.fault.startswith("here: crashed")
    assert found.recorded is not None and found.played is None


def test_after_a_fault_of_the_other_side_its_own_process_lives_on(sandbox):
    record = recorded(program(CRASHES), REMEMBERS, sandbox, pairs=2)
    assert record["games"][0]["reason"] == "crash"
    assert not differences(again(record, {1: REMEMBERS}, sandbox))


def test_forfeited_games_and_starts_that_fail_are_followed(sandbox):
    never = program(start="os._exit(1)")
    record = recorded(never, GOOD, sandbox, pairs=3)
    assert {game["reason"] for game in record["games"]} == {"start", "forfeit"}
    assert not differences(again(record, {0: never}, sandbox))
    assert not differences(again(record, {1: GOOD}, sandbox))
    found = differences(again(record, {0: GOOD}, sandbox))
    assert len(found) == 3
    assert all(difference.fault.startswith("record: ") for difference in found)


def test_a_program_that_does_not_start_here_differs_in_every_game(sandbox):
    record = recorded(GOOD, GOOD, sandbox)
    found = differences(again(record, {0: program(start="os._exit(1)")}, sandbox))
    assert [difference.fault[:5] for difference in found] == ["here:", "here:"]


def test_partners_are_both_live(sandbox):
    record = recorded(GOOD, GOOD, sandbox, ruleset=RULESETS["kozel"]())
    found = again(record, {1: FIRST}, sandbox)[0].difference
    assert found is not None and found.seat in (1, 3)
