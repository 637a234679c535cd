"""What all games share in observations: numbers for programs that learn, in a buffer of theirs.

An observation is one row of bytes, a fixed number for each game whatever the options. Its features
stand one after the other; each game lists them in ``observation.py``. Nearly all are planes of
zeros and ones, first a bit for each card in deck order, or for each seat from the observer on, and
so on. The others are counts. `most` is the highest value, to divide by.

A buffer is anything writable and contiguous with items of one byte: a bytearray, or a row of
numpy's uint8, int8 or bool.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.errors import BadBuffer


class Feature(NamedTuple):
    """A part of an observation: `size` bytes with values from 0 to `most`."""

    name: str
    size: int
    most: int
    meaning: str


def total_size(features: Sequence[Feature]) -> int:
    return sum(feature.size for feature in features)


def highest(features: Sequence[Feature]) -> bytes:
    """By byte of an observation: its highest value."""
    return b"".join(bytes([feature.most]) * feature.size for feature in features)


def features_of(features: Sequence[Feature], observation: Sequence[int]) -> dict[str, list[int]]:
    """An observation by the names of its features, for people and tests."""
    named = {}
    first = 0
    for feature in features:
        named[feature.name] = [int(value) for value in observation[first : first + feature.size]]
        first += feature.size
    return named


def starts(features: Sequence[Feature]) -> dict[str, int]:
    """By feature: the number of its first byte."""
    return {feature.name: total_size(features[:number]) for number, feature in enumerate(features)}


def fill(out: Any, row: bytes | bytearray) -> None:
    """Writes the whole of a buffer. Raises BadBuffer if it does not have this size."""
    try:
        memoryview(out)[:] = row
    except (TypeError, ValueError, NotImplementedError, BufferError):
        _fill_items_of_another_type(out, row)


def _fill_items_of_another_type(out: Any, row: bytes | bytearray) -> None:
    """Bytes that count as bool or int8."""
    try:
        view = memoryview(out)
    except TypeError:
        raise _bad_buffer(f"a {type(out).__name__}, which is no buffer", row) from None
    try:
        if view.itemsize == view.ndim == 1:
            view.cast("B")[:] = row
            return
    except (TypeError, ValueError):
        pass
    writable = "read-only, " if view.readonly else ""
    found = f"{writable}of shape {view.shape} with items of format {view.format!r}"
    raise _bad_buffer(found, row)


def _bad_buffer(found: str, row: bytes | bytearray) -> BadBuffer:
    return BadBuffer(
        f"out is {found}; give bytearray({len(row)}) or numpy.zeros({len(row)}, numpy.uint8)"
    )
