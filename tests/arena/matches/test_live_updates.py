"""What a worker reports of a match while it plays it."""

from typing import Any

import pytest
from django.db import OperationalError

from arena.matches import lifecycle, sweep
from arena.matches.models import LiveUpdate
from tests.arena.live_match import LiveMatch, fixed_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def live(versions: Any, monkeypatch: pytest.MonkeyPatch) -> LiveMatch:
    return LiveMatch(fixed_match(*versions), monkeypatch)


def test_a_match_that_is_over_within_a_second_leaves_no_updates(live: LiveMatch) -> None:
    live.now = 0.1
    for index in range(4):
        live.begin()
        live.game.moves += live.games[index]["moves"]
        live.reporter.write()
        live.reporter.end(live.games[index])
    live.wait(0.8)
    assert live.updates() == []


def test_moves_are_reported_at_most_twice_a_second(live: LiveMatch) -> None:
    live.begin()
    live.wait(1)
    for _ in range(20):
        live.game.moves.append("pass")
        live.game.ms.append(1.0)
        live.wait(0.1)
    assert len(live.updates()) <= 5


def test_the_last_moves_of_a_game_in_play_are_held_back(live: LiveMatch, settings: Any) -> None:
    settings.LIVE_DELAY_MOVES = 3
    live.wait(1)
    live.begin()
    live.play(0, 8)
    live.play(0, 2)
    reported = [
        text for data in live.updates() for moves in data["moves"] for text in moves["texts"]
    ]
    assert reported == live.games[0]["moves"][:7]


def test_a_game_that_was_shown_is_reported_to_its_end(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 5)
    live.end(0)
    live.begin()
    live.play(1, 6)
    live.play(1, 2)
    moves = [moves for data in live.updates() for moves in data["moves"]]
    for index, count in ((0, None), (1, 5)):
        reported = [text for part in moves if part["game"] == index for text in part["texts"]]
        assert reported == live.games[index]["moves"][:count]
    assert [game["scores"] for data in live.updates() for game in data["over"]] == [
        live.games[0]["scores"]
    ]


def test_nothing_is_reported_while_no_move_is_played(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 5)
    reported = live.updates()
    for _ in range(3):
        live.wait(0.5)
    assert live.updates() == reported


def test_the_sweep_deletes_the_updates_of_ended_attempts(live: LiveMatch) -> None:
    live.wait(1)
    live.begin()
    live.play(0, 5)
    sweep.sweep()
    assert live.updates()
    lifecycle.release(live.attempt.token)
    sweep.sweep()
    assert not live.updates()


def test_moves_are_reported_later_when_the_database_was_away(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def away(**fields: Any) -> None:
        raise OperationalError("connection refused")

    live.wait(1)
    live.begin()
    with monkeypatch.context() as patch:
        patch.setattr(LiveUpdate.objects, "create", away)
        live.play(0, 6)
        live.wait(6)
        live.play(0, 0)
    assert caplog.messages == ["the database is away: connection refused"]
    live.now += 6
    live.play(0, 1)
    (data,) = live.updates()
    assert data["moves"][0]["texts"] == live.games[0]["moves"][:4]
