"""What the home page lists."""

from typing import Any

import pytest

from arena.games.labels import GAMES
from arena.matches import lifecycle
from arena.pages import views
from arena.tournaments.models import Tournament
from tests.arena.playing import claim, finish, make_match, played

pytestmark = pytest.mark.django_db


def a_match_and_a_tournament(alice: Any, make_rivals: Any, ruleset: str) -> None:
    """A rated match of two new bots, played and settled, and a running tournament."""
    match = make_match(*make_rivals(2, ruleset=ruleset))
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


def test_the_empty_home_page_says_how_to_begin(client: Any) -> None:
    page = client.get("/").text
    assert page.count("No rated matches yet.") == len(GAMES)
    assert "No match has been played yet" in page
    assert "No tournament is open" in page


def test_the_home_page_shows_leaders_matches_and_tournaments(
    client: Any, alice: Any, make_rivals: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        a_match_and_a_tournament(alice, make_rivals, "ecarte")
    page = client.get("/").text
    assert page.count("No rated matches yet.") == len(GAMES) - 1
    assert "owner1/bot1" in page
    assert "owner2/bot2" in page
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
    page = client.get("/").text
    assert "shy" not in page
    assert "Draft Cup" not in page


def test_the_queries_of_the_home_page_do_not_grow_with_the_rows(
    client: Any,
    alice: Any,
    make_rivals: Any,
    django_assert_num_queries: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def fill() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            for ruleset in ("ecarte", "svoi-kozyri"):
                a_match_and_a_tournament(alice, make_rivals, ruleset)

    fill()
    # A ranking of each game, running and past tournaments, running and finished matches, puzzles.
    with django_assert_num_queries(len(GAMES) + 6):
        client.get("/")
    fill()
    fill()
    with django_assert_num_queries(len(GAMES) + 6):
        client.get("/")


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
