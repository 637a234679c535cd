"""A guest who logs in or signs up keeps seats and games."""

from typing import Any

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.people import merging, players
from arena.people.models import Player
from arena.people.players import COOKIE
from arena.tables import log
from arena.tables.game import ending
from arena.tables.models import Seat, Table
from arena.tables.seats import choices
from arena.tables.seats.creating import create_table
from tests.arena.at_once import at_once
from tests.arena.conftest import PASSWORD
from tests.arena.tables.making import guest, make_table, reload

KEY = "the key of a guest's cookie"


@pytest.fixture
def visitor(db: None) -> Player:
    """A guest, whose cookie the client has."""
    return Player.objects.create(key=players._hashed(KEY), guest_name="Guest 4711")


@pytest.fixture
def browser(client: Client, visitor: Player) -> Client:
    client.cookies[COOKIE] = KEY
    return client


def log_in(browser: Client) -> Any:
    return browser.post("/accounts/login/", {"username": "alice", "password": PASSWORD})


def test_a_guest_who_logs_in_first_becomes_the_player_of_the_account(
    browser: Client, visitor: Player, alice: User
) -> None:
    table = make_table("ecarte", [visitor, None], host=visitor)
    response = log_in(browser)
    assert response.status_code == 302
    assert response.cookies[COOKIE]["max-age"] == 0, "the cookie is removed"
    player = Player.objects.get(user=alice)
    assert player == visitor and player.key is None and player.name == "alice"
    assert table.seats.get(number=0).player == player
    assert reload(table).host == player


def test_a_guest_who_signs_up_keeps_the_game(browser: Client, visitor: Player) -> None:
    table = make_table("ecarte", [visitor, None], host=visitor)
    form = {"username": "carol", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/accounts/signup/", form).status_code == 302
    player = Player.objects.get(user__username="carol")
    assert table.seats.get(number=0).player == player
    assert reload(table).host == player


def test_seats_move_to_the_player_that_the_account_has(
    browser: Client, visitor: Player, alice: User
) -> None:
    player = Player.objects.create(user=alice)
    playing = make_table("ecarte", [visitor, None], host=visitor)
    ended = make_table("ecarte", [None, visitor])
    with log.locked(ended.code) as row:
        ending.close(row, ending.ABORTED)
    n = reload(playing).changes
    log_in(browser)
    assert playing.seats.get(number=0).player == player
    assert reload(playing).host == player
    assert reload(playing).changes > n, "watchers learn of it"
    assert ended.seats.get(number=1).player == player
    assert Player.objects.get(pk=visitor.pk).key is None


def test_nobody_holds_two_hands_at_one_table_by_logging_in(
    browser: Client, visitor: Player, alice: User
) -> None:
    player = Player.objects.create(user=alice)
    table = make_table("kozel", [player, visitor, None, None], host=visitor)
    log_in(browser)
    assert table.seats.get(number=0).player == player
    left = table.seats.get(number=1)
    assert left.player == visitor and left.left is not None
    assert reload(table).host == player
    assert "reclaim" not in choices.choices(reload(table), 0, player)


def test_an_open_table_where_both_sit_has_one_seat_more(
    browser: Client, visitor: Player, alice: User
) -> None:
    player = Player.objects.create(user=alice)
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
    table = create_table(player, ruleset="kozel", options={}, seats=seats)
    table.seats.filter(number=2).update(player=visitor)
    log_in(browser)
    assert [seat.player for seat in table.seats.all()] == [player, None, None, None]


def test_the_cookie_of_a_guest_who_became_an_account_is_worth_nothing(
    browser: Client, visitor: Player, alice: User
) -> None:
    log_in(browser)
    thief = Client()
    thief.cookies[COOKIE] = KEY
    request = thief.get("/").wsgi_request
    assert players.find_player(request) is None


def test_logging_in_without_a_guest_changes_nothing(client: Client, alice: User) -> None:
    client.cookies[COOKIE] = "unknown"
    assert COOKIE not in log_in(client).cookies
    assert not Player.objects.exists()


def test_an_error_keeps_nobody_from_logging_in(
    browser: Client, visitor: Player, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError

    Player.objects.create(user=alice)
    monkeypatch.setattr(merging.results, "move", fail)
    table = make_table("ecarte", [visitor, None])
    response = log_in(browser)
    assert response.status_code == 302
    assert COOKIE not in response.cookies
    assert table.seats.get(number=0).player == visitor, "nothing half done"


@pytest.mark.django_db(transaction=True)
def test_two_log_ins_at_the_same_moment_merge_once(alice: User) -> None:
    visitors = [guest(), guest()]
    tables = [make_table("ecarte", [visitor, None]) for visitor in visitors]
    at_once([lambda one=one: merging.become(one, alice) for one in [*visitors, visitors[0]]])  # type: ignore[misc]
    player = Player.objects.get(user=alice)
    assert [table.seats.get(number=0).player for table in tables] == [player, player]
    assert Table.objects.count() == 2
    assert Seat.objects.filter(player=player).count() == 2
