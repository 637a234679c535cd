"""What each seat is shown of Écarté: views and events."""

from tests.engine.ecarte.tables import table
from tests.engine.playing import play


def test_the_dealer_sees_how_many_the_non_dealer_has_exchanged_before_he_discards():
    state = play(table(), "propose", "accept", "discard AH TH")
    view = state.view(1)
    assert (view["exchanges"], view["discarded"], view["stock"]) == ([[2, None]], [], 1)


def test_each_seat_sees_its_own_discards_and_of_the_others_only_the_number():
    state = play(table(), "propose", "accept", "discard AH TH", "discard 7D")
    assert state.view(0)["discarded"] == ["TH", "AH"]
    assert state.view(1)["discarded"] == ["7D"]
    assert state.view(0)["exchanges"] == state.view(1)["exchanges"] == [[2, 1]]


def test_the_discards_of_every_exchange_stay_known_to_their_owner():
    state = play(table(), "propose", "accept", "discard AH", "discard 7D")
    play(state, "propose", "accept", "discard TH", "discard")
    assert state.view(0)["discarded"] == ["TH", "AH"]
    assert state.view(1)["discarded"] == ["7D"]
    assert state.view(1)["exchanges"] == [[1, 1], [1, 0]]


def test_an_event_shows_the_other_seat_how_many_cards_are_discarded():
    state = play(table(), "propose", "accept")
    move = state.parse("discard TH AH")
    assert state.event(move, 0) == {"seat": 0, "move": "discard TH AH"}
    assert state.event(move, 1) == {"seat": 0, "discard": 2}
    play(state, "discard TH AH")
    assert state.event(state.parse("discard"), 0) == {"seat": 1, "discard": 0}
    assert state.event(state.parse("discard"), 1) == {"seat": 1, "move": "discard"}


def test_every_other_event_shows_both_seats_the_move():
    state = table(hand0="KSQHJHAHTH", hand1="QDJDADTD9D")
    for text in ["propose", "refuse", "card QH king", "card 9D"]:
        move = state.parse(text)
        for seat in (0, 1):
            assert state.event(move, seat) == {"seat": state.seat, "move": text}
        state.play(move)


def test_a_seat_sees_neither_the_other_hand_nor_the_stock():
    state = play(table(), "propose", "accept", "discard AH TH")
    keys = "phase hand stock discarded turned trump dealer score proposals exchanges led tricks"
    for seat in (0, 1):
        view = state.view(seat)
        assert set(view) == {*keys.split(), "played", "king", "deal"}
        assert view["stock"] == 1
        shown = str(view)
        other = state.view(None)["hands"][1 - seat]
        assert not [card for card in other if card in shown]


def test_the_open_view_shows_hands_stock_and_discards_and_who_acts():
    state = play(table(), "propose", "accept", "discard AH TH")
    view = state.view(None)
    assert (view["seat"], view["stock"], view["discarded"]) == (1, ["9S"], [["TH", "AH"], []])
    assert [len(hand) for hand in view["hands"]] == [5, 5]
    assert set(view) == {*state.view(0), "hands", "seat"} - {"hand"}


def test_played_cards_are_shown_in_order_with_the_one_now_led():
    state = play(table(), "stand", "card KH", "card 9D", "card QH")
    view = state.view(1)
    assert (view["led"], view["played"], view["tricks"]) == ("QH", ["KH", "9D", "QH"], [1, 0])
