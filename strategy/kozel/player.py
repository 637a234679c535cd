"""Plays one seat of Kozel at a level (docs/13a-kozel-bot.md)."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.cards import SUITS
from engine.kozel.options import KozelOptions
from engine.ruleset import Event, Ruleset, View
from strategy.evaluator import Choice, Clock
from strategy.kozel.candidates import candidates
from strategy.kozel.cards import read
from strategy.kozel.memory import Memory
from strategy.kozel.numbers import NUMBERS
from strategy.kozel.policy import Policy
from strategy.kozel.sampling import Sampler
from strategy.kozel.search import Budget, Table, Worth, best_of

# By level: the samples of a decision at most.
SAMPLES: Final = {"medium": 12, "strong": 400}
# By level: seconds of the processor for a decision at most.
SECONDS: Final = {"medium": 0.03, "strong": 0.3}
CLOCK_SHARE: Final = 0.6  # of the free time of a move
BANK_SHARE: Final = 0.02


class Player:
    """One seat of one game.

    Plays the same for the same messages and seed, as long as the clock leaves it its samples.
    """

    def __init__(self, rules: Ruleset, seat: int, level: str, seed: int = 0) -> None:
        assert isinstance(rules, KozelOptions), "a player of Kozel"
        self._rules = rules
        self._seat = seat
        self._level = level
        self._random = Random(seed)
        self._memory = Memory()
        self._policy = Policy(NUMBERS)

    def choose(
        self, events: Sequence[Event], view: View, legal: Sequence[str], clock: Clock
    ) -> Choice:
        self._memory.hear(events, view)
        if len(legal) == 1:
            return Choice(legal[0], "")
        sampler = Sampler(
            view, self._seat, self._memory, self._rules.trump_card == "bottom", self._random
        )
        trump = SUITS.index(view["trump"])
        moves = candidates(legal, sampler.hand, sampler.hidden, trump)
        if len(moves) == 1:
            return Choice(legal[0], "")
        best = read(view["best"]["cards"], trump) if view["best"] else 0
        seconds = min(
            SECONDS[self._level],
            (CLOCK_SHARE * clock.move_ms + BANK_SHARE * clock.bank_ms) / 1000,
        )
        chosen, worths = best_of(
            sampler,
            Table(view, self._seat, best),
            list(moves),
            self._policy,
            Worth(self._rules, view, self._seat & 1),
            Budget(SAMPLES[self._level], seconds),
        )
        text = list(moves.values())[chosen]
        return Choice(text, f"wins {100 * worths[chosen]:.0f} % of {len(moves)} moves' playouts")
