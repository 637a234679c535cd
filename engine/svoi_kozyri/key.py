"""A state of Svoi Kozyri as a number of 64 bits, for tables of positions that a search has seen.

It is that of a position as repetitions count it (SR12): both hands, the pile in its order, the turn
and the trumps. How many moves were made and what occurred before is not in it, nor is the seed.
Equal positions have equal keys, in every process.

All cards in a row are the digits of a number, and the key is its remainder for a prime: nothing has
to be kept from move to move, which would cost more.
"""

from typing import Final, Protocol

from engine.digest import sha256

# A prime of 64 bits without any pattern: 2^64 and other powers leave no small remainders.
_PRIME: Final = 10320413243850030023
_join: Final = b"\x24".join  # NO_CARD
_from_bytes: Final = int.from_bytes


class Duel(Protocol):
    """What a key reads of a state; `SvoiKozyriState` describes it."""

    seat: int | None
    turn: int
    hands: list[bytes]
    pile: bytes
    situations: list[int]


def _number(*parts: object) -> int:
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")


_SUITS: Final = (0, 1, 2, 3, None)
# By the trumps, then by the turn: a number that sets such keys apart.
SITUATIONS: Final = {
    (first, second): [_number(first, second, turn) for turn in (0, 1)]
    for first in _SUITS
    for second in _SUITS
}
_OVER: Final = _number("over")


def key(state: Duel) -> int:
    cards = _from_bytes(_join(state.hands) + state.pile) % _PRIME
    made = cards ^ state.situations[state.turn]
    return made if state.seat is not None else made ^ _OVER
