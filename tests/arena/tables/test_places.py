"""Places: so many tables play at once, and the others wait in line."""

from typing import Any

import pytest
from django.utils import timezone

from arena.tables import log
from arena.tables.game import ending
from arena.tables.models import Table
from arena.tables.seats import leaving, places
from arena.tables.seats.creating import create_table
from arena.web import news
from tests.arena.at_once import at_once
from tests.arena.tables.making import guest, reload


@pytest.fixture
def seats(settings: Any, make_rivals: Any) -> list[dict[str, Any]]:
    settings.TABLES_AT_ONCE = 1
    (version,) = make_rivals(1, ruleset="ecarte")
    return [{"kind": "me"}, {"kind": "bot", "bot": str(version.bot)}]


def create(seats: list[dict[str, Any]]) -> Table:
    return create_table(guest(), ruleset="ecarte", options={}, seats=seats)


@pytest.mark.django_db(transaction=True)
def test_the_table_that_waited_longest_gets_the_next_place(seats: list[dict[str, Any]]) -> None:
    playing, second, third = create(seats), create(seats), create(seats)
    assert [places.position(table) for table in (playing, second, third)] == [None, 1, 2]
    with log.locked(playing.code) as table:
        ending.close(table, ending.ABORTED)
    second, third = reload(second), reload(third)
    assert second.state == Table.State.PLAYING
    assert second.waiting_since is None
    assert places.position(third) == 1


def test_a_place_that_nobody_passed_on_is_swept(seats: list[dict[str, Any]]) -> None:
    playing, waiting = create(seats), create(seats)
    # The process died right after the end.
    Table.objects.filter(pk=playing.pk).update(state=Table.State.OVER)
    places.start_waiting()
    assert reload(waiting).state == Table.State.PLAYING


def test_nobody_overtakes_a_table_that_waits(seats: list[dict[str, Any]]) -> None:
    playing, waiting = create(seats), create(seats)
    Table.objects.filter(pk=playing.pk).update(state=Table.State.OVER)
    late = create(seats)
    assert reload(late).state == Table.State.WAITING
    told: list[str] = []
    stop = news.listen(told.append)
    places.start_waiting()
    stop()
    assert reload(waiting).state == Table.State.PLAYING
    assert reload(late).state == Table.State.WAITING
    assert late.code in told, "its position has changed"


@pytest.mark.django_db(transaction=True)
def test_tables_that_begin_at_the_same_moment_do_not_take_one_place_twice(
    seats: list[dict[str, Any]],
) -> None:
    at_once([lambda: create(seats)] * 3)
    states = sorted(Table.objects.values_list("state", flat=True))
    assert states == ["playing", "waiting", "waiting"]


def test_whoever_leaves_gives_up_the_place_in_line(seats: list[dict[str, Any]]) -> None:
    create(seats)
    waiting = create(seats)
    with log.locked(waiting.code) as table:
        assert table.host is not None
        leaving.leave(table, table.host)
    assert reload(waiting).state == Table.State.CLOSED


def test_a_table_at_which_nobody_is_lets_others_pass_and_keeps_its_position(
    seats: list[dict[str, Any]],
) -> None:
    playing, empty = create(seats), create(seats)
    empty.seats.exclude(player=None).update(away=timezone.now())
    Table.objects.filter(pk=playing.pk).update(state=Table.State.OVER)
    places.start_waiting()
    assert places.position(reload(empty)) == 1
    late = create(seats)
    assert late.state == Table.State.PLAYING
    Table.objects.filter(pk=late.pk).update(state=Table.State.OVER)
    empty.seats.update(away=None)
    places.start_waiting()
    assert reload(empty).state == Table.State.PLAYING
