"""When the arena stands still, people's clocks stand too."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import sleep
from typing import Any

import pytest
from django.utils import timezone

from arena.tables import log
from arena.tables.errors import TableError
from arena.tables.game import pulse, turns, windows
from arena.tables.models import Pulse, Seat, Table
from arena.tables.seats import expiry
from tests.arena.at_once import at_once
from tests.arena.tables.making import answer_first, game_of, make_table, reload

CLOCK = {"move_s": 30, "bank_s": 60}


class Time:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def run(self, seconds: float) -> None:
        """Time passes while everything runs."""
        while seconds > 0:
            self.pass_by(min(4, seconds))
            seconds -= 4
            pulse.beat(pulse.WEB, self)
            pulse.beat(pulse.HOUSEKEEPING, self)


@pytest.fixture
def time(db: None) -> Time:
    time = Time()
    time.run(1)
    return time


@pytest.fixture
def table(time: Time) -> Table:
    table = make_table("ecarte", [None, None], clock=CLOCK)
    Table.objects.update(asked=time.now, deadline=time.now + timedelta(seconds=90))
    return reload(table)


def spent(table: Table, time: Time) -> float:
    """How many seconds the person who is asked has spent."""
    asked = reload(table).asked
    assert asked is not None
    return (time.now - asked).total_seconds()


def ends_after(table: Table, time: Time, seconds: float) -> bool:
    """Whether the person has exactly so much time left."""
    time.run(seconds - 1)
    expiry.sweep(time)
    before = reload(table).state
    time.run(2)
    expiry.sweep(time)
    return before == Table.State.PLAYING and reload(table).state == Table.State.OVER


def test_without_a_gap_the_time_passes(table: Table, time: Time) -> None:
    time.run(20)
    assert spent(table, time) == 20
    assert ends_after(table, time, 70)


@pytest.mark.parametrize("kinds", [(pulse.WEB,), (pulse.HOUSEKEEPING,)])
def test_the_time_of_a_gap_comes_back(table: Table, time: Time, kinds: tuple[str, ...]) -> None:
    time.run(20)
    for _ in range(25):
        time.pass_by(4)
        for kind in {pulse.WEB, pulse.HOUSEKEEPING} - set(kinds):
            pulse.beat(kind, time)
        expiry.sweep(time)
    assert reload(table).state == Table.State.PLAYING, "no clock runs out in the gap"
    for kind in kinds:
        pulse.beat(kind, time)
    assert spent(table, time) == 20
    assert ends_after(table, time, 70)


def test_a_gap_of_both_counts_once(table: Table, time: Time) -> None:
    time.run(20)
    time.pass_by(100)
    pulse.beat(pulse.HOUSEKEEPING, time)
    expiry.sweep(time)
    # Two web processes come back, one after the other.
    time.pass_by(3)
    for kind in (pulse.WEB, pulse.WEB, pulse.HOUSEKEEPING):
        pulse.beat(kind, time)
    assert spent(table, time) == 20
    assert ends_after(table, time, 70)


def test_a_short_delay_is_no_gap(table: Table, time: Time) -> None:
    time.run(20)
    for _ in range(5):
        time.pass_by(4.9)
        pulse.beat(pulse.WEB, time)
        pulse.beat(pulse.HOUSEKEEPING, time)
    assert spent(table, time) == pytest.approx(44.5)


def test_a_question_that_bots_asked_in_the_gap_begins_at_its_end(table: Table, time: Time) -> None:
    time.pass_by(50)
    Table.objects.update(asked=time.now)
    time.pass_by(50)
    pulse.beat(pulse.WEB, time)
    pulse.beat(pulse.HOUSEKEEPING, time)
    assert spent(table, time) == 0


def test_whoever_ran_out_of_time_before_the_gap_has_lost(table: Table, time: Time) -> None:
    time.run(91)
    time.pass_by(100)
    pulse.beat(pulse.WEB, time)
    pulse.beat(pulse.HOUSEKEEPING, time)
    expiry.sweep(time)
    assert reload(table).state == Table.State.OVER


def test_the_times_of_people_move_on_too(table: Table, time: Time) -> None:
    then = time.now
    fields = ("seen", "away", "left", "wait_since", "resigned")
    Seat.objects.filter(table=table, number=0).update(**dict.fromkeys(fields, then))
    time.pass_by(60)
    pulse.beat(pulse.WEB, time)
    seat = table.seats.get(number=0)
    assert {getattr(seat, field) for field in fields} == {then + timedelta(seconds=60)}
    assert table.seats.get(number=1).left is None


def test_ended_tables_stay_as_they_are(table: Table, time: Time) -> None:
    Table.objects.update(state=Table.State.OVER)
    touched = reload(table).touched
    time.pass_by(60)
    pulse.beat(pulse.WEB, time)
    assert reload(table).touched == touched


@pytest.mark.django_db(transaction=True)
def test_processes_that_come_back_at_the_same_moment_move_the_times_once() -> None:
    time = Time()
    time.run(1)
    table = make_table("ecarte", [None, None], clock=CLOCK)
    Table.objects.update(asked=time.now)
    time.pass_by(100)
    beats: list[Callable[[], Any]] = [lambda: pulse.beat(pulse.WEB, time)] * 3
    at_once([*beats, lambda: pulse.beat(pulse.HOUSEKEEPING, time)])
    assert spent(table, time) == 0


def test_a_window_lasts_until_people_can_answer(time: Time) -> None:
    table = make_table("kozel", [None] * 4)
    assert table.window is not None
    over = table.window | {"until": table.window["until"] - table.window["length"]}

    def close() -> Table:
        with log.locked(table.code) as row:
            turns.close_window(row, game_of(row))
        return reload(table)

    Pulse.objects.filter(kind=pulse.WEB).update(at=time.now - timedelta(minutes=1))
    Table.objects.update(window=over)
    prolonged = close()
    assert prolonged.window is not None
    assert prolonged.window["until"] >= table.window["until"]
    assert prolonged.due == windows.end(prolonged)
    Pulse.objects.filter(kind=pulse.WEB).update(at=timezone.now())
    # The housekeeping is needed for no answer.
    Pulse.objects.filter(kind=pulse.HOUSEKEEPING).update(at=time.now - timedelta(minutes=1))
    Table.objects.update(window=over)
    assert close().window is None


def test_the_first_request_after_a_gap_brings_the_time_back(table: Table, time: Time) -> None:
    time.run(20)
    time.pass_by(300)
    pulse.beat(pulse.HOUSEKEEPING, time)
    expiry.expire(table.code, time)
    assert reload(table).state == Table.State.PLAYING
    assert spent(table, time) == 20


def test_nobody_is_too_late_while_the_clocks_stand(table: Table, time: Time) -> None:
    long_ago = timezone.now() - timedelta(minutes=5)
    Table.objects.update(asked=long_ago)
    with pytest.raises(TableError, match="run out"):
        answer_first(table)
    Pulse.objects.filter(kind=pulse.HOUSEKEEPING).update(at=long_ago)
    answer_first(table)


@pytest.mark.django_db(transaction=True)
def test_a_web_process_says_that_it_is_alive() -> None:
    process = pulse.WebPulse()
    process.start()
    try:
        for _ in range(200):
            if Pulse.objects.filter(kind=pulse.WEB).exists():
                return
            sleep(0.05)
        pytest.fail("no pulse within ten seconds")
    finally:
        process.stop()
