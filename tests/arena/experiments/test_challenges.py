"""Challenges: unrated, against any bot, with chosen deals, and not too many."""

from typing import Any

import pytest

from arena.experiments import quotas
from arena.matches.models import Match
from arena.ratings.models import HeadToHead
from engine.randomness import commitment
from tests.arena.ending import end, settle

pytestmark = pytest.mark.django_db

ADDRESS = "/experiments/challenge/bob/shy/"


@pytest.fixture
def versions(versions: Any, alice: Any, client: Any) -> Any:
    """The two bots, with Alice logged in."""
    client.force_login(alice)
    return versions


def fill_in(client: Any, own: Any, **changes: Any) -> dict[str, Any]:
    form = client.get(ADDRESS).context["form"]
    fields = {name: field.initial for name, field in form.fields.items()}
    data = {
        name: value for name, value in fields.items() if value is not None and value is not False
    }
    return data | {"version": own.pk} | changes


def test_a_challenge_is_an_unrated_match_that_everyone_can_see(versions: Any, client: Any) -> None:
    address = client.post(ADDRESS, fill_in(client, versions[0], pairs=3))["Location"]
    match = Match.objects.get()
    assert (match.rated, match.pairs, match.version0, match.version1) == (False, 3, *versions)
    client.logout()
    page = client.get(address).content.decode()
    assert "unrated" in page
    assert "The seed was chosen" not in page
    settle(end(match, 6, 0))
    assert not HeadToHead.objects.exists()


def test_seed_and_options_can_be_chosen_and_the_page_says_so(versions: Any, client: Any) -> None:
    seed = "ab" * 32
    data = fill_in(client, versions[0], seed=seed, option_must_trump="on")
    address = client.post(ADDRESS, data)["Location"]
    match = Match.objects.get()
    assert match.commitment == commitment(bytes.fromhex(seed))
    assert match.options == {"must_trump": True}
    assert "The seed was chosen by alice" in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": "abc"}, "a seed is 64 hexadecimal digits"),
        ({"pairs": "0"}, "at least 1"),
        ({"pairs": "26"}, "at most 25"),
        ({"version": "999999"}, "Select a valid choice"),
    ],
)
def test_invalid_input_gets_an_error(
    versions: Any, client: Any, changes: dict[str, str], message: str
) -> None:
    page = client.post(ADDRESS, fill_in(client, versions[0], **changes)).content.decode()
    assert message in page
    assert not Match.objects.exists()


def test_a_challenge_with_anothers_bot_is_refused(versions: Any, client: Any) -> None:
    page = client.post(ADDRESS, fill_in(client, versions[1])).content.decode()
    assert "Select a valid choice" in page


def test_pending_and_hourly_challenges_are_limited(
    versions: Any, client: Any, settings: Any
) -> None:
    settings.CHALLENGES_PER_HOUR = quotas.MAX_PENDING_CHALLENGES + 1
    for _ in range(quotas.MAX_PENDING_CHALLENGES):
        client.post(ADDRESS, fill_in(client, versions[0]))
    assert "still pending" in client.post(ADDRESS, fill_in(client, versions[0])).content.decode()
    for match in Match.objects.all():
        end(match, 5, 5)
    client.post(ADDRESS, fill_in(client, versions[0]))
    Match.objects.filter(state="queued").update(state="cancelled")
    page = client.post(ADDRESS, fill_in(client, versions[0])).content.decode()
    assert "challenges an hour" in page
    assert Match.objects.count() == quotas.MAX_PENDING_CHALLENGES + 1


def test_a_bot_without_an_active_version_cannot_be_challenged(versions: Any, client: Any) -> None:
    versions[1].bot.active = None
    versions[1].bot.save()
    assert "has no active version and cannot be challenged" in client.get(ADDRESS).content.decode()
    assert client.post(ADDRESS, {"version": versions[0].pk, "pairs": 1}).status_code == 200
    assert not Match.objects.exists()


def test_a_challenge_needs_a_login(versions: Any, client: Any) -> None:
    client.logout()
    assert client.get(ADDRESS).status_code == 302
