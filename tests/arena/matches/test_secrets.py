"""The seed is nowhere to be read before the match has ended, nor are tokens ever."""

from base64 import b64encode
from typing import Any

import pytest
from django.urls import reverse

from arena.accounts.models import User
from arena.matches import lifecycle
from arena.matches.models import Match
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any) -> Match:
    return make_match(make_version(alice, ruleset="ecarte"), make_version(bob, ruleset="ecarte"))


def everything(client: Any, match: Match) -> str:
    """All that the site says of the match, to the staff."""
    client.force_login(User.objects.create_superuser(f"staff{User.objects.count()}"))
    addresses = [
        reverse("matches:list"),
        match.get_absolute_url(),
        "/api/matches/?limit=5",
        f"/api/matches/{match.pk}/",
        reverse("admin:matches_match_changelist"),
        reverse("admin:matches_match_change", args=[match.pk]),
    ]
    responses = [client.get(address) for address in addresses]
    assert [response.status_code for response in responses] == [200] * len(addresses)
    return "\n".join(response.content.decode() for response in responses)


def seed_in(text: str, match: Match) -> bool:
    seed = bytes(Match.objects.get(pk=match.pk).seed)
    return any(form in text for form in (seed.hex(), repr(seed), b64encode(seed).decode()))


def test_the_seed_of_a_queued_match_is_secret(client: Any, match: Match) -> None:
    text = everything(client, match)
    assert match.commitment in text
    assert not seed_in(text, match)


def test_the_seed_and_token_of_a_running_match_are_secret(client: Any, match: Match) -> None:
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    text = everything(client, match)
    assert not seed_in(text, match)
    assert str(attempt.token) not in text
    assert attempt.token.hex not in text


def test_the_seed_of_a_void_match_is_secret_since_it_may_be_played_again(
    client: Any, match: Match, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.fail(attempt.token, "no memory")
    assert not seed_in(everything(client, match), match)


def test_the_seed_of_a_finished_match_is_public(client: Any, match: Match) -> None:
    attempt = lifecycle.claim(match.pk, "host:1:main")
    assert attempt is not None
    lifecycle.hand_in(attempt.token, played(match))
    text = everything(client, match)
    assert seed_in(text, match)
    assert str(attempt.token) not in text


def test_the_seed_of_a_cancelled_match_is_public(client: Any, match: Match) -> None:
    lifecycle.cancel(match.pk)
    assert seed_in(everything(client, match), match)
