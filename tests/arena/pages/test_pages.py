"""What every page of the site shares."""

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.urls import reverse

from engine.rulesets import RULESETS
from tests.arena.playing import make_match

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


def test_the_limits_are_shown_before_the_upload(client: Any, settings: Any) -> None:
    settings.SUBMISSION_MAX_BYTES = 123 * 1024
    settings.SUBMISSION_MAX_FILES = 77
    page = html(client, "pages:write_a_bot")
    assert "123.0\xa0KB" in page
    assert "at most 77 files" in page


def test_a_page_that_is_not_there_says_so_in_the_site_s_own_words(client: Any) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    page = response.content.decode()
    assert "Page not found" in page
    assert "Rankings" in page


def test_the_error_page_needs_nothing_but_a_style_sheet(client: Any) -> None:
    page = Template("{% include '500.html' %}").render(Context())
    assert "Something went wrong on our side" in page
    assert re.findall(r'(?:src|href)="([^"]*)"', page) == ["/static/pages/alone.css", "/"]


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
