"""No page, for anyone, tells the seed of a draw before the tournament starts."""

from typing import Any

import pytest
from django.urls import reverse

from arena.accounts.models import User
from arena.tournaments import stages
from arena.tournaments.models import Tournament
from tests.arena.tournaments.played_tournaments import open_tournament

pytestmark = pytest.mark.django_db

CHANGELIST = "/admin/tournaments/tournament/"


@pytest.fixture
def tournament(alice: Any, make_version: Any) -> Tournament:
    return open_tournament(alice, [make_version(alice, ruleset="ecarte") for _ in range(3)])


def everything(client: Any, user: User, tournament: Tournament) -> str:
    """All pages about the tournament, as this user sees them."""
    client.force_login(user)
    page = tournament.get_absolute_url()
    parts = ("", "rounds/", "entries/", "history/", "preview/", "edit/", "crosstable.json")
    api = f"/api/v1/tournaments/{tournament.slug}/"
    addresses = [
        *("/tournaments/", *(page + part for part in parts), page + "crosstable.csv"),
        *("/api/v1/tournaments/", api, api + "entries/", api + "pairings/", api + "history/"),
        *(api + "crosstable/", CHANGELIST, f"{CHANGELIST}{tournament.pk}/change/"),
        f"{CHANGELIST}{tournament.pk}/history/",
    ]
    responses = [client.get(address) for address in addresses]
    refused = {a: r.status_code for a, r in zip(addresses, responses, strict=True)}
    expected = {200} if user.is_staff else {200, 302, 403}
    assert set(refused.values()) <= expected | {302}, refused
    return "\n".join(response.content.decode() for response in responses)


def test_the_draw_seed_of_an_open_tournament_is_secret_to_the_staff(
    client: Any, tournament: Tournament
) -> None:
    text = everything(client, User.objects.create_superuser("carol"), tournament)
    assert tournament.draw_commitment in text
    assert tournament.draw_seed not in text
    assert "secret until the start" in text


def test_the_draw_seed_of_an_open_tournament_is_secret_to_its_organiser(
    client: Any, tournament: Tournament
) -> None:
    assert tournament.draw_seed not in everything(client, tournament.organiser, tournament)


def test_the_draw_seed_is_public_from_the_start_on(client: Any, tournament: Tournament) -> None:
    stages.start(tournament)
    staff = User.objects.create_superuser("carol")
    assert tournament.draw_seed in everything(client, staff, tournament)
    page = client.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk]))
    assert tournament.draw_seed in page.content.decode()


@pytest.mark.parametrize("lookup", ["startswith", "gte", "regex"])
def test_the_admin_finds_no_tournament_by_its_draw_seed(
    client: Any, tournament: Tournament, lookup: str
) -> None:
    """Otherwise a few dozen addresses would spell the seed out."""
    client.force_login(User.objects.create_superuser("carol"))
    address = f"{CHANGELIST}?draw_seed__{lookup}={tournament.draw_seed[:2]}"
    assert client.get(address).status_code == 400
