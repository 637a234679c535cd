"""Everything random in a game comes from SHA-256 streams of its seed (rules.md, section 2).

So nobody's choice changes a later deal, and anyone can check a deal with SHA-256 alone.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from operator import mod
from struct import Struct
from typing import Any, Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
SETUP: Final = 2**32 - 1  # the stream of the draws made once a game


class BadSeed(ValueError):
    """A text that is not a seed of 32 bytes in hexadecimal."""


class Stream:
    """Stream `number` of a seed: an endless row of 32-bit words, and draws from it."""

    __slots__ = ("_block", "_prefix", "_unread")

    def __init__(self, seed: bytes, number: int) -> None:
        self._prefix = seed + number.to_bytes(4, "big")
        self._block = 0
        self._unread = b""  # of the blocks before that one

    def word(self) -> int:
        """The next word, 0 to 2^32 − 1."""
        unread = self._reading(4)
        self._unread = unread[4:]
        return int.from_bytes(unread[:4], "big")

    def below(self, bound: int) -> int:
        """A number 0 to `bound` − 1, each equally likely."""
        limit = 2**32 - 2**32 % bound  # words from here on would favour the small numbers
        while True:
            word = self.word()
            if word < limit:
                return word % bound

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a random order; index 0 is the top of a shuffled deck."""
        result = list(items)
        last = len(result)
        for other in self._falling(last):
            last -= 1
            result[last], result[other] = result[other], result[last]
        return result

    def _falling(self, count: int) -> Iterable[int]:
        """Numbers below `count`, below `count` − 1, and so on down to 2."""
        bounds, size, unpack = _falling_bounds(count)
        unread = self._reading(size)
        # A bound up to 256 refuses only words that begin with these bytes. They are so rare that
        # the words can nearly always be taken as they come, without any Python for each of them.
        if count > 256 or b"\xff\xff\xff" in unread:
            return map(self.below, bounds)
        self._unread = unread[size:]
        return map(mod, unpack(unread), bounds)

    def _reading(self, size: int) -> bytes:
        """What is still unread, with blocks added until it has `size` bytes."""
        unread, block = self._unread, self._block
        while len(unread) < size:
            unread += sha256(self._prefix + block.to_bytes(4, "big")).digest()
            block += 1
        self._unread, self._block = unread, block
        return unread


@cache
def _falling_bounds(count: int) -> tuple[Sequence[int], int, Callable[[bytes], tuple[Any, ...]]]:
    """The numbers from `count` down to 2, the bytes of as many words, and what unpacks those."""
    bounds = tuple(range(count, 1, -1))
    words = Struct(f">{len(bounds)}I")
    return bounds, words.size, words.unpack_from


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
