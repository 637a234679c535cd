"""The chance to win a game of Kozel by its penalties."""

import pytest

from engine.kozel.ruleset import Kozel
from strategy.kozel.win_chances import COSTS, EGGS, chance_at_start, win_chance

RULES = [Kozel(), Kozel(limit=3), Kozel(max_deals=2), Kozel(limit=40, max_deals=25)]
rules = pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(dict(rules.options)))


@rules
def test_the_chances_of_both_sides_add_up_to_one(rules):
    for own in range(0, rules.limit, 2):
        for other in range(0, rules.limit, 2):
            both = win_chance(rules, own, other, 1) + win_chance(rules, other, own, 1)
            assert both == pytest.approx(1)


@rules
def test_fewer_own_and_more_of_the_others_penalties_are_never_worse(rules):
    for own in range(0, rules.limit, 2):
        for other in range(0, rules.limit, 2):
            chance = win_chance(rules, own, other, 0)
            assert win_chance(rules, own + 2, other, 0) <= chance
            assert win_chance(rules, own, other + 2, 0) >= chance


def test_a_game_that_is_over_has_its_score():
    assert win_chance(Kozel(), 12, 4, 5) == 0
    assert win_chance(Kozel(), 4, 14, 5) == 1
    assert win_chance(Kozel(max_deals=5), 4, 10, 5) == 0.5


def test_the_last_deal_before_the_cap_counts_only_if_it_ends_the_game():
    only_six_is_enough = win_chance(Kozel(max_deals=9), 6, 0, 8)
    assert only_six_is_enough == pytest.approx(0.5 - 0.5 * COSTS[2])


def test_one_deal_decides_when_both_sides_can_lose_by_it():
    # Two deals before the cap: eggs, and then eggs again, are a draw.
    chance = win_chance(Kozel(limit=1, max_deals=2), 0, 0, 0)
    assert chance == pytest.approx(0.5 * (1 - EGGS**2) + 0.5 * EGGS**2)
    assert win_chance(Kozel(limit=4, max_deals=1), 0, 0, 0) == pytest.approx(0.5)


def test_the_start_of_a_deal_is_judged_for_side_0():
    state = Kozel().position(
        "hands=6C/7C/8C/9C exposed=6S penalties=2/8 points=50/50 tricks=4/4 taken=-/-"
    )
    assert chance_at_start(Kozel(), state) == win_chance(Kozel(), 2, 8, 0) > 0.5
