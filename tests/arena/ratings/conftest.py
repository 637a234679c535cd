"""Bots with ratings."""

from typing import Any

import pytest
from django.utils import timezone

from arena.ratings import rating_refresh
from arena.ratings.models import Standing
from tests.arena.ending import play


@pytest.fixture
def rated_versions(make_version: Any, alice: Any, bob: Any) -> tuple[Any, Any]:
    """Two bots; Bob's has won."""
    versions = (
        make_version(alice, ruleset="ecarte", name="pique"),
        make_version(bob, ruleset="ecarte", name="coeur"),
    )
    play(*versions, 0.5, 1.5)
    rating_refresh.refresh("ecarte")
    return versions


@pytest.fixture
def many_standings(make_version: Any, alice: Any) -> None:
    """More bots than a page holds."""
    Standing.objects.bulk_create(
        Standing(
            bot=make_version(alice).bot,
            ruleset="kozel",
            rating=1500 + number,
            error=30 + number,
            place=60 - number,
            place_best=max(1, 50 - number),
            place_worst=60 - number,
            matches=1,
            games=10,
            last_played=timezone.now(),
        )
        for number in range(60)
    )
