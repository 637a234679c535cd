"""Facts about Kozel that were computed without this engine (rules.md, section 6)."""

from collections import Counter
from dataclasses import dataclass, field
from math import comb, factorial
from random import Random

import pytest

from engine.kozel import Kozel
from engine.kozel_tricks import MOLODKAS
from tests.engine.games import played


def test_the_number_of_first_hands_is_as_computed() -> None:
    assert comb(36, 4) * comb(32, 4) * comb(28, 4) * comb(24, 4) == 460_856_338_872_930_000
    assert factorial(36) // (factorial(4) ** 4 * factorial(20)) == 460_856_338_872_930_000


def test_a_molodka_is_among_the_first_hands_in_3368_of_100_000_deals() -> None:
    rules, rng = Kozel(molodka="off"), Random(1)
    deals = 15_000
    found = sum(not MOLODKAS.isdisjoint(rules.start(rng.randbytes(32)).hands) for _ in range(deals))
    assert found / deals == pytest.approx(0.03368, abs=0.007)


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
def test_the_penalties_of_random_deals_are_as_often_as_computed(
    figures: Figures, cost: int, share: float
) -> None:
    deals = figures.penalties.total()
    assert figures.penalties[cost] / deals == pytest.approx(share, abs=0.04)
