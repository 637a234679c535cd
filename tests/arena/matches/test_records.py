"""What a record says about crashes and other faults."""

import pytest

from arena.matches import records


def game(reason: str, side: int | None, sides: tuple[int, int] = (0, 1)) -> dict[str, object]:
    fault = None if reason == "normal" else {"side": side}
    return {"reason": reason, "fault": fault, "sides": list(sides)}


@pytest.mark.parametrize(
    ("games", "crashes"),
    [
        ([game("normal", None), game("timeout", 0), game("illegal", 1)], [0, 0]),
        ([game("crash", 1), game("start", 1)], [0, 2]),
        ([game("crash", 1, sides=(1, 0))], [1, 0]),
        ([game("start", None)], [1, 1]),
    ],
)
def test_games_lost_by_not_starting_or_crashing_are_counted_for_each_bot(
    games: list[dict[str, object]], crashes: list[int]
) -> None:
    assert records.crashes({"games": games}) == crashes


def test_games_lost_by_any_fault_are_counted_for_each_bot() -> None:
    games = [
        game("normal", None),
        game("timeout", 0),
        game("illegal", 1),
        game("forfeit", 0, sides=(1, 0)),
        game("start", None),
    ]
    assert records.faults({"games": games}) == [2, 3]
