"""The rulings on Écarté's deal, exchange, king and end: ER1 to ER8, ER14 to ER16."""

from hashlib import sha256
from itertools import combinations

import pytest

from engine.cards import DECK32, NAMES
from engine.ecarte.ruleset import Ecarte
from engine.errors import IllegalMove, MoveError
from engine.randomness import Stream

HEARTS = "KHQHJHAHTH"
PLAIN = "9D8D7DQCJC"


def seed(number):
    return sha256(b"%d" % number).digest()


def moves_of(state):
    return [state.text(move) for move in state.legal()]


def play(state, *moves):
    for move in moves:
        state.play(state.parse(move))
    return state


def table(hand0=HEARTS, hand1=PLAIN, turned="QS", stock="7S8S9S", fields="", **options):
    """Seat 1 has dealt; nobody has acted."""
    return Ecarte(**options).position(
        f"hands={hand0}/{hand1} turned={turned} stock={stock} dealer=1 {fields}"
    )


def subsets(cards, sizes):
    return {frozenset(chosen) for size in sizes for chosen in combinations(cards, size)}


def discards(state):
    return {frozenset(text.split()[1:]) for text in moves_of(state)}


def play_to(state, deal):
    """Stands and plays the first legal cards until this deal begins or the game ends."""
    while state.seat is not None and state.deal < deal:
        state.play(state.parse("stand") if "stand" in moves_of(state) else state.legal()[0])
    return state


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


def test_a_turned_king_is_a_point_for_the_dealer_at_once():
    state = table(turned="KS", fields="phase=deal")
    assert (state.view(0)["score"], state.seat, state.view(0)["phase"]) == ([0, 1], 0, "propose")


def test_a_turned_king_is_scored_once():
    state = table(turned="KS", fields="phase=deal")
    play(state, "propose", "accept", "discard AH", "discard 7D")
    assert state.view(0)["score"] == [0, 1]
    assert Ecarte().position(state.position()).view(0)["score"] == [0, 1]


def test_a_turned_king_may_end_the_game_before_a_card_is_played():
    state = table(turned="KS", fields="phase=deal score=4/4")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (0.0, 1.0), [4, 5])
    assert (list(state.legal()), state.view(1)["phase"]) == ([], "over")


def test_only_the_non_dealer_proposes_and_the_dealer_answers():
    state = table()
    assert (state.seat, moves_of(state)) == (0, ["propose", "stand"])
    play(state, "propose")
    assert (state.seat, moves_of(state)) == (1, ["accept", "refuse"])


def test_proposals_may_be_repeated_while_the_stock_has_a_card():
    state = table()
    for left in (2, 1, 0):
        assert moves_of(state) == ["propose", "stand"]
        play(state, "propose", "accept")
        state.play(
            next(move for move in state.legal() if len(state.text(move)) == len("discard AH"))
        )
        play(state, "discard")
        assert state.view(0)["stock"] == left
    assert state.view(0)["proposals"] == 3
    assert moves_of(state) == ["stand"]


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
    assert (state.seat, moves_of(state)) == (1, ["discard"])


def test_new_cards_come_from_the_top_of_the_stock_to_the_non_dealer_first():
    state = play(table(), "propose", "accept", "discard AH TH", "discard 7D")
    view = state.view(None)
    assert set(view["hands"][0]) == {"KH", "QH", "JH", "7S", "8S"}
    assert set(view["hands"][1]) == {"9D", "8D", "QC", "JC", "9S"}
    assert view["discarded"] == [["TH", "AH"], ["7D"]]
    assert (view["stock"], view["exchanges"], state.seat) == ([], [[2, 1]], 0)


def test_the_dealer_sees_how_many_the_non_dealer_has_exchanged_before_he_discards():
    state = play(table(), "propose", "accept", "discard AH TH")
    view = state.view(1)
    assert (view["exchanges"], view["discarded"], view["stock"]) == ([[2, None]], [], 1)


def test_nobody_can_propose_when_the_stock_is_out():
    state = play(table(), "propose", "accept", "discard AH TH", "discard 7D")
    assert moves_of(state) == ["stand"]
    with pytest.raises(IllegalMove):
        state.parse("propose")


def test_the_turned_card_and_the_discards_never_come_into_play():
    state = table()
    play(state, "propose", "accept", "discard AH TH", "discard 7D", "stand")
    view = state.view(None)
    in_hand = {*view["hands"][0], *view["hands"][1]}
    assert not in_hand & {"AH", "TH", "7D", view["turned"]}


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


