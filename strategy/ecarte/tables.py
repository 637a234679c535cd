"""Reads the tables of bids and exchanges, and sums them up for the score of a deal.

A stored table has a row for each feature (`features.py`) and a column for each outcome of the deal
(`outcomes.py`): the row sums to the chances of the outcomes. With the outcomes' values at a score,
each row becomes one number.
"""

import base64
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final

from strategy.ecarte import features, tables_classic, tables_seed
from strategy.ecarte.outcomes import OUTCOMES

COUNTS: Final = 6  # of the cards of an exchange: 0 to 5
_BELIEF_ROW: Final = features.SIDES + features.CONFIGS


class Tables:
    """The tables for one kind of rules."""

    def __init__(self, tables: str, beliefs: str) -> None:
        numbers = _unpack(tables)
        size = features.SIZE * OUTCOMES
        self._columns = {
            name: [numbers[i * size + k : (i + 1) * size : OUTCOMES] for k in range(OUTCOMES)]
            for i, name in enumerate(features.TABLES)
        }
        logs = _unpack(beliefs)
        rows = [logs[i : i + _BELIEF_ROW] for i in range(0, len(logs), _BELIEF_ROW)]
        # By role (0: non-dealer) and the number of cards exchanged: by relative trumps, then by the
        # configuration of a plain suit, the logarithm of the frequency against random hands.
        self.beliefs = [
            [[number / 100 for number in row] for row in rows[role * COUNTS : (role + 1) * COUNTS]]
            for role in range(2)
        ]

    def collapse(self, name: str, values: Sequence[float]) -> list[float]:
        """One number for each feature; `values` by outcome."""
        scaled = [value / features.SCALE for value in values]
        return [
            a * scaled[0] + b * scaled[1] + c * scaled[2] + d * scaled[3] + e * scaled[4]
            + f * scaled[5] + g * scaled[6] + h * scaled[7] + i * scaled[8] + j * scaled[9]
            + k * scaled[10] + m * scaled[11]
            for a, b, c, d, e, f, g, h, i, j, k, m in zip(*self._columns[name], strict=True)
        ]  # fmt: skip


def _unpack(text: str) -> "array[int]":
    numbers = array("h")
    numbers.frombytes(zlib.decompress(base64.b85decode(text)))
    return numbers


@cache
def tables(vulnerability: str) -> Tables:
    """The tables for these rules. Rules without tables of their own take the nearest."""
    module = tables_classic if vulnerability in ("classic", "winner") else tables_seed
    return Tables(module.TABLES, module.BELIEFS)
