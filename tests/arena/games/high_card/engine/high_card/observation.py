"""What a seat may know of High Card as a row of numbers: all that its view says."""

from typing import Any

from engine.errors import BadSeat
from engine.high_card.view import Game
from engine.observation import Feature, fill, total_size

FEATURES = (
    Feature("hand", 36, 1, "own cards"),
    Feature("played", 36, 18, "cards played: 1 for the first, then 2 …"),
    Feature("tricks", 2, 9, "by seat"),
    Feature("stock", 1, 34, "cards in the stock"),
    Feature("over", 1, 1, "whether the game is over"),
)
SIZE = total_size(FEATURES)


def observe(state: Game, seat: int, out: Any) -> None:
    """Writes what `seat` may know. Raises BadSeat or BadBuffer."""
    if seat not in (0, 1):
        raise BadSeat(seat, 2)
    row = bytearray(SIZE)
    for card in state.hands[seat]:
        row[card] = 1
    for place, card in enumerate(state.played, 1):
        row[36 + card] = place
    row[72:] = bytes([*state.tricks, len(state.stock), state.seat is None])
    fill(out, row)
