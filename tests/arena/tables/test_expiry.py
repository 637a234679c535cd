"""What ends a game without anybody's help."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import TableError
from arena.tables.game import pulse
from arena.tables.models import Pulse, Seat, Table
from arena.tables.seats import expiry, leaving, limits, presence
from arena.tables.seats.creating import create_table
from tests.arena.at_once import at_once
from tests.arena.tables.making import answer, answer_first, game_of, guest, make_table, reload

CLOCK = {"move_s": 30, "bank_s": 60}
IDLE = timedelta(minutes=settings.TABLE_IDLE_MINUTES)


def after(seconds: float) -> Callable[[], datetime]:
    """A clock that is ahead."""
    return lambda: timezone.now() + timedelta(seconds=seconds)


def expired(table: Table, seconds: float) -> Table:
    """The table, looked at so much later."""
    expiry.expire(table.code, after(seconds))
    return reload(table)


def touch(table: Table) -> None:
    """Computes the deadline again."""
    with log.locked(table.code):
        pass


def to_move(table: Table) -> int:
    seat = game_of(table).seat
    assert seat is not None
    return seat


@pytest.fixture
def players(alice: Any, bob: Any) -> list[Player]:
    return [Player.objects.create(user=user) for user in (alice, bob)]


@pytest.fixture
def rated(players: list[Player]) -> Table:
    """Alice and Bob play a rated game, and were there when it began."""
    table = make_table("ecarte", players, rated=True, clock=CLOCK)
    Seat.objects.update(seen=timezone.now())
    return table


def test_whoever_runs_out_of_time_loses(db: None) -> None:
    table = make_table("ecarte", [None, None], clock=CLOCK)
    seat = to_move(table)
    assert expired(table, 89).state == Table.State.PLAYING
    table = expired(table, 91)
    assert (table.state, table.reason) == (Table.State.OVER, "timeout")
    assert (table.score0, table.score1) == ((0.0, 1.0) if seat == 0 else (1.0, 0.0))
    assert table.fault is not None
    assert (table.fault["seat"], table.fault["move"]) == (seat, 0)


def test_the_sweep_ends_what_nobody_looks_at(db: None) -> None:
    late = make_table("ecarte", [None, None], clock=CLOCK)
    other = make_table("ecarte", [None, None], clock={"move_s": 600, "bank_s": 0})
    expiry.sweep(after(100))
    assert reload(late).state == Table.State.OVER
    assert reload(other).state == Table.State.PLAYING


def test_an_untouched_table_is_closed_and_nobody_has_resigned(db: None) -> None:
    table = make_table("ecarte", [None, None])
    assert expired(table, IDLE.total_seconds() - 5).state == Table.State.PLAYING
    table = expired(table, IDLE.total_seconds() + 5)
    assert (table.state, table.reason, table.score0) == (Table.State.CLOSED, "untouched", None)
    assert table.fault is None


@pytest.mark.parametrize("away", [True, False])
def test_a_slow_clock_keeps_no_table_whose_person_is_away(db: None, away: bool) -> None:
    table = make_table("ecarte", [None, None], clock={"move_s": 600, "bank_s": 3600})
    if away:
        table.seats.filter(number=to_move(table)).update(away=timezone.now())
    touch(table)
    table = expired(table, IDLE.total_seconds() + 5)
    assert table.reason == ("untouched" if away else "")


def test_an_open_table_stays_while_somebody_is_there(db: None) -> None:
    host = guest()
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = create_table(host, ruleset="ecarte", options={}, seats=seats)
    Table.objects.update(touched=timezone.now() - 2 * IDLE)
    touch(table)
    assert expired(table, 0).state == Table.State.OPEN
    Seat.objects.update(seen=timezone.now() - 2 * IDLE)
    presence.seen(table, host)
    assert expired(table, IDLE.total_seconds() - 5).state == Table.State.OPEN
    assert expired(table, IDLE.total_seconds() + 5).state == Table.State.CLOSED


def test_bots_that_think_long_close_no_table(db: None, make_rivals: Any) -> None:
    (bot,) = make_rivals(1, ruleset="ecarte")
    table = make_table("ecarte", [bot, None])
    if to_move(table) == 0:
        assert table.deadline is None
    else:
        answer_first(table)
        assert reload(table).deadline is None


@pytest.mark.parametrize("away", [True, False])
def test_the_side_to_move_that_is_gone_loses_a_rated_game_soon(rated: Table, away: bool) -> None:
    seat = to_move(rated)
    rated.seats.filter(number=seat).update(**{"away" if away else "left": timezone.now()})
    touch(rated)
    assert expired(rated, 55).state == Table.State.PLAYING
    rated = expired(rated, 65)
    assert (rated.state, rated.reason) == (Table.State.OVER, "left")
    assert rated.fault is not None and rated.fault["seat"] == seat


@pytest.mark.parametrize("seconds", [65, 95])
def test_whoever_was_not_there_when_a_rated_game_began_has_not_lost_it(
    players: list[Player], seconds: float
) -> None:
    for nth in range(limits.ABORTS.most + 1):
        table = make_table("ecarte", players, rated=True, clock=CLOCK)
        since = timezone.now() - timedelta(minutes=5)
        # As of an open table whose host has closed the page. At 95 s the clock has run out too.
        away = timezone.now() if seconds == 65 else None
        table.seats.filter(number=to_move(table)).update(seen=since, away=away)
        touch(table)
        table = expired(table, seconds)
        # Again and again it is lost, as by aborting.
        lost = nth == limits.ABORTS.most
        assert table.state == (Table.State.OVER if lost else Table.State.CLOSED)
        assert lost or table.reason == "absent"


def test_whoever_comes_back_in_time_plays_on(rated: Table) -> None:
    seat = to_move(rated)
    rated.seats.filter(number=seat).update(away=timezone.now())
    touch(rated)
    presence.seen(rated, rated.seats.get(number=seat).player)
    assert expired(rated, 65).state == Table.State.PLAYING


def test_a_person_who_is_gone_while_another_moves_loses_nothing_yet(rated: Table) -> None:
    seat = to_move(rated)
    rated.seats.filter(number=1 - seat).update(left=timezone.now())
    touch(rated)
    assert expired(rated, 65).state == Table.State.PLAYING


def test_an_unrated_game_is_lost_by_leaving_it_only_after_the_second_move(db: None) -> None:
    for moves, state in ((0, Table.State.CLOSED), (2, Table.State.OVER)):
        table = make_table("ecarte", [None, None])
        while leaving.moves_made(table, to_move(table)) < moves:
            answer_first(table)
        table.seats.filter(number=to_move(table)).update(left=timezone.now())
        touch(table)
        table = expired(table, 65)
        assert (table.state, table.reason) == (state, "left")


def test_being_away_loses_no_unrated_game(db: None) -> None:
    table = make_table("ecarte", [None, None])
    table.seats.update(away=timezone.now())
    touch(table)
    assert expired(table, 600).state == Table.State.PLAYING


def test_in_a_game_of_four_the_others_decide_about_a_person_who_is_gone(db: None) -> None:
    table = make_table("kozel", [None] * 4, rated=True, clock={"move_s": 600, "bank_s": 0})
    table.seats.filter(number=to_move(table)).update(left=timezone.now())
    touch(table)
    assert expired(table, 65).state == Table.State.PLAYING


def test_nothing_expires_while_the_arena_stands_still(db: None) -> None:
    table = make_table("ecarte", [None, None], clock=CLOCK)
    Pulse.objects.create(kind=pulse.WEB, at=timezone.now())
    expiry.sweep(after(100))
    assert expired(table, 100).state == Table.State.PLAYING


@pytest.mark.django_db(transaction=True)
def test_an_answer_at_the_last_moment_counts_or_is_refused_but_never_both() -> None:
    for _ in range(3):
        table = make_table("ecarte", [None, None], clock=CLOCK)
        # Over for this question in 75 s, and for the next one in 90 s.
        Table.objects.update(asked=F("asked") - timedelta(seconds=15))
        refused: list[Exception] = []
        question, text = game_of(table).noticed[to_move(table)], game_of(table).legal()[0]
        give = partial(answer, table, to_move(table), text, question)
        at_once([partial(note, refused, give), partial(expiry.expire, table.code, after(80))])
        table = reload(table)
        assert table.log.filter(kind="move").count() == (0 if refused else 1)
        assert table.state == (Table.State.OVER if refused else Table.State.PLAYING)


def note(refused: list[Exception], give: Callable[[], None]) -> None:
    try:
        give()
    except TableError as error:
        refused.append(error)


def test_whoever_has_moved_twice_has_played_a_rated_game_however_fast(
    players: list[Player],
) -> None:
    table = make_table("svoi-kozyri", players, rated=True, clock=CLOCK)
    # As of somebody who created the table, and played for less than ten seconds.
    Seat.objects.update(seen=timezone.now() - timedelta(minutes=5))
    while game_of(table).seat is not None and len(game_of(table).moves) < 6:
        answer_first(table)
    seat = to_move(table)
    assert sum(move.seat == seat for move in game_of(table).moves) >= 2
    table = expired(table, 95)
    assert (table.state, table.reason) == (Table.State.OVER, "timeout")
