"""The course of a match in two legs: faults, voids and stops."""

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.kozel.ruleset import Kozel
from engine.record import games_of_pairs
from engine.verify import verify
from referee.play.clock import Clock
from referee.play.match import MatchVoid
from tests.processes import gone
from tests.referee.play.small_bots import GOOD, Watched, match, played, program

SANDBOXES = ["off"]


def test_a_side_that_cannot_start_in_the_second_leg_loses_only_games_of_that_leg(sandbox):
    late = program(
        start="""
            from itertools import chain
            hello = sys.stdin.readline()
            if json.loads(hello)["side"] == 1: sys.exit(7)
            sys.stdin = chain([hello], sys.stdin)
        """
    )
    result = played(match(late, GOOD, pairs=4), sandbox)
    verify(result.record)
    reasons = [game["reason"] for game in result.record["games"]]
    assert reasons == ["normal"] * 4 + ["start"] * 3 + ["forfeit"]
    assert [fault.game for fault in result.faults] == [4, 5, 6]
    assert result.record["scores"][1] >= 4


def test_no_two_processes_of_a_match_are_given_the_same_seat_in_both_legs(sandbox):
    class Seats(Watched):
        def start(self, *arguments, **words):
            seats.append(words["seat"])
            return super().start(*arguments, **words)

    for ruleset in (Ecarte(target=2), Kozel(limit=2)):
        seats: list[int] = []
        played(match(ruleset=ruleset), Seats(sandbox))
        assert sorted(seats) == list(range(2 * ruleset.seats))


def test_faults_count_through_both_legs_and_the_third_forfeits_the_rest(sandbox):
    watched = Watched(sandbox)
    faulty = program("if game in (1, 3, 5): sys.exit(7)")
    result = played(match(faulty, GOOD, pairs=4), watched)
    verify(result.record)
    reasons = [game["reason"] for game in result.record["games"]]
    assert reasons == ["crash", "normal", "crash", "normal", "crash", *["forfeit"] * 3]
    for first, mirrored in games_of_pairs(result.record):
        assert mirrored == first + 4
    # Its own: one and two after faults in the first leg, one in the second, none after the third
    # fault. The opponent's: one in each leg.
    assert len(watched.started) == 3 + 1 + 2


LOOPING = {
    "in its turns": (program("while True: pass"), "timeout", 300),
    "at its start": (program(start="while True: pass"), "start", 500),
}


@pytest.mark.parametrize(
    ("place", "ruleset"), [("in its turns", Ecarte()), ("at its start", Kozel())]
)
def test_a_bot_that_loops_uses_up_three_clocks_however_long_the_match_is(sandbox, place, ruleset):
    bot, reason, allowance = LOOPING[place]
    watched = Watched(sandbox)
    clock = Clock(start_ms=500, move_ms=100, bank_ms=200)
    result = played(match(GOOD, bot, ruleset=ruleset, pairs=50, clock=clock), watched)
    verify(result.record)
    reasons = [game["reason"] for game in result.record["games"]]
    assert reasons == [reason] * 3 + ["forfeit"] * 97
    assert result.record["scores"] == [100.0, 0.0]
    assert all(f"within {allowance} ms" in fault.detail for fault in result.faults)
    # The opponent is started once, and nobody for the second leg. Where the first process of a side
    # does not start, the second is not tried.
    a_side = ruleset.seats // 2
    assert len(watched.started) == a_side + 3 * (a_side if reason == "timeout" else 1)


def test_a_machine_that_fails_in_the_second_leg_voids_the_match(sandbox):
    class Failing(Watched):
        def start(self, *arguments, **words):
            if len(self.started) == 3:
                raise OSError(12, "Cannot allocate memory")
            return super().start(*arguments, **words)

    watched = Failing(sandbox)
    ended = []
    with pytest.raises(MatchVoid, match="Cannot allocate memory"):
        played(match(), watched, on_game_end=ended.append)
    assert [game["leg"] for game in ended] == [0]
    assert all(gone(process.pid) for process in watched.started)


def test_a_match_that_is_stopped_between_the_legs_leaves_no_process(sandbox):
    class Stopped(Exception):
        pass

    def stop(game):
        if game["pair"] == 1:
            raise Stopped

    watched = Watched(sandbox)
    with pytest.raises(Stopped):
        played(match(pairs=2), watched, on_game_end=stop)
    assert len(watched.started) == 2
    assert all(gone(process.pid) for process in watched.started)
