"""How Svoi Kozyri is scored: what a player who goes out gets, and which positions are a draw."""

from typing import Final

from engine.svoi_kozyri.moves import NOT_BEATING

REPETITIONS: Final = 3  # occurrences of a position that make a draw (SR12)


def draw_scores() -> tuple[float, float]:
    """The scores by seat of a game that ends without a winner (SR9, SR12)."""
    return (0.5, 0.5)


def going_out_scores(
    winner: int, left: bytes, top: int, trump: int, draw_rule: bool
) -> tuple[float, float]:
    """The scores by seat when seat `winner` has laid its last card (SR8).

    `left` are the cards of the other seat, `trump` is its trump suit, and `top` is the top card. If
    `left` is one card that beats the top card, the game is a draw under the `draw_rule` (SR9).
    """
    beats = len(left) == 1 and left[0] not in NOT_BEATING[trump][top]
    if draw_rule and beats:
        return draw_scores()
    return (1.0, 0.0) if winner == 0 else (0.0, 1.0)
