"""Solves positions of Svoi Kozyri: what best play leads to, and how, where that can be proved."""

from typing import NamedTuple

from engine.svoi_kozyri.state import SvoiKozyriState
from strategy.svoi_kozyri.positions import drawn_next, position_of, rules_of, suits_of
from strategy.svoi_kozyri.proof import MOST_NODES, prove


class Solution(NamedTuple):
    """What was proved.

    `value` is that of the seat to act: 1 it wins, 0.5 a draw, 0 it loses, None not solved within
    the limits. `line` are best moves of both seats, as the protocol writes them: to the end of the
    game if it is won or lost, and in a draw until it ends or a position comes back. `nodes` were
    examined.
    """

    value: float | None
    line: tuple[str, ...]
    nodes: int


def solve(state: SvoiKozyriState, seconds: float = 1.0, nodes: int | None = None) -> Solution:
    """Proves the value of a position within this processor time and, if given, number of nodes.

    All legal moves are examined, and the state's options and what occurred before in its game
    count. Raises ValueError if the game is over, or the cards are not dealt yet.
    """
    if state.seat is None:
        raise ValueError("the game is over: take a position in which a seat is to act")
    suits = suits_of(state)
    proof = prove(
        position_of(state, suits),
        rules_of(state.options),
        drawn_next(state, suits),
        seconds,
        MOST_NODES if nodes is None else nodes,
    )
    return Solution(proof.value, tuple(map(suits.text, proof.line)), proof.nodes)
