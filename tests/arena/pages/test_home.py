"""What the home page lists."""

from typing import Any

import pytest

from arena.pages import views
from arena.tournaments.models import Tournament
from tests.arena.playing import claim, finish, make_match

pytestmark = pytest.mark.django_db


def test_a_running_match_is_listed_and_a_queued_one_is_not(client: Any, versions: Any) -> None:
    make_match(*versions)
    assert "No matches are running right now." in client.get("/").text
    claim(make_match(*versions))
    page = client.get("/").text
    assert "No matches are running right now." not in page
    assert page.count("alice/bold – bob/shy") == 1


def test_a_bot_without_an_active_version_is_not_among_the_leaders(
    client: Any, versions: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish(make_match(*versions))
    assert client.get("/").text.count('title="alice/bold"') == 1
    bot = versions[0].bot
    bot.active = None
    bot.save()
    assert client.get("/").text.count('title="alice/bold"') == 0
    assert client.get("/").text.count('title="bob/shy"') == 1


def test_only_the_first_of_a_ranking_are_listed(
    client: Any,
    versions: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish(make_match(*versions))
    assert client.get("/").text.count('<ol class="leaders">') == 1
    assert client.get("/").text.count('class="num">') >= 2
    monkeypatch.setattr(views, "LEADERS", 1)
    page = client.get("/").text
    assert ('title="alice/bold"' in page) != ('title="bob/shy"' in page)


@pytest.mark.parametrize(
    ("state", "listed"),
    [("draft", False), ("open", True), ("running", True), ("finished", True)],
)
def test_open_running_and_finished_tournaments_are_listed(
    client: Any, alice: Any, state: str, listed: bool
) -> None:
    Tournament.objects.create(
        name="Autumn Cup",
        slug="autumn",
        organiser=alice,
        ruleset="ecarte",
        clock={},
        state=state,
    )
    assert ("Autumn Cup" in client.get("/").text) == listed
