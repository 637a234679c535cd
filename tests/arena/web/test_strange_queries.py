"""Strange values in the addresses of pages break nothing: a page ignores what it cannot read."""

from typing import Any

import pytest

from arena.tournaments.models import Tournament
from referee.play.clock import Clock
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db

PAGES = {
    "/bots/": ("game", "q", "page"),
    "/bots/mine/": ("page",),
    "/bots/alice/bold/": ("page",),
    "/accounts/users/alice/": ("page",),
    "/matches/": ("game", "state", "bot", "against", "tournament", "page"),
    "/matches/{match}/": ("games",),
    "/matches/{match}/games/1/frames.json": ("seat",),
    "/rankings/ecarte/": ("q", "owner", "language", "show", "page"),
    "/rankings/ecarte/head-to-head/": ("page",),
    "/rules/ecarte/example.json": ("seat",),
    "/tournaments/": ("game", "page"),
    "/tournaments/new/": ("game",),
    "/tournaments/cup/": ("round",),
    "/tournaments/cup/preview/": ("entries", "run"),
    "/tournaments/cup/rounds/": ("page",),
    "/tournaments/cup/entries/": ("page",),
    "/tournaments/cup/history/": ("page",),
    "/play/": ("game", "bot", "level"),
    "/tables/new/": ("game",),
    "/tables/mine/": ("page",),
    "/experiments/": ("page",),
    "/experiments/new/ecarte/": ("version_a", "version_b"),
    "/accounts/login/": ("next",),
    "/docs/search/": ("q",),
    "/docs/protocol/": ("q",),
}
STRANGE = (
    "",
    "-313",
    "a\0b",
    "9" * 30,
    "9" * 5000,
    "٣",
    "\ud800",
    "'\"<{[1.5",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_strange_value_breaks_no_page(client: Any, alice: Any, versions: Any, path: str) -> None:
    match = finish(make_match(*versions))
    clock = Clock().as_dict()
    Tournament.objects.create(
        name="Cup", slug="cup", organiser=alice, ruleset="ecarte", clock=clock, state="open"
    )
    client.force_login(alice)
    address = path.format(match=match.pk)
    assert client.get(address).status_code in (200, 302), address
    for value in STRANGE:
        text = value.encode("utf-8", "surrogatepass")
        status = client.get(address, dict.fromkeys(PAGES[path], text)).status_code
        assert status in (200, 302, 404), value
