"""What the pages of matches show of the tournament."""

from typing import Any

import pytest
from django.urls import reverse

from arena.tournaments.models import Entry, Pairing, Tournament
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


def list_of(client: Any, **query: Any) -> list[int]:
    response = client.get(reverse("matches:list"), query)
    assert response.status_code == 200
    return [match.pk for match in response.context["page"]]


def test_the_list_is_filtered_by_tournament(client: Any, versions: Any, alice: Any) -> None:
    cup = Tournament.objects.create(
        name="The Cup", slug="the-cup", organiser=alice, ruleset="ecarte", clock={}, state="running"
    )
    first, second = (
        Entry.objects.create(tournament=cup, bot=version.bot, version=version, number=number)
        for number, version in enumerate(versions[:2], 1)
    )
    match = make_match(*versions[:2])
    make_match(*versions[:2])
    Pairing.objects.create(
        tournament=cup, round=1, board=1, first=first, second=second, match=match
    )
    assert list_of(client, tournament="the-cup") == [match.pk]
    assert "The Cup" in client.get(reverse("matches:list"), {"tournament": "the-cup"}).text
    assert "round 1 of" in client.get(match.get_absolute_url()).text
    Tournament.objects.update(state="draft")
    assert list_of(client, tournament="the-cup") == []
