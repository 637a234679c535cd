"""Bots stay ready between their turns: for some seconds, and at not too many tables."""

from typing import Any

import pytest
from django.db.models.functions import Now

from arena.bots.models import Version
from arena.tables.models import Table
from arena.tables.worker import steps, warm_bots
from arena.tables.worker.warm_bots import WarmBots
from tests.arena.tables.fake_bots import FakeBots
from tests.arena.tables.making import answer_first, make_table, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fake_bots")]


@pytest.fixture
def version(make_version: Any, alice: Any) -> Version:
    return make_version(alice, ruleset="svoi-kozyri")


@pytest.fixture
def warm() -> WarmBots:
    return WarmBots()


def play_step(version: Version, warm: WarmBots) -> Table:
    """A table at which the bot has made its first move."""
    for seed in range(20):
        table = make_table("svoi-kozyri", [version, None], seed=seed)
        if table.due is not None:
            steps.run(table.code, warm)
            return reload(table)
    raise AssertionError


def play_on(table: Table, warm: WarmBots) -> None:
    answer_first(table)
    Table.objects.filter(pk=table.pk).update(due=Now())
    steps.run(table.code, warm)


def test_the_next_step_uses_the_bots_of_the_last_one(version: Version, warm: WarmBots) -> None:
    table = play_step(version, warm)
    assert len(warm) == 1
    play_on(table, warm)
    (bots,) = FakeBots.made
    assert bots.asked == [0, 0] and not bots.closed


def test_bots_that_wait_too_long_are_ended(
    version: Version, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(warm_bots.time, "monotonic", lambda: now[0])
    play_step(version, warm)
    (bots,) = FakeBots.made
    now[0] += 59
    warm.end_expired()
    assert not bots.closed
    now[0] += 2
    warm.end_expired()
    assert bots.closed and len(warm) == 0


def test_of_too_many_tables_those_that_wait_longest_lose_their_bots(
    version: Version, warm: WarmBots, settings: Any
) -> None:
    settings.TABLES_WARM = 2
    tables = [play_step(version, warm) for _ in range(2)]
    play_on(tables[0], warm)
    play_step(version, warm)
    assert [bots.closed for bots in FakeBots.made] == [False, True, False]
    settings.TABLES_WARM = 0
    play_on(tables[0], warm)
    assert all(bots.closed for bots in FakeBots.made)


def test_another_version_in_a_seat_gets_its_program(
    version: Version, warm: WarmBots, make_version: Any, bob: Any
) -> None:
    table = play_step(version, warm)
    other = make_version(bob, ruleset="svoi-kozyri")
    table.seats.filter(number=0).update(version=other)
    play_on(table, warm)
    (bots,) = FakeBots.made
    assert bots.programs[0].sha256 == other.sha256


def test_all_end_with_their_worker(version: Version, warm: WarmBots) -> None:
    play_step(version, warm)
    play_step(version, warm)
    warm.end_all()
    assert [bots.closed for bots in FakeBots.made] == [True, True]
