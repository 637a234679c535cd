"""Return links: a guest moves to another device."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory

from arena.accounts.models import User
from arena.people import return_links
from arena.people.models import Player
from arena.people.players import COOKIE, find_player, make_player
from tests.arena.at_once import at_once
from tests.arena.tables.making import guest, make_table


def request(cookie: str | None = None, user: Any = None) -> Any:
    made: Any = RequestFactory().post("/")
    made.user = user or AnonymousUser()
    if cookie:
        made.COOKIES[COOKIE] = cookie
    return made


def cookie_of(response: HttpResponse) -> str:
    return response.cookies[COOKIE].value


def test_the_other_device_is_the_guest_and_the_first_no_longer(db: None) -> None:
    first = HttpResponse()
    player = make_player(request(), first)
    token = return_links.make_token(player)
    second = HttpResponse()
    assert return_links.redeem(request(), second, token) == player
    assert find_player(request(cookie_of(second))) == player
    assert find_player(request(cookie_of(first))) is None


def test_a_link_is_good_once_and_a_new_one_replaces_it(db: None) -> None:
    player = guest()
    first, second = return_links.make_token(player), return_links.make_token(player)
    with pytest.raises(return_links.BadLink):
        return_links.redeem(request(), HttpResponse(), first)
    return_links.redeem(request(), HttpResponse(), second)
    with pytest.raises(return_links.BadLink, match="used, or is older"):
        return_links.redeem(request(), HttpResponse(), second)


def test_a_link_is_good_for_ten_minutes(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    token = return_links.make_token(guest())
    monkeypatch.setattr(return_links, "GOOD_FOR", timedelta(seconds=-1))
    with pytest.raises(return_links.BadLink):
        return_links.redeem(request(), HttpResponse(), token)


@pytest.mark.parametrize("bad", ["", "x", "a:b:c", "\x00", "é" * 5000])
def test_what_is_no_link_is_refused(db: None, bad: str) -> None:
    with pytest.raises(return_links.BadLink):
        return_links.redeem(request(), HttpResponse(), bad)


def test_a_token_that_was_signed_for_something_else_is_refused(db: None) -> None:
    for value in ([guest().pk, ""], "text", [1]):
        with pytest.raises(return_links.BadLink):
            return_links.redeem(request(), HttpResponse(), signing.dumps(value, salt="other"))
        with pytest.raises(return_links.BadLink):
            token = signing.dumps(value, salt=return_links._SALT)
            return_links.redeem(request(), HttpResponse(), token)


def test_an_account_needs_none_and_takes_over_the_guest(alice: User) -> None:
    account = Player.objects.create(user=alice)
    with pytest.raises(ValueError, match="no return link"):
        return_links.make_token(account)
    visitor = guest()
    table = make_table("ecarte", [visitor, None])
    response = HttpResponse()
    token = return_links.make_token(visitor)
    assert return_links.redeem(request(user=alice), response, token) == account
    assert table.seats.get(number=0).player == account
    assert COOKIE not in response.cookies


def test_a_link_of_a_guest_who_has_become_an_account_is_good_no_longer(alice: User) -> None:
    visitor = guest()
    token = return_links.make_token(visitor)
    Player.objects.filter(pk=visitor.pk).update(user=alice)
    with pytest.raises(return_links.BadLink):
        return_links.redeem(request(), HttpResponse(), token)


def test_what_the_other_device_had_goes_along(db: None) -> None:
    there = HttpResponse()
    other = make_player(request(), there)
    table = make_table("ecarte", [other, None])
    visitor = guest()
    token = return_links.make_token(visitor)
    return_links.redeem(request(cookie_of(there)), HttpResponse(), token)
    assert table.seats.get(number=0).player == visitor


@pytest.mark.django_db(transaction=True)
def test_of_two_who_redeem_a_link_at_the_same_moment_one_succeeds() -> None:
    token = return_links.make_token(guest())
    results: list[str] = []

    def redeem() -> None:
        try:
            return_links.redeem(request(), HttpResponse(), token)
            results.append("good")
        except return_links.BadLink:
            results.append("bad")

    at_once([redeem, redeem])
    assert sorted(results) == ["bad", "good"]
