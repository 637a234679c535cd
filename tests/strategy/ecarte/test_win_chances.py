"""The chance to win the game by the score between deals."""

import pytest

from engine.rulesets import ruleset
from strategy.ecarte.win_chances import WinChances, chance_of_deal, win_chance

CLASSIC = {"must_trump": True, "vulnerability": "classic"}


def rules(**options):
    return ruleset("ecarte", options)


@pytest.mark.parametrize("options", [{}, CLASSIC, {"target": 2}, {"target": 21}], ids=str)
def test_more_points_are_never_worse_and_points_of_the_other_side_never_better(options):
    game = rules(**options)
    for dealer in range(2):
        for mine in range(game.target - 1):
            for other in range(game.target):
                less = win_chance(game, (mine, other), dealer)
                assert less[0] < win_chance(game, (mine + 1, other), dealer)[0]
                swapped = win_chance(game, (other, mine), dealer)
                assert swapped[0] > win_chance(game, (other, mine + 1), dealer)[0]


@pytest.mark.parametrize("options", [{}, CLASSIC], ids=str)
def test_both_chances_add_up_and_seats_do_not_matter(options):
    game = rules(**options)
    for a in range(game.target):
        for b in range(game.target):
            chance = win_chance(game, (a, b), 1)
            assert sum(chance) == pytest.approx(1)
            assert chance == pytest.approx(win_chance(game, (b, a), 0)[::-1])


def test_a_finished_game_is_worth_one_or_nothing():
    chances = WinChances(rules())
    assert chances.after_deal(5, 4) == 1
    assert chances.after_deal(2, 6) == 0


def test_the_king_decides_before_the_tricks():
    # Outcome 8: the dealer wins the tricks by one point and scores the king; outcome 7: the king is
    # the non-dealer's, who needs one point.
    values = WinChances(rules()).outcome_values(4, 4)
    assert values[7] == 1
    assert values[8] == 0


def test_the_target_is_that_of_the_match():
    near = win_chance(rules(target=4), (3, 0), 1)[0]
    assert near > win_chance(rules(target=21), (3, 0), 1)[0] + 0.1


def test_a_turned_king_counts_once_in_the_chance_at_a_deal():
    game = rules()
    dealt = "phase={} hands=7C8C9C7D8D/9DTCTDTSJS turned={} dealer=1 score={}"
    plain = chance_of_deal(game, game.position(dealt.format("propose", "7H", "0/0")))
    king = chance_of_deal(game, game.position(dealt.format("propose", "KH", "0/1")))
    behind = chance_of_deal(game, game.position(dealt.format("propose", "7H", "0/1")))
    assert behind < plain
    # The king that is out of play cannot score again for anybody.
    assert king == pytest.approx(behind, abs=0.03)
    assert king != behind
