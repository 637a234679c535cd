"""Kozel, "Goat" on four cards: two teams of two, a series of deals (rules.md, section 3).

The series in progress is in ``kozel_state.py``, what beats what in ``kozel_tricks.py``, the
notation of positions in ``kozel_position.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.kozel import notation
from engine.kozel.state import KozelState
from engine.options import Option, Value, changed
from engine.randomness import SEED_BYTES, SETUP, Stream

LIMIT = 12  # K48
MAX_DEALS = 50  # KR20


@dataclass(frozen=True)
class Kozel:
    """The ruleset and its options.

    `molodka`: claimed in windows that open all through a trick (KR12), only as an extra move in
    one's own reply (``own_turn``), or not at all (``off``). `trump_card`: the exposed card lies at
    a random place of the stock (KR4), or is its last card (``bottom``). `limit`: the penalty points
    that lose the series. `max_deals`: after so many deals it is drawn.
    """

    molodka: str = "windows"
    trump_card: str = "random"
    limit: int = LIMIT
    max_deals: int = MAX_DEALS

    name: ClassVar[str] = "kozel"
    seats: ClassVar[int] = 4
    OPTIONS: ClassVar[dict[str, Option]] = {
        "molodka": Option(
            "windows",
            ("windows", "own_turn", "off"),
            "when four cards of one suit may be led out of turn",
        ),
        "trump_card": Option(
            "random", ("random", "bottom"), "where the exposed card lies in the stock"
        ),
        "limit": Option(LIMIT, range(1, 101), "penalty points that lose the series"),
        "max_deals": Option(MAX_DEALS, range(1, 1001), "deals after which the series is drawn"),
    }

    @property
    def options(self) -> Mapping[str, Value]:
        return changed(self)

    def start(self, seed: bytes) -> KozelState:
        dealer = Stream(seed, SETUP).below(4)
        state = KozelState(self, seed, dealer)
        state.leader = (dealer + 1) % 4  # KR3
        state.begin_deal()
        return state

    def position(self, text: str) -> KozelState:
        """The state that a text sets up; `KozelState.position` writes it.

        ``hands=7S/9S/6H/8D exposed=QH leader=0 …``: see
        ``kozel_position.py``. Raises BadPosition.
        """
        state = KozelState(self, bytes(SEED_BYTES), dealer=0)
        notation.read(state, text)
        return state
