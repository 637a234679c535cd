"""A whole game of a person with bots that run, and its record."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from arena.tables.game.record import table_record
from arena.tables.models import Table
from arena.tables.worker import steps
from arena.tables.worker.warm_bots import WarmBots
from engine.verify import verify
from tests.arena.tables.making import answer_first, game_of, make_table, reload

pytestmark = pytest.mark.django_db

COLD_EVERY = 3  # steps after which all bots are ended, and must be started anew


@pytest.fixture
def warm(settings: Any) -> Iterator[WarmBots]:
    settings.MATCH_SANDBOX = "off"
    settings.TABLE_WINDOW_MS = settings.TABLE_BOTS_WINDOW_MS = 20
    warm = WarmBots()
    yield warm
    warm.end_all()


def test_a_game_of_a_person_with_bots_is_played_to_its_end_and_verifies(
    make_version: Any, alice: Any, warm: WarmBots
) -> None:
    version = make_version(alice, ruleset="kozel", name="sure")
    table = make_table("kozel", [None, version, version, version], options={"limit": 2})
    played = 0
    while table.state == Table.State.PLAYING:
        if table.due is not None:
            wait = steps.run(table.code, warm)
            time.sleep(wait or 0.0)
            played += 1
            if played % COLD_EVERY == 0:
                warm.end_all()
        else:
            answer_first(table)
        table = reload(table)
    assert table.reason == "normal", table.fault
    assert len(warm) == 0
    record = table_record(table)
    verify(record)
    assert {move.seat for move in game_of(table).moves} == {0, 1, 2, 3}
    assert played > 2 * COLD_EVERY
