"""A bot's recent matches and their counts."""

from typing import Any

import pytest

from arena.replays import bot_matches
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db


def test_the_bot_page_gets_its_recent_matches_and_counts(versions: Any) -> None:
    bold = versions[0].bot
    done = finish(make_match(*versions))
    turned = finish(make_match(*versions[::-1]))
    queued = make_match(*versions)
    finish(make_match(versions[0], versions[0], queue="check", rated=False))
    assert bot_matches.recent_of(bold, 2) == [queued, turned]
    counts = bot_matches.counts_of(bold)
    results = [(done.score0, done.score1), (turned.score1, turned.score0)]
    assert counts == bot_matches.Counts(
        finished=2,
        won=sum(mine > other for mine, other in results),
        drawn=sum(mine == other for mine, other in results),
        lost=sum(mine < other for mine, other in results),
        waiting=1,
    )
