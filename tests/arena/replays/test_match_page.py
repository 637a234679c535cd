"""The page of a match, for everybody, the bots' owners and the staff."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from arena.accounts.models import User
from arena.matches import lifecycle
from arena.matches.models import Match
from tests.arena.playing import finish, make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("carol", password="x")


def page_of(client: Any, match: Match) -> str:
    response = client.get(match.get_absolute_url())
    assert response.status_code == 200
    return str(response.content.decode())


def list_of(client: Any, **query: Any) -> list[int]:
    response = client.get(reverse("matches:list"), query)
    assert response.status_code == 200
    return [match.pk for match in response.context["page"]]


def fault(match: Match, reason: str, detail: str) -> Match:
    """The match, finished; in its first game the first bot committed a fault at move 0."""
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    what = played(match)
    game = what.record["games"][0]
    what.record["scores"][0] -= game["scores"][0]
    what.record["scores"][1] += 1.0 - game["scores"][1]
    game |= {"moves": [], "ms": [], "scores": [0.0, 1.0], "reason": reason}
    game["fault"] = {"side": 0, "seat": 0, "move": 0, "detail": detail}
    lifecycle.submit_result(attempt.token, what)
    return Match.objects.get(pk=match.pk)


def test_the_number_of_queries_does_not_grow_with_the_games(
    client: Any, versions: Any, alice: Any, django_assert_max_num_queries: Any
) -> None:
    match = finish(make_match(*versions, pairs=6))
    client.force_login(alice)
    with django_assert_max_num_queries(12):
        client.get(match.get_absolute_url())


def test_a_queued_match_shows_its_position(client: Any, versions: Any) -> None:
    make_match(*versions)
    page = page_of(client, make_match(*versions))
    assert "position <strong>2</strong>" in page
    assert 'http-equiv="refresh"' in page


def test_a_running_match_shows_its_attempt(client: Any, versions: Any) -> None:
    match = make_match(*versions)
    for _ in range(2):
        attempt = lifecycle.claim(match.pk, "lima:77:main")
        assert attempt is not None
        if attempt.number == 1:
            lifecycle.fail(attempt.token, "the disk is full")
    page = page_of(client, match)
    assert "Attempt 2 has been running" in page
    assert 'machine failed: <span class="muted">the disk is full</span>' in page
    assert "lima" not in page
    assert 'http-equiv="refresh"' in page


def test_strangers_see_no_host_or_process_and_the_staff_see_all(
    client: Any, versions: Any, alice: Any, admin_user: Any, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 2
    match = make_match(*versions)
    full = "OSError: [Errno 28] No space left on device: '/srv/hidden/arena'"
    for error in ("lima:77:main lost its sandbox on lima", full):
        attempt = lifecycle.claim(match.pk, "lima:77:main")
        assert attempt is not None
        lifecycle.fail(attempt.token, error)
    client.force_login(alice)  # her own match
    api = reverse("api:match", args=[match.pk])
    for text in (page_of(client, match), client.get(api).content.decode()):
        assert "OSError" in text
        assert "… lost its sandbox on …" in text
        for hidden in ("lima", "77:main", "hidden/"):
            assert hidden not in text
    assert [one["worker"] for one in client.get(api).json()["attempts"]] == [None, None]
    client.force_login(admin_user)
    page, shown = page_of(client, match), client.get(api).json()
    assert "lima:77:main" in page
    assert "/srv/hidden/arena" in page
    assert [one["worker"] for one in shown["attempts"]] == ["lima:77:main"] * 2
    assert (shown["attempts"][1]["error"], shown["reason"]) == (full, full)


def test_a_finished_match_shows_scores_versions_and_games(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    page = page_of(client, match)
    for version in versions:
        assert version.sha256 in page
    assert page.count("played to its end") == 2
    assert match.commitment in page
    assert "goat verify" in page
    assert 'http-equiv="refresh"' not in page


def test_a_fault_is_explained(client: Any, versions: Any) -> None:
    match = fault(make_match(*versions), "crash", "the process ended with exit code 1")
    page = page_of(client, match)
    assert "alice/bold crashed: " in page
    assert "the process ended with exit code 1" in page


def test_the_text_of_a_bot_is_escaped(client: Any, versions: Any) -> None:
    match = fault(make_match(*versions), "malformed", "<script>alert(1)</script>")
    assert "<script>alert" not in page_of(client, match)


def test_a_void_match_says_that_no_bot_is_penalised(
    client: Any, versions: Any, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    match = make_match(*versions)
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.fail(attempt.token, "the host gave no processor")
    page = page_of(client, match)
    assert "No bot is penalised" in page
    assert "the host gave no processor" in page


def test_the_record_is_a_file_to_verify(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    response = client.get(reverse("matches:record", args=[match.pk]))
    assert response.json() == played(match).record
    assert f'filename="match-{match.pk}.json"' in response["Content-Disposition"]


def test_there_is_no_record_before_the_end(client: Any, versions: Any) -> None:
    match = make_match(*versions)
    assert client.get(reverse("matches:record", args=[match.pk])).status_code == 404


def test_a_match_that_does_not_exist_is_not_found(client: Any, db: None) -> None:
    for number in (1, 10**30):
        assert client.get(f"/matches/{number}/").status_code == 404
        assert client.get(f"/matches/{number}/record.json").status_code == 404


def test_a_qualification_is_for_its_owner_and_the_staff(
    client: Any, versions: Any, alice: Any, bob: Any, staff: Any
) -> None:
    match = finish(make_match(versions[0], versions[0], queue="check", rated=False))
    addresses = [match.get_absolute_url(), reverse("matches:record", args=[match.pk])]
    for user, status, listed in (
        (None, 404, []),
        (bob, 404, []),
        (alice, 200, [match.pk]),
        (staff, 200, [match.pk]),
    ):
        if user:
            client.force_login(user)
        assert [client.get(address).status_code for address in addresses] == [status] * 2
        assert list_of(client) == listed


def test_only_the_owner_of_a_side_and_the_staff_see_its_log_and_times(
    client: Any, versions: Any, alice: Any, bob: Any, staff: Any
) -> None:
    match = finish(make_match(*versions))
    files = [
        reverse(f"matches:{kind}", args=[match.pk, side])
        for side in (0, 1)
        for kind in ("stderr", "times")
    ]
    for user, sees in ((None, [0, 0]), (alice, [1, 0]), (bob, [0, 1]), (staff, [1, 1])):
        if user:
            client.force_login(user)
        page = page_of(client, match)
        words = [f"{side} bot&#x27;s words" in page for side in ("first", "second")]
        assert words == [bool(side) for side in sees]
        statuses = [client.get(file).status_code for file in files]
        assert statuses == [200 if sees[index // 2] else 404 for index in range(4)]


def test_the_owner_reads_the_same_fault_once_with_its_games(
    client: Any, versions: Any, alice: Any, bob: Any
) -> None:
    match = finish(make_match(*versions))
    fault = {
        "game": 1,
        "seat": 0,
        "move": 4,
        "reason": "crash",
        "cause": "main.py line 2: Bad\nT <",
    }
    match.logs.filter(side=0).update(faults=[fault, fault | {"game": 3}])
    client.force_login(alice)
    page = page_of(client, match)
    assert page.count("main.py line 2: Bad") == 1
    assert "T &lt;" in page
    assert "In game 1, after 4 moves, in seat 0." in page
    assert "2 times: games 1, 3." in page
    client.force_login(bob)
    assert "main.py line 2" not in page_of(client, match)


def test_the_owner_downloads_log_and_times(client: Any, versions: Any, alice: Any) -> None:
    match = finish(make_match(*versions))
    client.force_login(alice)
    words = client.get(reverse("matches:stderr", args=[match.pk, 0]))
    assert words.content.decode() == "first bot's words\n"
    assert words["Cache-Control"] == "private, no-store"
    times = client.get(reverse("matches:times", args=[match.pk, 0])).json()
    assert times == list(played(match).times[0])


def test_a_match_page_shows_the_date(client: Any, versions: Any) -> None:
    match = finish(make_match(*versions))
    assert match.finished is not None and match.finished <= timezone.now()
    assert match.finished.strftime("%Y-%m-%d") in page_of(client, match)
