"""``manage.py recompute_people``."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from arena.people import pool_refresh
from arena.people.models import Meeting, PlayerRating, TableResult
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db


def run(**options: Any) -> str:
    out = StringIO()
    call_command("recompute_people", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def played(make_person: Any, make_bot: Any, bob: Any) -> None:
    carol, bot = make_person("carol"), make_bot(bob, ruleset="ecarte")
    for _ in range(12):
        play(carol, bot)
    pool_refresh.sweep()


def test_what_is_right_has_no_differences(played: None) -> None:
    assert run() == "no differences\n"


def test_differences_are_reported_and_repaired(played: None) -> None:
    right = PlayerRating.objects.get().rating
    PlayerRating.objects.update(rating=2500, games=99)
    TableResult.objects.update(counts=False)
    Meeting.objects.all().delete()
    with pytest.raises(CommandError, match="2 differences"):
        run()
    assert PlayerRating.objects.get().rating == 2500
    shown = run(fix=True)
    assert "carol in ecarte: (2500.0, 99, 12) instead of" in shown
    assert PlayerRating.objects.get().rating == right
    assert TableResult.objects.filter(counts=True).count() == 10
    assert run() == "no differences\n"


def test_results_that_are_not_included_yet_are_no_difference(
    played: None, make_person: Any, make_bot: Any, bob: Any
) -> None:
    play(make_person("dora"), make_bot(bob, ruleset="ecarte"))
    assert run() == "no differences\n"
