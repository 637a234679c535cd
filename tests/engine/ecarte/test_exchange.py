"""Proposals and exchanges: ER4 to ER7."""

from itertools import combinations

import pytest

from engine.errors import IllegalMove
from tests.engine.ecarte.tables import table
from tests.engine.playing import legal, play


def subsets(cards, sizes):
    return {frozenset(chosen) for size in sizes for chosen in combinations(cards, size)}


def discards(state):
    return {frozenset(text.split()[1:]) for text in legal(state)}


def test_only_the_non_dealer_proposes_and_the_dealer_answers():
    state = table()
    assert (state.seat, legal(state)) == (0, ["propose", "stand"])
    play(state, "propose")
    assert (state.seat, legal(state)) == (1, ["accept", "refuse"])


def test_proposals_may_be_repeated_while_the_stock_has_a_card():
    state = table()
    for left in (2, 1, 0):
        assert legal(state) == ["propose", "stand"]
        play(state, "propose", "accept")
        state.play(
            next(move for move in state.legal() if len(state.text(move)) == len("discard AH"))
        )
        play(state, "discard")
        assert state.view(0)["stock"] == left
    assert state.view(0)["proposals"] == 3
    assert legal(state) == ["stand"]


def test_after_a_refusal_the_cards_are_played():
    state = play(table(), "propose", "refuse")
    assert (state.seat, state.view(0)["phase"]) == (0, "card")


@pytest.mark.parametrize(("stock", "most"), [("7S", 1), ("7S8S9S", 3), ("7S8S9STSJS7C8C9C", 5)])
def test_the_non_dealer_exchanges_one_card_at_least_and_no_more_than_the_stock_has(stock, most):
    state = play(table(stock=stock), "propose", "accept")
    cards = state.view(0)["hand"]
    assert discards(state) == subsets(cards, range(1, most + 1))
    assert len(state.legal()) == len(discards(state))


@pytest.mark.parametrize(("dealer_min", "least"), [(0, 0), (1, 1)])
@pytest.mark.parametrize(("stock", "most"), [("7S8S9S", 2), ("7S8S9STSJS7C8C9C", 5)])
def test_the_dealer_exchanges_none_or_more_unless_the_option_asks_for_one(
    stock, most, dealer_min, least
):
    state = play(table(stock=stock, dealer_min=dealer_min), "propose", "accept", "discard KH")
    assert state.seat == 1
    assert discards(state) == subsets(state.view(1)["hand"], range(least, most + 1))


@pytest.mark.parametrize("dealer_min", [0, 1])
def test_the_dealer_keeps_his_cards_when_the_stock_has_none_left(dealer_min):
    state = play(table(dealer_min=dealer_min), "propose", "accept", "discard QH JH TH")
    assert (state.seat, legal(state)) == (1, ["discard"])


def test_new_cards_come_from_the_top_of_the_stock_to_the_non_dealer_first():
    state = play(table(), "propose", "accept", "discard AH TH", "discard 7D")
    view = state.view(None)
    assert set(view["hands"][0]) == {"KH", "QH", "JH", "7S", "8S"}
    assert set(view["hands"][1]) == {"9D", "8D", "QC", "JC", "9S"}
    assert view["discarded"] == [["TH", "AH"], ["7D"]]
    assert (view["stock"], view["exchanges"], state.seat) == ([], [[2, 1]], 0)


def test_nobody_can_propose_when_the_stock_is_empty():
    state = play(table(), "propose", "accept", "discard AH TH", "discard 7D")
    assert legal(state) == ["stand"]
    with pytest.raises(IllegalMove):
        state.parse("propose")


def test_the_turned_card_and_the_discards_never_come_into_play():
    state = table()
    play(state, "propose", "accept", "discard AH TH", "discard 7D", "stand")
    view = state.view(None)
    in_hand = {*view["hands"][0], *view["hands"][1]}
    assert not in_hand & {"AH", "TH", "7D", view["turned"]}
