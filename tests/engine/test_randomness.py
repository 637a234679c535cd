"""Shuffles that anyone can check with SHA-256 alone (docs/2-rules.md, "Shuffles")."""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from struct import pack, unpack
from types import SimpleNamespace

import pytest

from engine.errors import BadSeed
from engine.randomness import Stream, commitment, pair_seed, parse_seed

SEED = bytes(range(32))


def test_a_stream_is_the_words_of_its_blocks() -> None:
    stream = Stream(SEED, 7)
    blocks = [
        sha256(SEED + (7).to_bytes(4, "big") + j.to_bytes(4, "big")).digest() for j in range(3)
    ]
    data = b"".join(blocks)
    expected = [int.from_bytes(data[i : i + 4], "big") for i in range(0, 96, 4)]
    assert [stream.word() for _ in range(24)] == expected


def test_streams_of_a_seed_differ() -> None:
    firsts = {Stream(SEED, number).word() for number in (*range(50), 2**32 - 1)}
    assert len(firsts) == 51


def test_a_word_past_the_last_multiple_is_skipped() -> None:
    class Given(Stream):
        def __init__(self, words: list[int]) -> None:
            self._given = iter(words)

        def word(self) -> int:
            return next(self._given)

    # 2^32 is 3·1431655765 + 1, so for three only the last word is skipped.
    assert Given([2**32 - 1, 2**32 - 2]).below(3) == (2**32 - 2) % 3
    assert Given([2**32 - 1]).below(4) == 3


def test_a_shuffle_keeps_the_items_and_leaves_the_original() -> None:
    deck = list(range(36))
    shuffled = Stream(SEED, 0).shuffle(deck)
    assert deck == list(range(36))
    assert shuffled != deck
    assert sorted(shuffled) == deck


def shuffled_as_written(words: Iterator[int], items: list[int]) -> list[int]:
    """The shuffle of the docs, word by word."""
    result = items[:]
    for last in range(len(result) - 1, 0, -1):
        word = next(words)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(words)
        other = word % (last + 1)
        result[last], result[other] = result[other], result[last]
    return result


def words_of(digest: Callable[[bytes], bytes]) -> Iterator[int]:
    """Stream 7 of SEED, with `digest` for SHA-256."""
    for block in count():
        yield from unpack(">8I", digest(SEED + pack(">2I", 7, block)))


@pytest.mark.parametrize("size", [0, 1, 2, 5, 9, 32, 36, 255, 256, 257, 1000])
def test_a_shuffle_and_the_draws_around_it_take_the_words_in_turn(size: int) -> None:
    stream, words = Stream(SEED, 7), words_of(lambda data: sha256(data).digest())
    for _ in range(3):
        assert stream.word() == next(words)
        assert stream.shuffle(range(size)) == shuffled_as_written(words, list(range(size)))
    assert stream.below(4) == next(words) % 4


@pytest.mark.parametrize(("size", "last"), [(3, 16), (36, 16), (250, 16), (300, 16), (300, 290)])
def test_a_shuffle_skips_the_words_that_its_draws_refuse(
    monkeypatch: pytest.MonkeyPatch, size: int, last: int
) -> None:
    """Blocks half of whose words are among the first few of the `last` words that there are."""

    def high(data: bytes) -> bytes:
        words = unpack(">8I", sha256(data).digest())
        return pack(">8I", *(2**32 - last + word % 16 if word & 1 else word for word in words))

    monkeypatch.setattr(
        "engine.randomness.sha256", lambda data: SimpleNamespace(digest=lambda: high(data))
    )
    stream, words = Stream(SEED, 7), words_of(high)
    for _ in range(3):
        assert stream.shuffle(range(size)) == shuffled_as_written(words, list(range(size)))
        assert stream.word() == next(words)


def test_every_item_comes_first_about_equally_often() -> None:
    firsts = Counter(Stream(SEED, number).shuffle("ABCD")[0] for number in range(4000))
    assert all(850 < times < 1150 for times in firsts.values())


def test_a_seed_is_64_hexadecimal_digits() -> None:
    assert parse_seed(SEED.hex()) == SEED
    for text in ("", "00", "0" * 63, "0" * 65, "g" * 64, " " + "0" * 63, "00 " * 32):
        with pytest.raises(BadSeed, match="64 hexadecimal digits"):
            parse_seed(text)


def test_commitments_and_pair_seeds_are_plain_hashes() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()
    assert pair_seed(SEED, 3) == sha256(SEED + b"\0\0\0\3").digest()
