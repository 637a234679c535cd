"""Home, the rules, how to write a bot, and what every page shares."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.urls import reverse

from arena.games import cards, sample_request
from arena.games.labels import GAMES
from arena.matches import lifecycle
from arena.tournaments.models import Tournament
from engine.cards import NAMES
from engine.rulesets import RULESETS, ruleset
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db

PAGES: list[tuple[str, tuple[str, ...]]] = [
    ("pages:home", ()),
    ("pages:rules", ()),
    *(("pages:rules_of", (name,)) for name in RULESETS),
    ("pages:write_a_bot", ()),
    ("pages:fair", ()),
]


def html(client: Any, name: str, *args: str) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return str(response.content.decode())


def a_match_and_a_tournament(alice: Any, make_version: Any, ruleset: str) -> None:
    """A rated match of two new bots of Alice's, played and settled, and a running tournament."""
    match = make_match(make_version(alice, ruleset=ruleset), make_version(alice, ruleset=ruleset))
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.submit_result(attempt.token, played(match))
    number = Tournament.objects.count()
    Tournament.objects.create(
        name=f"Cup {number}",
        slug=f"cup-{number}",
        organiser=alice,
        ruleset=ruleset,
        clock={},
        state=Tournament.State.RUNNING,
    )


@pytest.mark.parametrize(("name", "args"), PAGES)
@pytest.mark.parametrize("logged_in", [False, True])
def test_every_page_is_shown_to_everybody(
    client: Any, alice: Any, name: str, args: tuple[str, ...], logged_in: bool
) -> None:
    if logged_in:
        client.force_login(alice)
    page = html(client, name, *args)
    assert page.count("<h1") == 1
    assert page.count("<main") == 1
    assert '<html lang="en" dir="ltr">' in page
    assert ("alice" in page) == logged_in


@pytest.mark.parametrize(("name", "args"), PAGES)
def test_every_link_of_the_pages_leads_somewhere(
    client: Any, alice: Any, name: str, args: tuple[str, ...]
) -> None:
    client.force_login(alice)
    page = html(client, name, *args)
    assert 'href=""' not in page
    for link in set(re.findall(r'href="(/[^"#?]*)', page)) - {"/cards.svg"}:
        if not link.startswith("/static/"):
            assert client.get(link).status_code in (200, 302), link


def test_the_empty_home_page_says_how_to_begin(client: Any) -> None:
    page = html(client, "pages:home")
    assert page.count("No rated matches yet.") == len(GAMES)
    assert "No match has been played yet" in page
    assert "No tournament is open" in page


def test_the_home_page_shows_leaders_matches_and_tournaments(
    client: Any, alice: Any, make_version: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        a_match_and_a_tournament(alice, make_version, "ecarte")
    page = html(client, "pages:home")
    assert page.count("No rated matches yet.") == len(GAMES) - 1
    assert "alice/bot1" in page
    assert "alice/bot2" in page
    assert "Cup 0" in page


def test_a_qualification_and_a_draft_are_not_on_the_home_page(
    client: Any, alice: Any, make_version: Any
) -> None:
    version = make_version(alice, ruleset="ecarte", name="shy")
    match = make_match(version, version, queue="check", rated=False)
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.submit_result(attempt.token, played(match))
    Tournament.objects.create(
        name="Draft Cup", slug="draft", organiser=alice, ruleset="kozel", clock={}
    )
    client.force_login(alice)
    page = html(client, "pages:home")
    assert "shy" not in page
    assert "Draft Cup" not in page


def test_the_queries_of_the_home_page_do_not_grow_with_the_rows(
    client: Any,
    alice: Any,
    make_version: Any,
    django_assert_num_queries: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def fill() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            for ruleset in ("ecarte", "svoi-kozyri"):
                a_match_and_a_tournament(alice, make_version, ruleset)

    fill()
    # A ranking of each game, running and past tournaments, running and finished matches.
    with django_assert_num_queries(len(GAMES) + 4):
        html(client, "pages:home")
    fill()
    fill()
    with django_assert_num_queries(len(GAMES) + 4):
        html(client, "pages:home")


def test_the_limits_are_shown_before_the_upload(client: Any, settings: Any) -> None:
    settings.SUBMISSION_MAX_BYTES = 123 * 1024
    settings.SUBMISSION_MAX_FILES = 77
    page = html(client, "pages:write_a_bot")
    assert "123.0\xa0KB" in page
    assert "at most 77 files" in page


def test_there_are_rules_of_every_game_and_of_no_other(client: Any) -> None:
    assert list(GAMES) == list(RULESETS)
    assert client.get("/rules/bridge/").status_code == 404


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_show_a_real_request_and_every_option(client: Any, name: str) -> None:
    page = html(client, "pages:rules_of", name)
    for option in RULESETS[name].OPTIONS:
        assert f"<code>{option}</code>" in page
    example = sample_request.request(name)
    message = json.loads(example.replace(", …]", "]"))
    assert set(message["view"]) == set(ruleset(name).start(bytes(32)).view(0))
    assert message["legal"]


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_explain_every_key_of_the_view(client: Any, name: str) -> None:
    page = html(client, "pages:rules_of", name)
    keys = set(re.findall(r"<code>(\w+)</code>", page[page.index('<dl class="keys">') :]))
    assert set(ruleset(name).start(bytes(32)).view(0)) <= keys


def test_a_page_that_is_not_there_says_so_in_the_site_s_own_words(client: Any) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    page = response.content.decode()
    assert "Page not found" in page
    assert "Rankings" in page


def test_the_error_page_needs_nothing_but_itself(client: Any) -> None:
    page = Template("{% include '500.html' %}").render(Context())
    assert "Something went wrong on our side" in page
    assert "<link" not in page


def test_the_sprite_has_a_drawing_of_every_card_suit_and_the_back(client: Any) -> None:
    response = client.get(reverse("pages:cards"))
    assert response["Content-Type"] == "image/svg+xml"
    assert "immutable" in response["Cache-Control"]
    tree = ElementTree.fromstring(response.content)
    drawn = {symbol.get("id") for symbol in tree.iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn == {*NAMES, *"CDHS", "back"}


def test_the_address_of_the_sprite_changes_with_its_drawings() -> None:
    assert re.fullmatch(re.escape(reverse("pages:cards")) + r"\?[0-9a-f]{12}", cards.address())


def test_a_card_in_a_page_is_named_for_those_who_do_not_see_it() -> None:
    card = Template('{% load cards %}{% card "QH" %}').render(Context())
    assert 'aria-label="queen of hearts"' in card
    assert "#QH" in card
    assert "ten of spades" in Template('{% load cards %}{% hand "TS QH" %}').render(Context())


def test_the_pager_keeps_the_other_parameters(
    client: Any, settings: Any, make_version: Any, alice: Any
) -> None:
    settings.PAGE_ROWS = 1
    first, second = make_version(alice, ruleset="ecarte"), make_version(alice, ruleset="ecarte")
    for _ in range(3):
        make_match(first, second)
    page = client.get(reverse("matches:list"), {"game": "ecarte", "page": 2}).content.decode()
    assert 'href="?game=ecarte&amp;page=1"' in page
    assert 'href="?game=ecarte&amp;page=3"' in page
    assert "Page 2 of 3" in page
