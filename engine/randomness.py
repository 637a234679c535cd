"""Seeds, and the SHA-256 streams that everything random in a game comes from.

No player's choice changes a later deal, and anyone can check a deal with SHA-256 alone
(docs/2-rules.md, "Shuffles").
"""

from collections.abc import Callable, Sequence
from functools import cache
from struct import Struct
from typing import Final, TypeVar

from engine.digest import sha256
from engine.errors import BadSeed

T = TypeVar("T")

SEED_BYTES: Final = 32
SETUP: Final = 2**32 - 1  # the number of the stream for what is drawn once a game


class Stream:
    """Stream `number` of a seed: an endless sequence of 32-bit words, and draws from it."""

    __slots__ = ("_block", "_prefix", "_unread")

    def __init__(self, seed: bytes, number: int) -> None:
        self._prefix = seed + number.to_bytes(4, "big")
        self._block = 0  # the number of the next block to hash
        self._unread = b""

    def word(self) -> int:
        """The next word, 0 to 2^32 − 1."""
        unread = self._peek(4)
        self._unread = unread[4:]
        return int.from_bytes(unread[:4], "big")

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` − 1, each equally likely."""
        limit = 2**32 - 2**32 % bound  # words from here on would favour the small numbers
        while True:
            word = self.word()
            if word < limit:
                return word % bound

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a random order. Index 0 is the top of a shuffled deck."""
        result = list(items)
        bound = len(result)
        for word in self._words_without_rejection(bound):
            other = word % bound
            bound -= 1
            result[bound], result[other] = result[other], result[bound]
        while bound > 1:
            other = self.below(bound)
            bound -= 1
            result[bound], result[other] = result[other], result[bound]
        return result

    def _words_without_rejection(self, count: int) -> tuple[int, ...]:
        """The words that shuffle `count` items, or none if a draw might reject one of them.

        A bound of up to 256 rejects only words that begin with three bytes 255. They are so rare
        that nearly every deck is shuffled with words unpacked at once, which pays in
        bench/engine.py: dealing is part of random play.
        """
        size, unpack = _words_format(count)
        unread = self._peek(size)
        if count > 256 or b"\xff\xff\xff" in unread:
            return ()
        self._unread = unread[size:]
        return unpack(unread)

    def _peek(self, size: int) -> bytes:
        """The unread bytes, at least `size` of them, which stay unread."""
        unread, block = self._unread, self._block
        while len(unread) < size:
            unread += sha256(self._prefix + block.to_bytes(4, "big")).digest()
            block += 1
        self._unread, self._block = unread, block
        return unread


@cache
def _words_format(count: int) -> tuple[int, Callable[[bytes], tuple[int, ...]]]:
    """How many bytes the words that shuffle `count` items have, and what unpacks them."""
    words = Struct(f">{max(count - 1, 0)}I")
    return words.size, words.unpack_from


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
    """The SHA-256 of a match's secret seed, in hexadecimal. It is published before the match."""
    return sha256(match_seed).hexdigest()


def pair_seed(match_seed: bytes, pair: int) -> bytes:
    """The game seed of both games of pair number `pair` (docs/3-protocol.md)."""
    return sha256(match_seed + pair.to_bytes(4, "big")).digest()
