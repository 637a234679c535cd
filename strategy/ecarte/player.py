"""Plays one seat of a game of Écarté, at one of two levels."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, cast

from engine.ecarte.options import EcarteOptions
from engine.ruleset import Event, Ruleset, View
from strategy.ecarte.beliefs import sample_hands
from strategy.ecarte.bidding import bid_values
from strategy.ecarte.card_play import Values, card_value, legal_cards, other_king
from strategy.ecarte.exchanges import exchange_limits, kept_by_rule
from strategy.ecarte.situation import Situation, situation
from strategy.evaluator import Choice, Clock


@dataclass(frozen=True)
class Level:
    """`samples` of the other hand are solved, drawn from `tries` by weight."""

    samples: int
    tries: int


LEVELS: Final = {"medium": Level(8, 24), "strong": Level(200, 1000)}
PART_OF_MOVE: Final = 0.3  # of a move's free time, the most that is used
PIECE: Final = 20  # samples solved between two looks at the clock
SAMPLES_A_MS: Final = 4  # and tries five times as many: what a slow machine manages in that part


class Player:
    """One seat of one game. Keeps nothing but its generator: a view says everything."""

    def __init__(
        self, rules: Ruleset, seat: int, level: str = "strong", random: Random | None = None
    ) -> None:
        self.options = cast(EcarteOptions, rules)
        self.seat = seat
        self.level = LEVELS[level]
        self.random = random or Random()

    def choose(
        self, events: Sequence[Event], view: View, legal: Sequence[str], clock: Clock
    ) -> Choice:
        """One of the legal moves, and why."""
        if len(legal) == 1:
            return Choice(legal[0], "")
        now = situation(self.options, view, self.seat)
        if now.phase in ("propose", "respond"):
            return bid(now)
        if now.phase == "discard":
            return exchange(now)
        return self.play_card(now, legal, clock)

    def play_card(self, now: Situation, legal: Sequence[str], clock: Clock) -> Choice:
        """The card with the best average over the samples; the king is always announced."""
        cards = legal_cards(now)
        names = now.deck.names
        may_announce = any(move.endswith(" king") for move in legal)
        if len(cards) > 1:
            totals = self.search(now, cards, may_announce, clock)
            best = max(range(len(cards)), key=lambda i: totals[i])
            card, note = cards[best], f"{totals[best]:.0%} to win the game"
        else:
            card, note = cards[0], ""
        move = f"card {names[card]}"
        announced = f"{move} king"
        return Choice(announced if announced in legal else move, note)

    def search(
        self, now: Situation, cards: list[int], announces: bool, clock: Clock
    ) -> list[float]:
        """By card: the average score of the game."""
        end = time.process_time() + clock.move_ms * PART_OF_MOVE / 1000
        most = max(1, int(clock.move_ms * SAMPLES_A_MS))
        samples, tries = min(self.level.samples, most), min(self.level.tries, 5 * most)
        hands = sample_hands(now, samples, tries, self.random)
        values = Values(now).by_king
        totals = [0.0] * len(cards)
        solved = 0.0
        self.random.shuffle(hands)
        for number, (hand, times) in enumerate(hands):
            king = 1 + now.role if announces else other_king(now, hand)
            of_tricks = values[king]
            for i, card in enumerate(cards):
                totals[i] += times * card_value(now, card, hand, of_tricks)
            solved += times
            if number % PIECE == PIECE - 1 and time.process_time() > end:
                break
        return [total / solved for total in totals]


def bid(now: Situation) -> Choice:
    """Stands or proposes, refuses or accepts."""
    play, exchange = bid_values(now)
    words = ("refuse", "accept") if now.dealer else ("stand", "propose")
    note = f"{max(play, exchange):.0%} to win the game, {min(play, exchange):.0%} otherwise"
    return Choice(words[0] if play >= exchange else words[1], note)


def exchange(now: Situation) -> Choice:
    """Keeps what the rule of thumb keeps."""
    kept = kept_by_rule(now.hand, *exchange_limits(now.options, now.role, now.stock))
    words = [name for bit, name in now.deck.names.items() if bit & now.hand & ~kept]
    return Choice(" ".join(["discard", *words]), "keeps trumps and kings")
