"""Who is at the table, and who is away."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.people.models import Player
from arena.tables import log
from arena.tables.game import pulse
from arena.tables.models import Pulse, Seat, Table
from arena.tables.seats import presence
from arena.tables.seats.creating import create_table
from arena.tables.watching import lists
from arena.web import news
from tests.arena.tables.making import guest, make_table, reload


@pytest.fixture
def player(db: None) -> Player:
    return guest()


@pytest.fixture
def table(player: Player) -> Table:
    table = make_table("ecarte", [player, None])
    Seat.objects.update(seen=timezone.now())
    return table


@pytest.fixture
def told() -> Iterator[list[str]]:
    """The codes of the tables of which the watchers are told."""
    codes: list[str] = []
    stop = news.listen(codes.append)
    yield codes
    stop()


def last_seen(table: Table, seconds: float) -> None:
    seen = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(table=table, number=0).update(seen=seen)


def seat_of(table: Table) -> Seat:
    return table.seats.get(number=0)


def test_a_person_who_asks_for_nothing_is_away_after_a_while(table: Table) -> None:
    last_seen(table, 25)
    presence.sweep()
    assert seat_of(table).away is None
    last_seen(table, 31)
    presence.sweep()
    assert seat_of(table).away is not None
    assert table.seats.get(number=1).away is None
    assert not table.log.filter(kind="seat").exists(), "a flickering network fills no log"


def test_the_others_are_told_when_somebody_goes_and_comes_back(
    table: Table, player: Player, told: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    last_seen(table, 31)
    with django_capture_on_commit_callbacks(execute=True):
        presence.sweep()
    assert told == [table.code]
    with django_capture_on_commit_callbacks(execute=True):
        presence.sweep()
    assert told == [table.code], "once"
    with django_capture_on_commit_callbacks(execute=True):
        presence.seen(table, player)
    assert told == [table.code] * 2
    assert seat_of(table).away is None


def test_many_tabs_are_one_person_and_one_write(
    table: Table, player: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    last_seen(table, 11)
    presence.seen(table, player)
    seen = seat_of(table).seen
    with django_assert_num_queries(1):
        presence.seen(table, player)
    assert seat_of(table).seen == seen


def test_spectators_are_nobodys_presence(table: Table) -> None:
    last_seen(table, 31)
    before = seat_of(table).seen
    presence.seen(table, None)
    presence.seen(table, guest())
    assert seat_of(table).seen == before


def test_away_is_not_left_and_touches_no_deadline_of_an_unrated_table(table: Table) -> None:
    with log.locked(table.code):
        pass
    deadline = reload(table).deadline
    last_seen(table, 31)
    presence.sweep()
    assert seat_of(table).left is None
    assert reload(table).deadline == deadline


def test_nobody_goes_away_because_the_arena_stood_still(table: Table) -> None:
    Pulse.objects.create(kind=pulse.WEB, at=timezone.now() - timedelta(seconds=30))
    last_seen(table, 31)
    presence.sweep()
    assert seat_of(table).away is None
    pulse.beat(pulse.WEB)
    presence.sweep()
    assert seat_of(table).away is None


def test_after_the_end_presence_still_counts_for_a_rematch(table: Table, player: Player) -> None:
    Table.objects.update(state=Table.State.OVER)
    last_seen(table, 31)
    presence.seen(reload(table), player)
    seen = seat_of(table).seen
    assert seen is not None and timezone.now() - seen < timedelta(seconds=5)


def test_the_lobby_lists_no_table_at_which_nobody_is(player: Player) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = create_table(player, ruleset="ecarte", options={}, seats=seats, in_lobby=True)
    assert list(lists.lobby()) == [table]
    last_seen(table, 31)
    presence.sweep()
    assert list(lists.lobby()) == []
    presence.seen(table, player)
    assert list(lists.lobby()) == [table]
