"""Everything random in a game comes from SHA-256 streams of its seed (rules.md, section 2).

So nobody's choice changes a later deal, and anyone can check a deal with SHA-256 alone.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
SETUP: Final = 2**32 - 1  # the stream of the draws made once a game


class BadSeed(ValueError):
    """A text that is not a seed of 32 bytes in hexadecimal."""


class Stream:
    """Stream `number` of a seed: an endless row of 32-bit words, and draws from it."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, seed: bytes, number: int) -> None:
        self._prefix = seed + number.to_bytes(4, "big")
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word, 0 to 2^32 − 1."""
        if not self._words:
            block = sha256(self._prefix + self._block.to_bytes(4, "big")).digest()
            self._block += 1
            self._words += unpack(">8I", block)[::-1]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number 0 to `bound` − 1, each equally likely."""
        limit = _limit(bound)
        while True:
            word = self.word()
            if word < limit:
                return word % bound

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a random order; index 0 is the top of a shuffled deck."""
        result = list(items)
        words = self._words
        for last, bound, limit in _exchanges(len(result)):
            # This is self.below(bound), written out: a call for each card of each deal is slow.
            word = words.pop() if words else self.word()
            while word >= limit:
                word = self.word()
            other = word % bound
            result[last], result[other] = result[other], result[last]
        return result


def _limit(bound: int) -> int:
    """Words from here on would favour the small numbers below `bound`."""
    return 2**32 - 2**32 % bound


@cache
def _exchanges(count: int) -> tuple[tuple[int, int, int], ...]:
    """The exchanges that shuffle `count` items: each one's place, its bound and its limit."""
    return tuple((bound - 1, bound, _limit(bound)) for bound in range(count, 1, -1))


def parse_seed(text: str) -> bytes:
    """The seed written as 64 hexadecimal digits. Raises BadSeed."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise BadSeed(f"a seed is {2 * SEED_BYTES} hexadecimal digits, not {text[:80]!r}")
    return seed


def commitment(match_seed: bytes) -> str:
    """What is published when a match is created: the SHA-256 of its secret seed, in hexadecimal."""
    return sha256(match_seed).hexdigest()


def pair_seed(match_seed: bytes, pair: int) -> bytes:
    """The game seed that both games of pair number `pair` play (protocol.md, section 4)."""
    return sha256(match_seed + pair.to_bytes(4, "big")).digest()
