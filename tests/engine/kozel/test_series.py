"""The penalties of deals, and the end of the game: KR16 to KR20."""

from typing import Any

import pytest

from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from tests.engine.games import start
from tests.engine.playing import play


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


def last_trick(points: str, tricks: str = "1/1", **options: Any) -> KozelState:
    """Before a last trick without points, which side 0 takes."""
    state = at(f"hands=7S/6S/6D/6C exposed=6H leader=0 points={points} tricks={tricks}", **options)
    return play(state, "lead 7S", "drop 6S", "drop 6D", "drop 6C")


@pytest.mark.parametrize(
    ("points", "tricks", "penalties"),
    [
        ("61/59", "1/1", [0, 2]),
        ("59/61", "1/1", [2, 0]),
        ("90/30", "3/4", [0, 4]),
        ("120/0", "6/1", [0, 4]),
        ("120/0", "6/0", [0, 6]),
        ("60/60", "1/1", [0, 0]),
    ],
)
def test_the_side_with_fewer_points_is_penalised(
    points: str, tricks: str, penalties: list[int]
) -> None:
    """K38 to K44, KR17."""
    view = last_trick(points, tricks).view(None)
    assert view["penalties"] == penalties
    assert view["eggs"] == (penalties == [0, 0])
    assert view["deal"] == 1


def test_eggs_are_counted_and_the_last_taker_leads_on() -> None:
    """KR18."""
    view = last_trick("60/60").view(None)
    assert (view["eggs"], view["leader"], view["penalties"]) == (1, 0, [0, 0])


def test_the_game_ends_at_the_limit() -> None:
    """KR19."""
    state = last_trick("59/61", limit=2)
    assert state.seat is None
    assert state.scores() == (0.0, 1.0)
    assert last_trick("61/59", limit=2).scores() == (1.0, 0.0)
    assert last_trick("61/59", limit=3).seat is not None


def test_the_game_is_drawn_at_the_cap_unless_the_last_deal_decides_it() -> None:
    """KR20."""
    assert last_trick("59/61", max_deals=1).scores() == (0.5, 0.5)
    assert last_trick("59/61", max_deals=1, limit=2).scores() == (0.0, 1.0)
    assert last_trick("59/61", max_deals=2).seat is not None


def test_a_game_in_progress_has_no_scores() -> None:
    with pytest.raises(ValueError, match="not over"):
        start(Kozel(), 1).scores()


def test_the_last_trick_stays_counted_when_the_game_is_over() -> None:
    state = last_trick("59/61", limit=2)
    view = state.view(None)
    assert view["points"] == [59, 61]
    assert view["tricks"] == [2, 1]
    assert view["phase"] == "over"
    assert view["table"] == []
    assert view["seat"] is None
