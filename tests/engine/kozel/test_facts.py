"""Facts about Kozel that were computed without this engine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, factorial
from random import Random

import pytest

from engine.cards import DECK36, NAMES, Card
from engine.kozel.ruleset import Kozel
from tests.engine.games import played


def test_the_number_of_first_hands_is_as_computed() -> None:
    assert comb(36, 4) * comb(32, 4) * comb(28, 4) * comb(24, 4) == 460_856_338_872_930_000
    assert factorial(36) // (factorial(4) ** 4 * factorial(20)) == 460_856_338_872_930_000


def test_a_molodka_is_among_the_first_hands_in_3368_of_100_000_deals() -> None:
    rules, rng = Kozel(), Random(1)
    deals = 15_000
    found = sum(rules.start(rng.randbytes(32)).asking for _ in range(deals))
    assert found / deals == pytest.approx(0.03368, abs=0.007)


def asked(hand: Sequence[Card]) -> bool:
    """Whether seat 0 with this hand is asked about a molodka; the others have mixed hands."""
    rest = sorted((card for card in DECK36 if card not in hand), key=lambda card: card % 9)
    hands = [hand, rest[:4], rest[4:8], rest[8:12]]
    text = "/".join("".join(NAMES[card] for card in cards) for cards in hands)
    state = Kozel().position(f"hands={text} exposed=6C")
    assert not state.asking or state.seat == 0
    return state.asking


def test_the_504_hands_of_four_cards_of_one_suit_are_molodkas() -> None:
    """4·C(9,4) hands, and none of some thousand others."""
    suits = [range(9 * suit, 9 * suit + 9) for suit in range(4)]
    molodkas = [four for suit in suits for four in combinations(suit, 4)]
    assert len(molodkas) == 504
    assert all(map(asked, molodkas))
    rng = Random(4)
    hands = [tuple(sorted(rng.sample(DECK36, 4))) for _ in range(1000)]
    # Close to one: four neighbours in the deck, and three of a suit.
    hands += [tuple(range(first, first + 4)) for first in range(33)]
    hands += [(card, *range(9 * suit, 9 * suit + 3)) for card in DECK36 for suit in range(4)]
    others = {tuple(sorted(set(hand))) for hand in hands} - set(molodkas)
    assert not any(asked(hand) for hand in others if len(hand) == 4)


@dataclass
class Figures:
    """What random play came to."""

    decisions: int = 0
    choices: int = 0
    tricks: Counter[int] = field(default_factory=Counter)
    penalties: Counter[int] = field(default_factory=Counter)
    most_leads: int = 0
    most_replies: int = 0


@pytest.fixture(scope="module")
def figures() -> Figures:
    """400 random games, some 2 000 deals."""
    figures = Figures()
    for number in range(400):
        state = Kozel().start(number.to_bytes(32, "big"))
        deal, tricks, penalties, eggs = 0, 0, 0, 0
        for _, move in played(state, number):
            moves = len(state.legal())
            figures.decisions += 1
            figures.choices += moves
            if state.table:
                figures.most_replies = max(figures.most_replies, moves)
            else:
                figures.most_leads = max(figures.most_leads, moves)
            after = state.copy()
            after.play(move)
            if after.deal > deal or after.seat is None:
                figures.tricks[tricks + 1] += 1
                cost = sum(after.penalties) - penalties
                assert cost or after.eggs == eggs + 1
                figures.penalties[cost] += 1
                deal, penalties, eggs = after.deal, sum(after.penalties), after.eggs
            tricks = sum(after.tricks)
    return figures


def test_a_random_deal_has_about_seven_tricks(figures: Figures) -> None:
    deals = figures.tricks.total()
    mean = sum(tricks * times for tricks, times in figures.tricks.items()) / deals
    assert mean == pytest.approx(7.30, abs=0.15)
    assert min(figures.tricks) >= 3
    assert max(figures.tricks) == 9


def test_a_random_decision_has_about_four_moves(figures: Figures) -> None:
    assert figures.choices / figures.decisions == pytest.approx(4.3, abs=0.2)
    assert figures.most_leads <= 15
    assert figures.most_replies <= 12


@pytest.mark.parametrize(("cost", "share"), [(2, 0.477), (4, 0.356), (6, 0.158), (0, 0.009)])
def test_the_penalties_of_random_deals_are_as_frequent_as_computed(
    figures: Figures, cost: int, share: float
) -> None:
    deals = figures.penalties.total()
    assert figures.penalties[cost] / deals == pytest.approx(share, abs=0.04)
