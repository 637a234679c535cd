import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets import RULESETS, ruleset
from referee.host.clocks import ThreadWait
from referee.play.clock import (
    NS,
    BadClock,
    Clock,
    HostStarved,
    Spent,
    Stopwatch,
    longest_seconds,
)
from referee.sandbox.accounting import Times


class Machine:
    """A host whose clocks a test moves, in milliseconds."""

    def __init__(self) -> None:
        self.wall = self.processor = self.wait = 0

    def passes(self, wall: int, *, processor: int = 0, wait: int = 0) -> None:
        self.wall += wall
        self.processor += processor
        self.wait += wait

    def now(self) -> int:
        return self.wall * NS

    def times(self) -> Times:
        return Times(self.processor * NS, self.wait * NS)

    def stopwatch(self, allowance_ms: int) -> Stopwatch:
        return Stopwatch(allowance_ms * NS, self.times, now=self.now)


def test_a_clock_is_parsed_and_parts_that_are_left_out_have_their_defaults():
    assert Clock.parse("") == Clock(10_000, 500, 10_000)
    assert Clock.parse("move_ms=50, bank_ms=0") == Clock(10_000, 50, 0)
    clock = Clock(1, 2, 3)
    assert clock.as_dict() == {"start_ms": 1, "move_ms": 2, "bank_ms": 3}
    assert Clock(**clock.as_dict()) == clock


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("500", "no clock named '500'"),
        ("speed_ms=5", "use start_ms, move_ms, bank_ms"),
        ("move_ms=fast", "whole number of milliseconds, not 'fast'"),
        ("move_ms=-5", "not '-5'"),
        ("move_ms=0", "from 1 to 600000"),
        ("move_ms=", "not ''"),
        ("bank_ms=99999999", "from 0 to 3600000"),
        ("move_ms=5,move_ms=6", "given twice"),
        ("move_ms=" + "9" * 5000, "not '9999"),
    ],
)
def test_a_bad_clock_says_what_is_wrong(text, why):
    with pytest.raises(BadClock) as caught:
        Clock.parse(text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_clock_takes_whole_numbers_only():
    for wrong in (True, 500.0, "500", None):
        with pytest.raises(BadClock):
            Clock(move_ms=wrong)


def test_waiting_for_the_machine_is_not_charged():
    # Measured on a busy host: 300 ms of processor time took 700 ms of wall time.
    assert Spent(wall=700, processor=300, wait=400).charge == 300


def test_sleeping_is_charged_in_full():
    assert Spent(wall=700, processor=2, wait=0).charge == 700


def test_processor_time_is_always_charged():
    # The waits of several threads add up to more than the wall time.
    assert Spent(wall=700, processor=690, wait=2000).charge == 690


times = st.integers(0, 10**12)


@given(times, times, times)
def test_a_charge_is_at_least_the_processor_time_and_at_most_the_greater_of_it_and_the_wall_time(
    wall, processor, wait
):
    charge = Spent(wall, processor, wait).charge
    assert processor <= charge <= max(processor, wall)


def test_an_answer_exactly_on_the_deadline_counts_and_one_after_it_does_not():
    machine = Machine()
    machine.passes(5000, processor=700, wait=900)  # before the turn: does not count
    watch = machine.stopwatch(500)
    machine.passes(600, processor=20, wait=100)
    assert watch.left() == 0
    assert watch.in_time(watch.spent())
    machine.passes(1)
    assert watch.left() == -NS
    assert not watch.in_time(watch.spent())


def test_a_turn_pays_for_what_the_bot_computed_since_the_last_one_but_not_for_its_waiting():
    machine = Machine()
    last = machine.times()
    machine.passes(900, processor=70, wait=800)
    watch = Stopwatch(500 * NS, machine.times, last, now=machine.now)
    assert watch.between == 70 * NS
    machine.passes(20, processor=20)
    assert watch.spent() == Spent(wall=20 * NS, processor=90 * NS, wait=0)
    assert watch.spent().charge == 90 * NS


def test_the_time_left_grows_by_the_time_that_the_bot_waited_for_a_processor():
    machine = Machine()
    watch = machine.stopwatch(500)
    machine.passes(500, processor=100, wait=400)
    assert watch.left() == 400 * NS
    machine.passes(400, processor=400)
    assert watch.left() == 0


def test_the_time_that_an_answer_waited_for_the_referee_is_not_charged():
    machine = Machine()
    watch = machine.stopwatch(500)
    machine.passes(530, processor=10)
    spent = watch.spent(referee=30 * NS)
    assert spent.charge == 500 * NS
    assert watch.in_time(spent)


def test_a_host_that_starves_a_bot_raises_instead_of_charging_it():
    machine = Machine()
    watch = machine.stopwatch(500)
    machine.passes(9_999, processor=1, wait=9_998)
    assert watch.left() > 0
    machine.passes(2, wait=2)
    with pytest.raises(HostStarved, match="made it wait"):
        watch.left()


def test_a_bot_that_sleeps_is_late_and_not_starved():
    machine = Machine()
    watch = machine.stopwatch(500)
    machine.passes(100_000)
    assert watch.left() < 0


def test_the_referees_own_wait_is_read_from_the_kernel_and_only_grows():
    wait = ThreadWait()
    first = wait.read()
    assert 0 <= first <= wait.read()
    wait.close()
    assert wait.read() == 0


def test_the_longest_match_uses_every_clock_up():
    rules = ruleset("svoi-kozyri")  # 302 turns of two seats
    games, starts = 302 * 500 + 2 * 10_000, 4 * 2 * 10_000
    assert longest_seconds(rules, Clock(), 1) == (2 * games + starts) / 1000
    assert longest_seconds(rules, Clock(), 5) == (10 * games + starts) / 1000


@pytest.mark.parametrize("name", RULESETS)
def test_a_match_of_five_pairs_has_a_longest_duration_below_two_hours(name):
    assert 60 < longest_seconds(ruleset(name), Clock(), 5) < 2 * 3600
