"""No page shows the seed before the match has ended, or ever a token."""

from base64 import b64encode
from typing import Any

import pytest
from django.urls import reverse

from arena.accounts.models import User
from arena.matches import lifecycle
from arena.matches.models import Match
from engine.randomness import pair_seed
from tests.arena.playing import claim, played

pytestmark = pytest.mark.django_db


def everything(client: Any, match: Match) -> str:
    """All pages about the match, as the staff sees them."""
    client.force_login(User.objects.create_superuser(f"staff{User.objects.count()}"))
    addresses = [
        reverse("matches:list"),
        match.get_absolute_url(),
        "/api/v1/matches/?limit=5",
        f"/api/v1/matches/{match.pk}/",
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
    attempt = claim(match)
    text = everything(client, match)
    assert not seed_in(text, match)
    assert str(attempt.token) not in text
    assert attempt.token.hex not in text


@pytest.mark.parametrize("lookup", ["seed__gte=00", "attempts__token=00", "attempts__token__lt=ff"])
def test_the_admin_finds_no_match_by_its_seed_or_token(
    client: Any, match: Match, lookup: str
) -> None:
    client.force_login(User.objects.create_superuser("carol"))
    response = client.get(reverse("admin:matches_match_changelist") + f"?{lookup}")
    assert response.status_code == 400


def test_the_error_of_an_attempt_names_neither_the_seed_nor_that_of_a_pair(
    client: Any, match: Match
) -> None:
    attempt = claim(match)
    seed = bytes(Match.objects.get(pk=match.pk).seed)
    secrets = [seed, *(pair_seed(seed, pair) for pair in range(match.pairs))]
    other = "ab" * 32
    forms = (f"{one.hex()} {one!r} \\x{one.hex()[:62]}... {one.hex().upper()}" for one in secrets)
    lifecycle.fail(attempt.token, " ".join([*forms, other]))
    text = everything(client, match)
    assert "&lt;seed&gt;" in text
    assert other in text
    assert not any(form in text.lower() for one in secrets for form in (one.hex()[:16], repr(one)))


def test_the_seed_of_a_void_match_is_secret_since_it_may_be_played_again(
    client: Any, match: Match, settings: Any
) -> None:
    settings.MATCH_MAX_ATTEMPTS = 1
    attempt = claim(match)
    lifecycle.fail(attempt.token, "no memory")
    assert not seed_in(everything(client, match), match)


def test_the_seed_of_a_finished_match_is_public(client: Any, match: Match) -> None:
    attempt = claim(match)
    lifecycle.submit_result(attempt.token, played(match))
    text = everything(client, match)
    assert seed_in(text, match)
    assert str(attempt.token) not in text


def test_the_seed_of_a_cancelled_match_is_public(client: Any, match: Match) -> None:
    lifecycle.cancel(match.pk)
    assert seed_in(everything(client, match), match)
