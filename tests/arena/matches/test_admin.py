"""The staff can queue void matches again, and cancel matches that have not ended."""

from typing import Any

import pytest
from django.urls import reverse

from arena.accounts.models import User
from arena.matches import lifecycle
from arena.matches.models import Match
from tests.arena.playing import claim, make_match

pytestmark = pytest.mark.django_db

CHANGELIST = "admin:matches_match_changelist"


@pytest.fixture
def staff_client(client: Any, db: None) -> Any:
    client.force_login(User.objects.create_superuser("carol"))
    return client


def void(match: Match) -> Match:
    while Match.objects.get(pk=match.pk).state == Match.State.QUEUED:
        lifecycle.fail(claim(match).token, "no memory")
    return match


def act(client: Any, action: str, *matches: Match) -> str:
    data = {"action": action, "_selected_action": [match.pk for match in matches]}
    return str(client.post(reverse(CHANGELIST), data, follow=True).content.decode())


def states(*matches: Match) -> list[str]:
    return [Match.objects.get(pk=match.pk).state for match in matches]


def test_void_matches_are_played_again(staff_client: Any, versions: Any) -> None:
    broken, queued = void(make_match(*versions)), make_match(*versions)
    assert "1 match is in the queue again." in act(staff_client, "requeue", broken, queued)
    assert states(broken, queued) == ["queued", "queued"]


def test_matches_that_have_not_ended_are_cancelled(staff_client: Any, versions: Any) -> None:
    queued, running, broken = make_match(*versions), make_match(*versions), make_match(*versions)
    claim(running)
    void(broken)
    assert "2 matches are cancelled." in act(staff_client, "cancel", queued, running, broken)
    assert states(queued, running, broken) == ["cancelled", "cancelled", "void"]
    assert Match.objects.get(pk=queued.pk).reason == "by carol"


def test_matches_cannot_be_changed_by_hand(staff_client: Any, versions: Any) -> None:
    match = make_match(*versions)
    change = reverse("admin:matches_match_change", args=[match.pk])
    assert staff_client.post(change, {"state": "finished"}).status_code == 403
    assert staff_client.get(reverse("admin:matches_match_add")).status_code == 403
    delete = reverse("admin:matches_match_delete", args=[match.pk])
    assert staff_client.post(delete, {"post": "yes"}).status_code == 403
    assert states(match) == ["queued"]


def test_the_number_of_queries_does_not_grow_with_the_list(
    staff_client: Any, versions: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(8):
        make_match(*versions)
    with django_assert_max_num_queries(8):
        staff_client.get(reverse(CHANGELIST))
