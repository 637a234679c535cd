"""Where the king of trumps lies: odds that were computed without this engine."""

import random
from fractions import Fraction

import pytest

from engine.cards import DECK32, NAMES, parse_card
from engine.ecarte.deal import deal_cards
from engine.ecarte.ruleset import Ecarte

TURNED = 10  # its place in the shuffled deck


def king_of(card):
    return parse_card("K" + NAMES[card][1])


def holder(deck, dealer):
    """The seat that turns or is dealt the king of trumps, if one does."""
    hands, turned, _ = deal_cards(deck, dealer)
    king = king_of(turned)
    if turned == king:
        return dealer
    return next((seat for seat in range(2) if king in hands[seat]), None)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_odds_of_the_trump_king_are_exact(dealer):
    """Each turned card is equally likely, and then each place of its king among the 31 others."""
    odds = {seat: Fraction(0) for seat in (0, 1, None)}
    for turned in DECK32:
        king = king_of(turned)
        if turned == king:
            odds[dealer] += Fraction(1, 32)
            continue
        rest = [card for card in DECK32 if card not in (turned, king)]
        for place in range(31):
            deck = rest[:]
            deck.insert(place, king)
            deck.insert(TURNED, turned)
            assert deal_cards(deck, dealer)[1] == turned
            odds[holder(deck, dealer)] += Fraction(1, 32 * 31)
    assert odds[dealer] == Fraction(33, 124)
    assert odds[1 - dealer] == Fraction(35, 248)
    assert odds[None] == Fraction(147, 248)


def test_seeds_deal_the_trump_king_as_often_as_computed():
    rng = random.Random(1)
    games = 3000
    count = {"dealer": 0, "other": 0, "turned": 0}
    for _ in range(games):
        view = Ecarte().start(rng.randbytes(32)).view(None)
        king, dealer = "K" + view["trump"], view["dealer"]
        if view["turned"] == king:
            assert view["score"][dealer] == 1
            count["turned"] += 1
        if view["turned"] == king or king in view["hands"][dealer]:
            count["dealer"] += 1
        count["other"] += king in view["hands"][1 - dealer]
    # Five standard deviations are 4 points in 100.
    assert abs(count["dealer"] / games - 33 / 124) < 0.04
    assert abs(count["other"] / games - 35 / 248) < 0.04
    assert abs(count["turned"] / games - 1 / 8) < 0.04
