"""Limits on how often someone may do something."""

from datetime import timedelta
from threading import Lock
from typing import Any

import pytest
from django.utils import timezone

from arena.web import rate_limit
from arena.web.models import Use
from arena.web.rate_limit import Limit, LimitReached, give_back, take
from tests.arena.at_once import at_once

LIMIT = Limit("test", most=3, seconds=600)
OTHER = Limit("other", most=1, seconds=60)


def is_full(*claims: Any) -> bool:
    try:
        take(*claims)
    except LimitReached:
        return True
    return False


@pytest.mark.django_db
def test_the_last_use_is_allowed_and_the_next_is_not() -> None:
    assert [is_full((LIMIT, "alice")) for _ in range(5)] == [False, False, False, True, True]
    assert not is_full((LIMIT, "bob"))


@pytest.mark.django_db
def test_a_refused_use_is_not_counted_anywhere() -> None:
    take((OTHER, "alice"))
    for _ in range(5):
        assert is_full((LIMIT, "alice"), (OTHER, "alice"))
    assert Use.objects.count() == 1


@pytest.mark.django_db
def test_a_use_that_is_given_back_can_be_made_again() -> None:
    for _ in range(5):
        give_back(take((LIMIT, "alice"), (OTHER, "alice")))
    assert not Use.objects.exists()


@pytest.mark.django_db
def test_it_says_when_the_oldest_use_counts_no_more() -> None:
    for minutes in (8, 5, 1):
        take((LIMIT, "alice"))
        newest = Use.objects.latest("pk")
        newest.at = timezone.now() - timedelta(minutes=minutes)
        newest.save()
    with pytest.raises(LimitReached) as reached:
        take((LIMIT, "alice"))
    assert 115 < reached.value.wait <= 120
    assert reached.value.minutes == 2
    Use.objects.filter(at__lt=timezone.now() - timedelta(minutes=7)).update(
        at=timezone.now() - timedelta(seconds=601)
    )
    assert not is_full((LIMIT, "alice"))


@pytest.mark.django_db
def test_nothing_is_allowed_by_a_limit_of_zero() -> None:
    with pytest.raises(LimitReached) as reached:
        take((Limit("none", most=0, seconds=60), "alice"))
    assert reached.value.wait == 60


@pytest.mark.django_db(transaction=True)
def test_of_many_uses_at_once_no_more_than_the_limit_are_allowed() -> None:
    allowed: list[int] = []
    lock = Lock()

    def use() -> None:
        full = is_full((LIMIT, "alice"))
        with lock:
            allowed.append(not full)

    at_once([use] * 12)
    assert sum(allowed) <= LIMIT.most
    assert Use.objects.count() == sum(allowed)


@pytest.mark.django_db
def test_old_uses_are_deleted() -> None:
    take((LIMIT, "alice"), (LIMIT, "bob"))
    Use.objects.filter(key=LIMIT.key("bob")).update(at=timezone.now() - rate_limit.KEPT)
    rate_limit.forget_old()
    assert Use.objects.get().key == LIMIT.key("alice")
