"""Plays one seat of Kozel at a level (docs/13a-kozel-bot.md)."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.cards import SUITS
from engine.kozel.options import KozelOptions
from engine.ruleset import Event, Ruleset, View
from strategy.evaluator import Choice, Clock
from strategy.kozel.candidates import candidates, classes, kind_of
from strategy.kozel.decision import Decision
from strategy.kozel.memory import Memory
from strategy.kozel.numbers import NUMBERS
from strategy.kozel.policy import Policy
from strategy.kozel.sampling import Sampler
from strategy.kozel.search import Search, best_of

SEARCHES: Final = {
    "medium": Search(12, 0.1, likely=False, doubt=0.0, margin=0.0),
    "strong": Search(240, 0.3, likely=True, doubt=0.7, margin=0.02),
}
# Of the free time of a move, and of the bank.
CLOCK_SHARE: Final = 0.5
BANK_SHARE: Final = 0.01


class Player:
    """One seat of one game, at the level "medium" or "strong".

    Plays the same for the same messages and seed, as long as the clock leaves it its samples.
    """

    def __init__(self, rules: Ruleset, seat: int, level: str, seed: int = 0) -> None:
        assert isinstance(rules, KozelOptions), "a player of Kozel"
        self._rules = rules
        self._seat = seat
        self._search = SEARCHES[level]
        self._random = Random(seed)
        self._memory = Memory()
        self._policy = Policy(NUMBERS, rules.molodka != "off")

    def choose(
        self, events: Sequence[Event], view: View, legal: Sequence[str], clock: Clock
    ) -> Choice:
        """One of the legal moves. `events` are those since the last call, `view` is complete."""
        self._memory.hear(events, view)
        if len(legal) == 1:
            return Choice(legal[0], "")
        search = self._search
        sampler = Sampler(view, self._seat, self._memory, self._rules, search.likely, self._random)
        alike = classes(sampler.hand, sampler.others)
        moves = candidates(legal, sampler.hand, alike, SUITS.index(view["trump"]))
        if len(moves) == 1:
            return Choice(legal[0], "all moves are alike")
        decision = Decision(self._rules, view, self._seat)
        own = decision.own_move(self._policy, sampler.others) if search.doubt else None
        kinds = list(moves)
        place = kinds.index(kind_of(own, alike)) if own else -1
        limit = (CLOCK_SHARE * clock.move_ms + BANK_SHARE * clock.bank_ms) / 1000
        chosen, worth = best_of(
            decision,
            sampler,
            [move for move, _ in moves.values()],
            place,
            self._policy,
            search._replace(seconds=min(search.seconds, limit)),
        )
        return Choice(moves[kinds[chosen]][1], f"wins about {100 * worth:.0f} % of such games")
