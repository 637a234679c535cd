"""How High Card is scored."""

from collections.abc import Sequence

from engine.cards import Card, rank


def taker(led: Card, answer: Card, leader: int) -> int:
    """The seat that takes a trick: the higher rank, whatever the suits. A tie is the leader's."""
    return 1 - leader if rank(answer) > rank(led) else leader


def game_scores(tricks: Sequence[int]) -> tuple[float, float]:
    """The scores by seat: more tricks win, as many each are a draw."""
    if tricks[0] == tricks[1]:
        return (0.5, 0.5)
    return (1.0, 0.0) if tricks[0] > tricks[1] else (0.0, 1.0)
