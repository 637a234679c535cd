"""How Kozel is dealt, and who leads: KR2 to KR4."""

import pytest

from engine.kozel.ruleset import Kozel
from tests.engine.games import played, start, states


@pytest.mark.parametrize("number", range(8))
def test_the_deal_goes_round_and_the_taker_of_the_last_trick_leads_the_next(number: int) -> None:
    """KR2, KR3."""
    state = start(Kozel(), number)
    first = state.view(None)
    assert first["leader"] == (first["dealer"] + 1) % 4
    deal, taker = 0, None
    for _, move in played(state, number):
        view = state.view(None)
        if view["deal"] > deal:
            deal = view["deal"]
            assert view["dealer"] == (first["dealer"] + deal) % 4
            assert view["leader"] == taker
        if len(view["table"]) == 3:
            taker = state.seat if state.text(move).startswith("beat") else view["best"]["seat"]


def test_the_exposed_card_is_named_and_its_place_is_not() -> None:
    """KR4: it is one of the stock, at any place."""
    places = set()
    for number in range(200):
        view = start(Kozel(), 2 * number).view(None)
        places.add(view["stock"].index(view["exposed"]))
        assert view["trump"] == view["exposed"][1]
    assert places == set(range(20))


def test_with_trump_card_bottom_the_exposed_card_is_drawn_last_and_all_see_who_draws_it() -> None:
    """KR4, option."""
    rules = Kozel(trump_card="bottom")
    drawn = 0
    for number in range(10):
        for state in states(rules, number):
            view = state.view(None)
            exposed = view["exposed"]
            if view["stock"]:
                assert view["stock"][-1] == exposed
            elif view["returned"]:
                drawn += 1
                (seat,) = (s for s, cards in view["returned"].items() if exposed in cards)
                kept = view["hands"][int(seat)] + view["dropped"][int(seat)]
                assert exposed in kept
    assert drawn


def test_the_option_trump_card_changes_neither_hands_nor_stock() -> None:
    random, bottom = (start(Kozel(trump_card=way), 4).view(None) for way in ("random", "bottom"))
    assert random["hands"] == bottom["hands"]
    assert random["stock"] == bottom["stock"]
