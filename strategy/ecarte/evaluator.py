"""Scores every legal move of a decision from what its seat could know (`strategy.evaluator`)."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.cards import NAMES
from engine.ecarte.state import EcarteState
from strategy.ecarte import playout
from strategy.ecarte.beliefs import draw_hands
from strategy.ecarte.card_play import Values, card_value, other_king
from strategy.ecarte.playout import Deal, known_deal, sampled_deal
from strategy.ecarte.situation import Situation, situation

TRIES = 5  # hands drawn for each sample


class EcarteEvaluator:
    """Scores by sampled deals: the same deals for all moves.

    The other hand is weighted by its bids and exchanges. A card is followed by open play; a bid or
    an exchange by bids and exchanges of the tables, then open play.
    """

    version = "ecarte-2"

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        """By sample and by action: the expected score of the seat's game, 0 to 1.

        Raises ValueError without actions or samples, BadAction for a number that is no action.
        """
        if samples < 1 or not actions:
            raise ValueError(
                f"{len(actions)} actions, {samples} samples: ask for one of each at least"
            )
        rules = knowledge.rules
        now = situation(rules, knowledge.view, knowledge.seat)
        texts = [rules.action_text(action) for action in actions]
        hands = draw_hands(now, samples, TRIES * samples, random)
        if now.phase == "card":
            return _card_scores(now, texts, hands)
        return [_deal_scores(now, texts, sampled_deal(now, hand, random)) for hand in hands]

    def open_scores(
        self,
        knowledge: Any,
        state: EcarteState,
        actions: Sequence[int],
        samples: int,
        random: Random,
    ) -> list[list[float]]:
        """The scores with the cards where they lie, the stock's included; all rows are alike."""
        rules = knowledge.rules
        now = situation(rules, knowledge.view, knowledge.seat)
        texts = [rules.action_text(action) for action in actions]
        bits = now.deck.bits
        other = sum(bits[NAMES[card]] for card in state.hands[1 - knowledge.seat])
        if now.phase == "card":
            row = _card_scores(now, texts, [other])[0]
        else:
            stock = tuple(bits[NAMES[card]] for card in state.stock)
            row = _deal_scores(now, texts, known_deal(now, other, stock))
        return [row] * samples


EVALUATOR = EcarteEvaluator()


def _card_scores(now: Situation, texts: list[str], hands: list[int]) -> list[list[float]]:
    values = Values(now).by_king
    plays = [(now.deck.bits[text.split()[1]], text.endswith(" king")) for text in texts]
    rows = []
    for hand in hands:
        other = other_king(now, hand)
        rows.append(
            [
                card_value(now, card, hand, values[1 + now.role if king else other])
                for card, king in plays
            ]
        )
    return rows


def _deal_scores(now: Situation, texts: list[str], deal: Deal) -> list[float]:
    """The scores of bids or exchanges in one deal."""
    scores = [_after(now, deal, text) for text in texts]
    return [1 - score for score in scores] if now.dealer else scores


_AFTER_WORD: dict[str, Callable[[Deal], float]] = {
    "stand": playout.from_play,
    "refuse": playout.from_play,
    "propose": lambda deal: playout.from_response(deal.proposed()),
    "accept": playout.from_exchange,
}


def _after(now: Situation, deal: Deal, text: str) -> float:
    """The non-dealer's score after a bid or an exchange."""
    if text in _AFTER_WORD:
        return _AFTER_WORD[text](deal)
    kept = now.hand & ~now.deck.mask(text.split()[1:])
    after = deal.exchanged(now.role, kept)
    return playout.from_bid(after) if now.dealer else playout.from_dealer_exchange(after)