def test_the_non_dealer_who_leads_the_king_of_trumps_always_announces_it():
    state = play(table(hand0="KSQHJHAHTH"), "stand")
    leads = [text for text in moves_of(state) if "KS" in text]
    assert leads == ["card KS king"]
    play(state, "card KS king")
    view = state.view(1)
    assert (view["score"], view["king"], view["led"]) == ([1, 0], 0, "KS")


def test_the_holder_of_the_king_may_announce_it_with_another_first_card_or_not_at_all():
    state = play(table(hand0="KSQHJHAHTH"), "stand")
    assert {"card QH", "card QH king"} <= set(moves_of(state))
    announced, silent = play(state.copy(), "card QH king"), play(state, "card QH")
    assert (announced.view(1)["score"], announced.view(1)["king"]) == ([1, 0], 0)
    assert (silent.view(1)["score"], silent.view(1)["king"]) == ([0, 0], None)


def test_the_dealer_decides_on_the_king_after_he_has_seen_the_lead():
    state = play(table(hand0="QDJDADTD9D", hand1="KSQHJHAHTH"), "stand", "card QD")
    assert {"card KS", "card KS king", "card QH", "card QH king"} <= set(moves_of(state))
    silent, announced = play(state.copy(), "card KS"), play(state, "card KS king")
    assert (silent.view(0)["score"], silent.view(0)["king"]) == ([0, 0], None)
    assert (announced.view(0)["score"], announced.view(0)["king"]) == ([0, 1], 1)


def test_the_dealer_announces_also_when_he_has_to_follow_with_another_card():
    state = play(table(hand1="KS7H8DQCJC"), "stand", "card KH")
    assert moves_of(state) == ["card 7H", "card 7H king"]


def test_the_king_cannot_be_announced_after_the_first_card():
    state = play(table(hand0="KSQHJHAHTH", hand1="QDJDADTD9D"), "stand", "card QH", "card 9D")
    assert moves_of(state) == ["card TH", "card JH", "card AH", "card KS"]


def test_the_king_of_another_suit_is_nothing_to_announce():
    assert not any("king" in text for text in moves_of(play(table(), "stand")))


def test_the_announced_king_ends_the_game_when_it_reaches_five():
    state = play(table(hand0="KSQHJHAHTH", fields="score=4/4"), "stand", "card QH king")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (1.0, 0.0), [5, 4])


def test_the_turned_king_comes_before_the_tricks_so_the_dealer_can_win_first():
    state = table(turned="KS", fields="phase=deal score=4/4")
    assert state.scores() == (0.0, 1.0)


def test_points_of_the_tricks_are_scored_after_the_fifth():
    state = play(table(hand1="9D8D7DQCJC", fields="score=3/0"), "stand")
    for lead, answer in zip(["KH", "QH", "JH", "AH"], ["9D", "8D", "7D", "QC"], strict=True):
        play(state, f"card {lead}", f"card {answer}")
        assert state.view(0)["score"] == [3, 0]
    play(state, "card TH", "card JC")
    assert (state.seat, state.scores(), state.view(0)["score"]) == (None, (1.0, 0.0), [5, 0])


def test_all_five_tricks_are_played_though_three_decide():
    state = play(table(), "stand", "card KH", "card 9D", "card QH", "card 8D", "card JH", "card 7D")
    assert (state.view(0)["tricks"], state.deal, state.seat) == ([3, 0], 0, 0)


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


@pytest.mark.parametrize("target", [2, 5, 21])
def test_the_game_ends_when_a_player_reaches_the_target(target):
    for n in range(10):
        state = play_to(Ecarte(target=target).start(seed(n)), deal=99)
        score = state.view(0)["score"]
        assert target <= max(score) <= target + 1
        assert min(score) < target
        assert state.scores() == ((1.0, 0.0) if score[0] > score[1] else (0.0, 1.0))


def test_there_are_no_scores_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        table().scores()


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


def test_the_cards_of_a_discard_may_stand_in_any_order_and_tens_be_written_with_digits():
    state = play(table(), "propose", "accept")
    for text in ("discard AH TH", "discard TH AH", "discard 10H AH"):
        assert state.text(state.parse(text)) == "discard TH AH"


@pytest.mark.parametrize(
    "text",
    ["", "discard", "discard AH AH", "discard AH ", "discard 9D", "discard KH QH JH AH", "discards",
     "discard KH QH JH AH TH 7S", "card KH", "Discard AH", "discard  AH", "stand", "x" * 5000,
     "discard " + "x" * 4000, "card KH king king"],
)  # fmt: skip
def test_what_is_no_legal_move_is_refused_with_a_short_reason(text):
    state = play(table(), "propose", "accept")
    with pytest.raises(MoveError) as refused:
        state.parse(text)
    assert 20 < len(str(refused.value)) < 250
