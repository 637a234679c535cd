"""How Svoi Kozyri is dealt: SR2 to SR4."""

import pytest

from engine.cards import DECK36, NAMES, SUITS
from engine.errors import IllegalMove
from engine.randomness import Stream
from engine.svoi_kozyri.ruleset import SvoiKozyri
from tests.engine.playing import legal, play, seed


def test_all_cards_are_dealt_eighteen_each_and_seat_0_leads_any_of_his():
    state = SvoiKozyri().start(seed(1))
    hands = state.view(None)["hands"]
    assert [len(hand) for hand in hands] == [18, 18]
    assert len({*hands[0], *hands[1]}) == 36
    assert state.seat == 0
    assert legal(state) == [f"lead {card}" for card in hands[0]]


def test_the_two_trumps_are_any_two_different_suits():
    drawn = {tuple(SvoiKozyri().start(seed(n)).view(0)["trumps"]) for n in range(200)}
    assert drawn == {(a, b) for a in SUITS for b in SUITS if a != b}


def test_with_fixed_trumps_seat_0_has_spades_and_seat_1_hearts():
    for n in range(10):
        state = SvoiKozyri(trumps="fixed").start(seed(n))
        assert state.view(1)["trumps"] == ["S", "H"]


def test_seat_1_chooses_its_trump_first_and_seat_0_one_of_the_others_before_the_deal():
    state = SvoiKozyri(trumps="choose").start(seed(1))
    for seat in (0, 1):
        view = state.view(seat)
        assert (view["phase"], view["hand"], view["opponent"]) == ("choose", [], [])
        assert (view["trumps"], view["take"], view["ply"]) == ([None, None], 0, 0)
    assert state.seat == 1
    assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
    play(state, "trump D")
    assert (state.seat, state.view(0)["trumps"]) == (0, [None, "D"])
    assert legal(state) == ["trump C", "trump H", "trump S"]
    with pytest.raises(IllegalMove):
        state.parse("trump D")
    play(state, "trump C")
    view = state.view(0)
    assert (state.seat, view["phase"], view["trumps"]) == (0, "play", ["C", "D"])
    assert (view["ply"], view["repetition"]) == (0, 1)


@pytest.mark.parametrize("deal", ["random", "mirror"])
def test_chosen_trumps_leave_the_shuffle_as_it_is(deal):
    drawn = SvoiKozyri(deal=deal).start(seed(3))
    first, second = drawn.view(0)["trumps"]
    chosen = SvoiKozyri(deal=deal, trumps="choose").start(seed(3))
    play(chosen, f"trump {second}", f"trump {first}")
    assert chosen.view(None) == drawn.view(None)


def test_mirrored_hands_become_each_other_when_the_suits_are_exchanged():
    for n in range(50):
        view = SvoiKozyri(deal="mirror").start(seed(n)).view(None)
        first, second = view["trumps"]
        low, high = (suit for suit in SUITS if suit not in view["trumps"])
        twin = {first: second, second: first, low: high, high: low}
        mirrored = {rank + twin[suit] for rank, suit in view["hands"][0]}
        assert mirrored == set(view["hands"][1])
        assert len(mirrored) == 18


def test_seat_0_keeps_the_first_halfs_cards_of_its_trump_and_of_the_first_free_suit() -> None:
    for n in range(20):
        first_half = {NAMES[card] for card in Stream(seed(n), 0).shuffle(DECK36)[:18]}
        view = SvoiKozyri(deal="mirror").start(seed(n)).view(None)
        own = view["trumps"][0] + next(suit for suit in SUITS if suit not in view["trumps"])
        kept = {card for card in first_half if card[1] in own}
        assert {card for card in view["hands"][0] if card[1] in own} == kept


def test_mirrored_deals_share_no_luck_but_differ_from_each_other():
    hands = {str(SvoiKozyri(deal="mirror").start(seed(n)).view(None)["hands"]) for n in range(50)}
    assert len(hands) == 50
