"""Another game of the same people, with the seats exchanged."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, NotNow
from arena.tables.game import ending
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving, rematch
from tests.arena.at_once import at_once
from tests.arena.tables.making import guest, make_table, reload


def over(table: Table) -> Table:
    """The game is over, and everyone is still there."""
    with log.locked(table.code) as row:
        ending.lose(row, 0, ending.RESIGN)
    Seat.objects.exclude(player=None).update(seen=timezone.now())
    return reload(table)


def press(table: Table, seat: int) -> Table | None:
    player = table.seats.get(number=seat).player
    assert player is not None
    with log.locked(table.code) as row:
        return rematch.rematch(row, player)


def taken(table: Table) -> list[Any]:
    return [seat.player or seat.version for seat in table.seats.all()]


def go(table: Table, seat: int) -> None:
    """The person has closed the page."""
    gone = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(table=table, number=seat).update(seen=gone)


@pytest.fixture
def table(db: None) -> Table:
    clock = {"move_s": 30, "bank_s": 60}
    return over(make_table("ecarte", [None, None], hints=True, clock=clock, network="192.0.2.1"))


def test_both_want_one_and_sit_the_other_way_round(table: Table) -> None:
    assert press(table, 0) is None
    assert press(table, 0) is None, "pressing twice is pressing once"
    again = press(table, 1)
    assert again is not None and again.state == Table.State.PLAYING
    assert taken(again) == taken(table)[::-1]
    assert again.rematch_of == table
    for field in ("ruleset", "options", "rated", "hints", "clock", "watchable", "network"):
        assert getattr(again, field) == getattr(table, field)
    assert bytes(again.seed) != bytes(table.seed)
    wants = [entry.seat for entry in table.log.filter(kind="seat", data__what="rematch")]
    assert wants == [0, 1]
    assert press(table, 0) == again


def test_partners_stay_partners_and_the_sides_change(db: None) -> None:
    table = over(make_table("kozel", [None] * 4))
    assert [press(table, seat) for seat in (0, 1, 2)] == [None] * 3
    again = press(table, 3)
    assert again is not None
    first = taken(table)
    assert taken(again) == [first[3], first[0], first[1], first[2]]


def test_bots_always_agree(db: None, make_rivals: Any) -> None:
    (bot,) = make_rivals(1, ruleset="ecarte")
    table = over(make_table("ecarte", [None, bot]))
    again = press(table, 0)
    assert again is not None
    assert taken(again) == taken(table)[::-1]
    assert again.host == table.seats.get(number=0).player


def test_a_bot_that_plays_no_more_leaves_its_seat_open(db: None, make_rivals: Any) -> None:
    (bot,) = make_rivals(1, ruleset="ecarte")
    table = over(make_table("ecarte", [None, bot]))
    bot.bot.active = None
    bot.bot.save()
    again = press(table, 0)
    assert again is not None and again.state == Table.State.OPEN


def test_whoever_has_gone_is_not_waited_for_and_not_seated(table: Table) -> None:
    go(table, 1)
    again = press(table, 0)
    assert again is not None
    assert (again.state, taken(again)) == (Table.State.OPEN, [None, taken(table)[0]])


def test_whoever_leaves_is_not_waited_for(table: Table) -> None:
    press(table, 0)
    player = table.seats.get(number=1).player
    assert player is not None
    with log.locked(table.code) as row:
        leaving.leave(row, player)
    again = rematch.next_table(table)
    assert again is not None and again.state == Table.State.OPEN


def test_only_after_the_end_and_only_for_who_sat_there(db: None) -> None:
    table = make_table("ecarte", [None, None])
    with pytest.raises(NotNow):
        press(table, 0)
    over(table)
    with log.locked(table.code) as row, pytest.raises(Forbidden):
        rematch.rematch(row, guest())
    assert Table.objects.count() == 1


def test_a_rated_game_is_followed_by_a_rated_one(alice: Any, bob: Any) -> None:
    players = [Player.objects.create(user=user) for user in (alice, bob)]
    table = over(make_table("ecarte", players, rated=True, clock={"move_s": 30, "bank_s": 60}))
    press(table, 0)
    again = press(table, 1)
    assert again is not None and again.rated


def test_a_person_with_too_many_games_is_not_seated(table: Table, settings: Any) -> None:
    settings.TABLES_PER_PLAYER = 1
    make_table("ecarte", [table.seats.get(number=1).player, None])
    press(table, 1)
    again = press(table, 0)
    assert again is not None
    assert taken(again) == [None, taken(table)[0]]


@pytest.mark.django_db(transaction=True)
def test_presses_at_the_same_moment_make_one_table() -> None:
    table = over(make_table("ecarte", [None, None]))
    at_once([partial(press, table, seat) for seat in (0, 1, 0, 1)])
    assert Table.objects.filter(rematch_of=table).count() == 1
    assert Table.objects.count() == 2
