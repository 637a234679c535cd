"""Guests of whom nothing is kept are forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.people.models import Player
from arena.tables import sweeping
from tests.arena.tables.making import guest, make_table


@pytest.mark.django_db
def test_guests_who_never_sat_down_are_forgotten_and_nobody_else() -> None:
    seated, unused, new = guest(), guest(), guest()
    make_table("ecarte", [seated, None])
    old = timezone.now() - timedelta(days=3)
    Player.objects.filter(pk__in=[seated.pk, unused.pk]).update(created=old)
    sweeping.forget_guests()
    left = set(Player.objects.values_list("pk", flat=True))
    assert {seated.pk, new.pk} <= left
    assert unused.pk not in left
