"""Finding an opponent."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Invalid, TableError
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving, seeking
from arena.tables.seats.creating import create_table
from tests.arena.at_once import at_once
from tests.arena.tables.making import guest, reload

CLOCK = {"move_s": 30, "bank_s": 60}


def test_two_who_look_for_the_same_meet(db: None) -> None:
    first, second = guest(), guest()
    table = seeking.seek(first, "ecarte")
    assert (table.state, table.in_lobby, table.sought) == (Table.State.OPEN, True, True)
    assert seeking.seek(second, "ecarte") == table
    table = reload(table)
    assert table.state == Table.State.PLAYING
    assert {seat.player for seat in table.seats.all()} == {first, second}


def test_nobody_meets_himself(db: None) -> None:
    player = guest()
    table = seeking.seek(player, "ecarte")
    assert seeking.seek(player, "ecarte") == table
    assert reload(table).state == Table.State.OPEN
    assert Table.objects.count() == 1


def test_four_are_needed_for_kozel(db: None) -> None:
    tables = {seeking.seek(guest(), "kozel").pk for _ in range(4)}
    assert len(tables) == 1
    assert Table.objects.get().state == Table.State.PLAYING


@pytest.mark.parametrize(
    "other",
    [{"ruleset": "svoi-kozyri"}, {"clock": CLOCK}, {"ruleset": "ecarte/classic"}],
)
def test_other_terms_do_not_match(db: None, other: dict[str, Any]) -> None:
    seeking.seek(guest(), "ecarte")
    given: dict[str, Any] = {"ruleset": "ecarte", "clock": None} | other
    assert seeking.seek(guest(), **given).state == Table.State.OPEN
    assert Table.objects.count() == 2
    assert seeking.seek(guest(), **given).state == Table.State.PLAYING


def test_rated_and_unrated_do_not_match(alice: Any, bob: Any) -> None:
    players = [Player.objects.create(user=user) for user in (alice, bob)]
    seeking.seek(guest(), "ecarte", clock=CLOCK)
    rated = seeking.seek(players[0], "ecarte", rated=True, clock=CLOCK)
    assert rated.state == Table.State.OPEN
    with pytest.raises(TableError):
        seeking.seek(guest(), "ecarte", rated=True, clock=CLOCK)
    assert seeking.seek(players[1], "ecarte", rated=True, clock=CLOCK) == rated


def test_a_table_that_was_only_listed_is_not_taken(db: None) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    create_table(guest(), ruleset="ecarte", options={}, seats=seats, in_lobby=True)
    seeking.seek(guest(), "ecarte")
    assert Table.objects.filter(state=Table.State.OPEN).count() == 2


def test_nobody_is_seated_opposite_an_empty_chair(db: None) -> None:
    first, second = guest(), guest()
    stale = seeking.seek(first, "ecarte")
    Seat.objects.exclude(player=None).update(seen=timezone.now() - timedelta(minutes=1))
    table = seeking.seek(second, "ecarte")
    assert table != stale
    # Back again, the first finds the second, and waits nowhere else.
    assert seeking.seek(first, "ecarte") == table
    assert reload(table).state == Table.State.PLAYING
    assert reload(stale).state == Table.State.CLOSED


def test_leaving_cancels(db: None) -> None:
    player = guest()
    table = seeking.seek(player, "ecarte")
    with log.locked(table.code) as row:
        leaving.leave(row, player)
    assert reload(table).state == Table.State.CLOSED
    assert seeking.seek(guest(), "ecarte") != table


def test_an_unknown_game_is_refused(db: None) -> None:
    with pytest.raises(Invalid):
        seeking.seek(guest(), "bridge")


@pytest.mark.django_db(transaction=True)
def test_those_who_look_at_the_same_moment_meet() -> None:
    players = [guest() for _ in range(4)]
    at_once([partial(seeking.seek, player, "ecarte") for player in players])
    assert list(Table.objects.values_list("state", flat=True)) == ["playing"] * 2
