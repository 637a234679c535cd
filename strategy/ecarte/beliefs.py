"""Which hands the other seat may hold, weighted by its bids, exchanges and cards.

Hands are drawn at random from the unseen cards that the play so far allows. The weight of a hand
is how often it is held after an exchange of so many cards, times how likely its bid is with it,
as the tables see it: a general model of sensible play, softened, with a rest for players who are
not sensible.
"""

from itertools import combinations
from math import comb, exp
from random import Random
from typing import Final

from strategy.ecarte.bidding import bids
from strategy.ecarte.cards import KING, cards_of, rank
from strategy.ecarte.features import CONFIG, EAGER, RELATIVE, SIDES, SOFT, context, value
from strategy.ecarte.situation import Situation
from strategy.ecarte.tables import tables

SILENT_KING: Final = 0.03  # how likely a player does not announce the king
ODD: Final = 0.05  # the part of bids that follow no table


class Beliefs:
    """The weights of whole hands of the other seat (its five cards of this deal)."""

    def __init__(self, of: Situation) -> None:
        self._of = of
        self._role = 1 - of.role
        self._turned = rank(of.turned)
        known = bids(of.options, *_score_before_king(of))
        self._soft = known.point * SOFT
        self._eager = known.point * EAGER[self._role]
        source = tables(of.options.vulnerability)
        self._frequencies = (
            source.beliefs[self._role][of.counts[self._role]] if _exchanged(of) else None
        )
        self._context = context(of.stage, of.counts[of.role])
        self._bid = None
        names = ("stand", "propose") if self._role == 0 else ("refuse", "accept")
        sign = self._bid_made()
        self._sign = sign
        if sign:
            self._bid = [
                (a - b) * sign
                for a, b in zip(known.tables[names[0]], known.tables[names[1]], strict=True)
            ]

    def _bid_made(self) -> int:
        """1 if the other seat stood or refused in this stage, -1 if it proposed, else 0."""
        of = self._of
        refused = of.proposals > of.stage
        if of.phase == "respond":
            return -1
        if of.phase == "discard":
            # The other side proposed or accepted in this stage.
            return -1
        if of.phase == "card":
            if self._role == 0:
                return -1 if refused else 1
            return 1 if refused else 0
        return 0

    def weight(self, hand: int) -> float:
        of = self._of
        weight = 1.0
        frequencies = self._frequencies
        if frequencies is not None:
            weight = exp(
                frequencies[RELATIVE[self._turned][hand >> 24]]
                + frequencies[SIDES + CONFIG[hand & 255]]
                + frequencies[SIDES + CONFIG[(hand >> 8) & 255]]
                + frequencies[SIDES + CONFIG[(hand >> 16) & 255]]
            )
        if self._bid is not None:
            better = value(self._bid, hand, self._turned, self._context)
            weight *= ODD + (1 - ODD) * self._likely(better)
        if hand & KING and of.silent and not of.king_scored:
            weight *= SILENT_KING
        return weight

    def _likely(self, better: float) -> float:
        """How likely the bid is if it is so much better: half of the players overrate exchanges."""
        plain = 1 / (1 + exp(-max(-30.0, min(30.0, better / self._soft))))
        ramp = (better if self._sign > 0 else better + self._eager) / self._eager
        return 0.5 * plain + 0.5 * min(1.0, max(0.0, ramp))


def _score_before_king(of: Situation) -> tuple[int, int]:
    """The score at which the bids of this deal were made, within the target."""
    top = of.options.target - 1
    return min(of.score[0], top), min(of.score[1], top)


def _exchanged(of: Situation) -> bool:
    """Whether the other seat's last exchange is known."""
    if of.phase == "discard" and of.dealer:
        return True
    return of.stage > 0


def sample_hands(of: Situation, number: int, tries: int, random: Random) -> list[tuple[int, float]]:
    """The other seat's remaining cards in samples, and how much each counts.

    `tries` hands are drawn evenly, and of them `number` samples by weight. If no more hands than
    `tries` are possible, they are all there with their weights, so that nothing is overlooked.
    """
    weight = Beliefs(of).weight
    certain = KING if of.other_has_king else 0
    pool = cards_of(of.unknown & ~certain)
    size = of.size - certain.bit_count()
    played = of.played
    if comb(len(pool), size) <= tries:
        every = [sum(cards) | certain for cards in combinations(pool, size)]
        return [(hand, weight(hand | played)) for hand in every]
    sample = random.sample
    hands = [sum(sample(pool, size)) | certain for _ in range(tries)]
    weights = [weight(hand | played) for hand in hands]
    return _resample(hands, weights, number, random)


def draw_hands(of: Situation, number: int, tries: int, random: Random) -> list[int]:
    """The same as exactly `number` hands, in any order."""
    found = sample_hands(of, tries, tries, random)
    return random.choices([hand for hand, _ in found], [count for _, count in found], k=number)


def _resample(
    hands: list[int], weights: list[float], number: int, random: Random
) -> list[tuple[int, float]]:
    """Systematic resampling: the numbers differ by less than one from what the weights say."""
    total = sum(weights)
    step = total / number
    place = random.random() * step
    reached = 0.0
    found: dict[int, float] = {}
    for hand, weight in zip(hands, weights, strict=True):
        reached += weight
        while place < reached:
            found[hand] = found.get(hand, 0) + 1
            place += step
    return list(found.items()) or [(hands[0], 1.0)]
