"""The page with the tools."""

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

import arena
from arena.tools.wheel import wheel
from referee.shipped import shipped

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ({"host": "localhost:8000"}, "http://localhost:8000"),
        ({"host": "localhost", "x-forwarded-proto": "https"}, "https://localhost"),
        ({"host": "[::1]:81"}, "http://[::1]:81"),
    ],
)
def test_the_commands_have_the_arenas_own_address(
    client: Any, settings: Any, headers: dict[str, str], address: str
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = unescape(client.get(reverse("tools:index"), headers=headers).content.decode())
    for command in ("pip install", "pipx install", "uv tool install"):
        assert f"\n{command} {address}/tools/{wheel().name}\n" in page.replace("<code>", "\n")
    assert f"<code>goat login {address}\n" in page
    tools = client.get("/api/v1/arena/", headers=headers).json()["tools"]
    assert tools["wheel"] == f"{address}/tools/{wheel().name}"


@pytest.mark.parametrize(
    "name", ["pages:home", "pages:write_a_bot", "pages:fair", "bots:mine", "manual:index"]
)
def test_pages_for_authors_lead_to_the_tools(client: Any, alice: Any, name: str) -> None:
    client.force_login(alice)
    page = client.get(reverse(name)).content.decode()
    main = page.partition("<main")[2].partition("</main")[0]
    where = page if name == "manual:index" else main
    assert f'href="{reverse("tools:index")}"' in where


def test_the_page_needs_few_queries(client: Any, django_assert_max_num_queries: Any) -> None:
    wheel()
    with django_assert_max_num_queries(1):
        client.get(reverse("tools:index"))


def test_every_page_that_shows_a_command_leads_to_the_tools(client: Any) -> None:
    """A visitor who reads `goat` must be able to get it."""
    folder = shipped("templates", arena.__file__)
    showing = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.html")
        if re.search(r"(?m)<pre\b[^>]*>(<code>)?goat |^goat ", path.read_text())
    }
    assert {"pages/commands.html", "bots/bot.html"} <= showing
    for name in showing - {"tools/index.html"}:
        assert '{% include "tools/get.html" %}' in (folder / name).read_text(), name
