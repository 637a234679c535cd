"""Small games of Svoi Kozyri that other programs have solved (cases S43 and S44)."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from engine.cards import HEARTS, SPADES, parse_cards
from engine.notation import cards_by_seat_text
from engine.svoi_kozyri.deal import mirror_deal
from tests.engine.svoi_kozyri.solver import explore, has_cycle, positions_dealt, solve

ACES = ("AC", "AD", "AH", "AS")
KINGS_AND_ACES = ("KC", "AC", "KD", "AD", "KH", "AH", "KS", "AS")


@cache
def explored(cards, **options):
    """The tree of all deals of these cards, and its solution."""
    tree = explore(positions_dealt(cards), **options)
    return tree, solve(*tree)


def results(cards, **options):
    """Wins, draws and losses of the leader over all deals of these cards, and their solutions."""
    _, solution = explored(cards, **options)
    count = Counter(solution[start][0] for start in positions_dealt(cards))
    return [count[1], count[0.5], count[0]], solution


@pytest.mark.parametrize("voluntary_take", [False, True])
def test_of_the_six_deals_of_four_aces_the_leader_wins_three_and_draws_two(voluntary_take):
    assert results(ACES, voluntary_take=voluntary_take)[0] == [3, 2, 1]


@pytest.mark.parametrize(
    ("voluntary_take", "expected", "reachable"),
    [(False, [44, 6, 20], 13_182), (True, [42, 8, 20], 13_966)],
)
def test_the_seventy_deals_of_kings_and_aces_end_as_two_other_programs_found(
    voluntary_take, expected, reachable
):
    found, solution = results(KINGS_AND_ACES, voluntary_take=voluntary_take)
    assert found == expected
    assert len(solution) == reachable


def test_no_deal_of_kings_and_aces_needs_more_than_fourteen_plies():
    _, solution = explored(KINGS_AND_ACES, voluntary_take=False)
    assert max(solution[start][1] or 0 for start in positions_dealt(KINGS_AND_ACES)) == 14


def test_play_with_kings_and_aces_can_go_round_in_circles():
    (following, _), _ = explored(KINGS_AND_ACES, voluntary_take=False)
    assert has_cycle(following)


def test_a_mirrored_deal_is_drawn_if_the_leader_holds_both_his_trumps_and_never_lost():
    deck = parse_cards(KINGS_AND_ACES)
    drawn, won = set(), set()
    starts = {}
    for size in range(5):
        for half in combinations(("KC", "AC", "KS", "AS"), size):
            hands = mirror_deal(parse_cards(half), (SPADES, HEARTS), deck)
            starts[half] = f"hands={cards_by_seat_text(hands)} trumps=S/H pile=- seat=0"
    solution = solve(*explore(starts.values()))
    for half, start in starts.items():
        {1: won, 0.5: drawn}[solution[start][0]].add(half)
    assert drawn == {half for half in starts if {"KS", "AS"} <= set(half)}
    assert (len(won), len(drawn)) == (12, 4)
