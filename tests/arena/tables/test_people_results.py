"""What the ratings of people learn of a table that has ended."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.people.models import Player, TableResult
from arena.tables import log
from arena.tables.errors import TableError
from arena.tables.game import ending
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving
from arena.tables.seats.creating import create_table
from tests.arena.tables.making import guest, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(alice: Any, bob: Any) -> list[Player]:
    return [Player.objects.create(user=user) for user in (alice, bob)]


def lose(table: Table, seat: int, reason: str) -> None:
    with log.locked(table.code) as row:
        ending.lose(row, seat, reason)
    ending.settle_ended()


def test_a_finished_rated_table_is_rated_once(players: list[Player]) -> None:
    table = make_table("ecarte", players, rated=True)
    lose(table, 1, ending.RESIGN)
    Table.objects.update(settled=False)
    ending.settle_ended()
    result = TableResult.objects.get(table=table.code)
    assert (result.pool, result.rated, result.score, result.reason) == (
        "ecarte",
        True,
        1.0,
        "resigned",
    )
    assert [one.player for one in result.participants.all()] == players
    assert Table.objects.get().settled


def test_a_table_without_result_leaves_none(players: list[Player]) -> None:
    table = make_table("ecarte", players, rated=True)
    with log.locked(table.code) as row:
        ending.close(row, ending.ABORTED, 0)
    ending.settle_ended()
    assert Table.objects.get().settled
    assert not TableResult.objects.exists()


def test_partners_lose_together_by_resigning_and_not_by_leaving(players: list[Player]) -> None:
    others = [Player.objects.create(user=User.objects.create(username=n)) for n in ("carol", "dan")]
    seats = [players[0], others[0], players[1], others[1]]
    for reason, rated in ((ending.RESIGN, [0, 1, 2, 3]), (ending.LEFT, [0, 1, 3])):
        table = make_table("kozel", seats, rated=True)
        lose(table, 0, reason)
        result = TableResult.objects.get(table=table.code)
        assert [one.seat for one in result.participants.all() if one.rated] == rated


@pytest.mark.parametrize("agreed", [False, True])
def test_nobody_resigns_for_a_partner_who_is_away(players: list[Player], agreed: bool) -> None:
    others = [Player.objects.create(user=User.objects.create(username=n)) for n in ("carol", "dan")]
    table = make_table("kozel", [players[0], others[0], players[1], others[1]], rated=True)
    now = timezone.now()
    table.seats.filter(number=2).update(away=now, resigned=now if agreed else None)
    with log.locked(table.code) as row:
        leaving.resign(row, players[0], confirm=True)
    ending.settle_ended()
    result = TableResult.objects.get(table=table.code)
    rated = [one.seat for one in result.participants.all() if one.rated]
    assert rated == ([0, 1, 2, 3] if agreed else [0, 1, 3])


def test_whom_a_bot_replaces_until_the_end_has_lost(
    players: list[Player], make_rivals: Any
) -> None:
    (version,) = make_rivals(1, ruleset="ecarte")
    table = make_table("ecarte", players, rated=True)
    Seat.objects.filter(table=table, number=0).update(stand_in=version, away=timezone.now())
    with log.locked(table.code) as row:
        ending.finish(row, (1.0, 0.0), "normal")
    ending.settle_ended()
    result = TableResult.objects.get()
    assert (result.score, result.rated_score) == (1.0, 0.0)
    assert [one.score for one in result.participants.all()] == [0.0, 0.0]


def test_getting_up_after_the_end_changes_nothing(players: list[Player]) -> None:
    table = make_table("ecarte", players, rated=True)
    with log.locked(table.code) as row:
        ending.lose(row, 1, ending.TIMEOUT)
    Seat.objects.filter(number=0).update(left=timezone.now() + timedelta(seconds=1))
    ending.settle_ended()
    assert TableResult.objects.get().participants.get(seat=0).score == 1.0


def test_unusual_options_cannot_be_rated(players: list[Player]) -> None:
    with pytest.raises(TableError, match="named variant"):
        create_table(
            players[0],
            ruleset="ecarte",
            options={"must_trump": True},
            seats=[{"kind": "me"}, {"kind": "open"}],
            rated=True,
            clock={"move_s": 30, "bank_s": 60},
        )
    assert not Table.objects.exists()


def test_games_of_guests_are_stored_and_unrated(players: list[Player]) -> None:
    table = make_table("ecarte", [players[0], guest()], rated=True)
    lose(table, 1, ending.RESIGN)
    assert not TableResult.objects.get().rated
