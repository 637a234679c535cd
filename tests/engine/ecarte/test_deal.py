"""How Écarté is dealt: ER1, ER2."""

from engine.cards import DECK32, NAMES
from engine.ecarte.ruleset import Ecarte
from engine.randomness import Stream
from tests.engine.ecarte.tables import play_to, table
from tests.engine.playing import play, seed


def test_the_first_dealer_is_drawn_and_then_the_players_deal_in_turn():
    dealers = set()
    for n in range(40):
        state = Ecarte().start(seed(n))
        dealer = state.view(0)["dealer"]
        dealers.add(dealer)
        play_to(state, deal=1)
        if state.deal:
            assert state.view(0)["dealer"] == 1 - dealer
            assert state.seat == dealer
    assert dealers == {0, 1}


def test_a_deal_is_five_cards_each_one_turned_and_a_stock_of_twenty_one():
    view = Ecarte().start(seed(1)).view(None)
    cards = [*view["hands"][0], *view["hands"][1], view["turned"], *view["stock"]]
    assert [len(hand) for hand in view["hands"]] == [5, 5]
    assert len(view["stock"]) == 21
    assert len(set(cards)) == 32
    assert not any(card.startswith("6") for card in cards)


def test_after_the_fifth_trick_the_next_deal_is_there():
    state = table(fields=f"seed={seed(4).hex()}")
    play_to(state, deal=1)
    view = state.view(None)
    assert (view["phase"], view["dealer"], view["deal"]) == ("propose", 0, 1)
    assert (view["tricks"], view["played"], view["king"], view["proposals"]) == (
        [0, 0],
        [],
        None,
        0,
    )
    assert (view["exchanges"], view["discarded"]) == ([], [[], []])


def test_what_the_players_do_does_not_change_a_later_deal():
    one, other = Ecarte().start(seed(2)), Ecarte().start(seed(2))
    play(other, "propose", "accept")
    other.play(other.legal()[-1])
    for state in (one, other):
        play_to(state, deal=1)
        assert state.deal == 1
    for key in ("hands", "turned", "stock", "dealer"):
        assert one.view(None)[key] == other.view(None)[key]


def test_every_deal_is_drawn_from_the_stream_of_its_number():
    state = Ecarte().start(seed(3))
    deals = 0
    while state.seat is not None:
        deck = [NAMES[card] for card in Stream(seed(3), deals).shuffle(DECK32)]
        view = state.view(None)
        assert (view["turned"], view["stock"]) == (deck[10], deck[11:])
        assert set(view["hands"][state.seat]) == {*deck[0:3], *deck[6:8]}
        assert set(view["hands"][1 - state.seat]) == {*deck[3:6], *deck[8:10]}
        deals += 1
        play_to(state, deal=deals)
    assert deals > 2
