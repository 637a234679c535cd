"""A bot's recent matches and their counts."""

from typing import Any

import pytest

from arena.replays import bot_matches
from tests.arena.ending import end
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


def test_the_recent_matches_are_newest_first_and_without_qualifications(versions: Any) -> None:
    bold = versions[0].bot
    make_match(*versions)
    matches = [make_match(*versions[::-1]), make_match(*versions)]
    make_match(versions[0], versions[0], queue="check", rated=False)
    assert bot_matches.recent_of(bold, 2) == matches[::-1]


def test_matches_are_counted_from_the_side_of_the_bot(versions: Any) -> None:
    for order, score0, score1 in [
        (1, 2, 0),
        (1, 1.5, 0.5),
        (1, 1, 1),
        (1, 0, 2),
        (-1, 0, 2),
        (-1, 2, 0),
        (-1, 2, 0),
        (-1, 1.5, 0.5),
    ]:
        end(make_match(*versions[::order]), score0, score1)
    make_match(*versions)
    end(make_match(versions[0], versions[0], queue="check", rated=False), 1, 1)
    counts = bot_matches.counts_of(versions[0].bot)
    assert counts == bot_matches.Counts(finished=8, won=3, drawn=1, lost=4, waiting=1)
