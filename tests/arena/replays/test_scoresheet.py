"""How a game ended, in words."""

from typing import Any

import pytest

from arena.replays.scoresheet import games


def record(reason: str, scores: list[float], *, sides: tuple[int, int] = (0, 1)) -> dict[str, Any]:
    """A record of one pair whose first game ended like this, with scores by side."""
    fault = {"side": None, "seat": None, "move": 3, "detail": "what the referee wrote"}
    return {
        "bots": [{"name": "alice/a"}, {"name": "bob/b"}],
        "games": [
            {
                "pair": 0,
                "leg": 0,
                "sides": list(sides),
                "moves": ["x", "y", "z"],
                "scores": scores,
                "reason": reason,
                "fault": None if reason == "normal" else fault,
            },
            {
                "pair": 0,
                "leg": 1,
                "sides": [1, 0],
                "moves": ["x"],
                "scores": [0.5, 0.5],
                "reason": "normal",
                "fault": None,
            },
        ],
    }


@pytest.mark.parametrize(
    ("reason", "scores", "words"),
    [
        ("normal", [1.0, 0.0], ""),
        ("start", [0.0, 1.0], "alice/a failed to start"),
        ("start", [0.0, 0.0], "both bots failed to start"),
        ("timeout", [1.0, 0.0], "bob/b ran out of time"),
        ("illegal", [0.0, 1.0], "alice/a made an illegal move"),
        ("malformed", [0.0, 1.0], "alice/a sent an invalid answer"),
        ("crash", [0.0, 1.0], "alice/a crashed"),
        ("flood", [0.0, 1.0], "alice/a flooded its output"),
        ("forfeit", [1.0, 0.0], "bob/b forfeited after 3 faults"),
        ("forfeit", [0.0, 0.0], "both bots forfeited after 3 faults"),
    ],
)
def test_an_ending_names_bot_and_fault(reason: str, scores: list[float], words: str) -> None:
    assert games(record(reason, scores))[0].ending == words


def test_scores_and_fault_follow_the_bot_when_the_sides_are_exchanged() -> None:
    game, mirrored = games(record("crash", [0.0, 1.0], sides=(1, 0)))
    assert game.scores == (1.0, 0.0)
    assert game.ending == "bob/b crashed"
    assert (game.number, game.pair, game.moves, game.detail) == (1, 1, 3, "what the referee wrote")
    assert (game.leg, game.mirrored) == (0, 2)
    assert (mirrored.leg, mirrored.mirrored) == (1, 1)


def test_the_two_sides_of_a_bot_that_plays_itself_are_named() -> None:
    alone = record("crash", [0.0, 1.0])
    alone["bots"][1] = alone["bots"][0]
    assert games(alone)[0].ending == "alice/a (first) crashed"
