"""Proofs of Svoi Kozyri against the enumeration of small decks, and against the engine."""

from collections import Counter
from random import Random

import pytest

from engine.errors import BadPosition
from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.svoi_kozyri.solver import solve
from tests.strategy.svoi_kozyri.enumeration import key, solved
from tests.strategy.svoi_kozyri.positions import small_deals


@pytest.mark.parametrize(("ranks", "counts"), [("A", (3, 2, 1)), ("KA", (44, 6, 20))])
def test_all_deals_of_a_small_deck_are_solved(ranks, counts):
    rules = SvoiKozyri()
    found = Counter(solve(rules.position(text), 60).value for text in small_deals(ranks))
    assert tuple(found[value] for value in (1, 0.5, 0)) == counts


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (44, 6, 20)),
        pytest.param({"voluntary_take": True}, (42, 8, 20), marks=pytest.mark.live),
    ],
)
def test_positions_that_a_small_deck_comes_to_are_solved_as_by_enumeration(options, counts):
    rules = SvoiKozyri(**options)
    deals = list(small_deals("KA"))
    values = solved(rules, deals)
    dealt = Counter(values[key(rules.position(text))] for text in deals)
    assert tuple(dealt[value] for value in (1, 0.5, 0)) == counts
    random = Random(seed := Random().getrandbits(32))
    found = {}
    while len(found) < 30:
        state = rules.position(random.choice(deals))
        while state.seat is not None:
            fresh = rules.position(" ".join(state.position().split()[:4]))
            found[key(fresh)] = solve(fresh, 60).value
            state.play(random.choice(list(state.legal())))
    assert found == {position: values[position] for position in found}, f"seed {seed}"


def test_a_mirrored_deal_of_aces_and_kings_is_a_draw_if_the_leader_has_both_of_its_trumps():
    text = "hands=KSASKDAD/KHAHKCAC trumps=S/H"
    assert solve(SvoiKozyri().position(text)).value == 0.5


def test_a_won_line_can_be_played_to_its_result():
    random = Random(seed := Random().getrandbits(32))
    rules = SvoiKozyri()
    decided = 0
    for text in random.sample(list(small_deals("KA")), 20):
        state = rules.position(text)
        solution = solve(state, 60)
        if solution.value != 0.5:
            decided += 1
            for move in solution.line:
                state.play(state.parse(move))
            assert state.scores()[0] == solution.value, f"seed {seed}"
    assert decided


def test_a_drawn_line_ends_in_a_draw_or_comes_back_to_a_position():
    rules = SvoiKozyri()
    for text in small_deals("A"):
        solution = solve(rules.position(text))
        if solution.value != 0.5:
            continue
        state = rules.position(text)
        seen = [key(state)]
        for move in solution.line:
            state.play(state.parse(move))
            seen.append(key(state))
        assert seen[-1] in seen[:-1] or state.scores() == (0.5, 0.5)


def test_a_position_that_needs_more_is_not_solved():
    start = SvoiKozyri().start(bytes(32))
    assert solve(start, nodes=500) == (None, (), 500)
    assert solve(start, seconds=0).value is None


def test_a_win_in_one_move_is_shown():
    state = SvoiKozyri().position("hands=7C8C/6D7D trumps=S/H pile=6C")
    assert solve(state).value == 1
    assert solve(state).line == ("beat 7C 8C",)


def test_the_game_ends_at_its_last_ply():
    """A win that comes too late is a draw."""
    won = next(text for text in small_deals("KA") if solve(SvoiKozyri().position(text)).value == 1)
    plies = len(solve(SvoiKozyri().position(won)).line)
    assert solve(SvoiKozyri(max_plies=plies).position(won)).value == 1
    assert solve(SvoiKozyri(max_plies=1).position(won)).value == 0.5


def test_a_game_that_is_over_and_one_that_is_not_dealt_cannot_be_solved():
    with pytest.raises(ValueError, match="the game is over"):
        solve(SvoiKozyri().position("hands=-/6D7D trumps=S/H pile=6C seat=1"))
    with pytest.raises(ValueError, match="after the deal"):
        solve(SvoiKozyri(trumps="choose").start(bytes(32)))


def test_an_impossible_position_is_refused_before_it_is_solved():
    with pytest.raises(BadPosition, match="6C"):
        SvoiKozyri().position("hands=6C/6C7D trumps=S/H")
