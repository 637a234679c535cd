"""The rulings on Svoi Kozyri, SR2 to SR13, one by one."""

from hashlib import sha256

import pytest

from engine.cards import SUITS
from engine.errors import IllegalMove, MoveError
from engine.svoi_kozyri.ruleset import SvoiKozyri

CYCLE = ["lead AS", "beat KH KS", "take", "lead AH", "beat KS KH", "take"]
BEFORE_THE_CYCLE = "hands=KDADAS/KCACKHAHKS trumps=S/H pile=- seat=0"


def seed(number):
    return sha256(b"%d" % number).digest()


def moves_of(state):
    return [state.text(move) for move in state.legal()]


def play(state, *moves):
    for move in moves:
        state.play(state.parse(move))
    return state


def at(text, **options):
    return SvoiKozyri(**options).position(text)


def test_all_cards_are_dealt_eighteen_each_and_seat_0_leads_any_of_his():
    state = SvoiKozyri().start(seed(1))
    hands = state.view(None)["hands"]
    assert [len(hand) for hand in hands] == [18, 18]
    assert len({*hands[0], *hands[1]}) == 36
    assert state.seat == 0
    assert moves_of(state) == [f"lead {card}" for card in hands[0]]


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
    assert moves_of(state) == ["trump C", "trump D", "trump H", "trump S"]
    play(state, "trump D")
    assert (state.seat, state.view(0)["trumps"]) == (0, [None, "D"])
    assert moves_of(state) == ["trump C", "trump H", "trump S"]
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


def test_mirrored_deals_share_no_luck_but_differ_from_each_other():
    hands = {str(SvoiKozyri(deal="mirror").start(seed(n)).view(None)["hands"]) for n in range(50)}
    assert len(hands) == 50


def test_who_can_beat_may_not_take():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    assert moves_of(state) == ["beat 9D 7D"]
    with pytest.raises(IllegalMove, match="not legal now"):
        state.parse("take")


def test_with_voluntary_take_who_can_beat_may_take_instead():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1", voluntary_take=True)
    assert moves_of(state) == ["beat 9D 7D", "take"]
    play(state, "take")
    assert state.view(1)["hand"] == ["7D", "8D", "9D"]


def test_nobody_takes_from_an_empty_pile():
    state = at("hands=6C7C/9D7D trumps=S/H pile=- seat=1", voluntary_take=True)
    assert moves_of(state) == ["lead 7D", "lead 9D"]


def test_the_second_card_may_be_lower_or_of_any_suit_and_swapping_makes_another_move():
    state = at("hands=6C7C/9D6HTDJC trumps=S/H pile=8D seat=1")
    beating = {"9D", "TD", "6H"}
    expected = {f"beat {b} {c}" for b in beating for c in {"9D", "6H", "TD", "JC"} - {b}}
    assert set(moves_of(state)) == expected
    one, other = state.copy(), state.copy()
    assert play(one, "beat 9D TD").view(0)["pile"] == ["8D", "9D", "TD"]
    assert play(other, "beat TD 9D").view(0)["pile"] == ["8D", "TD", "9D"]


def test_the_last_card_beats_alone_and_no_second_is_due():
    state = at("hands=KS/6D7D trumps=S/H pile=9S seat=0")
    assert moves_of(state) == ["beat KS"]
    play(state, "beat KS")
    assert (state.seat, state.scores()) == (None, (1.0, 0.0))
    assert moves_of(state) == []


def test_one_card_that_does_not_beat_has_to_take():
    assert moves_of(at("hands=7S/6D7D trumps=S/H pile=9S seat=0")) == ["take"]


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("hands=7C/8C9C trumps=S/H pile=- seat=0", "lead 7C"),
        ("hands=KSQD/8C9C trumps=S/H pile=9S seat=0", "beat KS QD"),
        ("hands=KS/8C9C trumps=S/H pile=9S seat=0", "beat KS"),
    ],
    ids=["lead", "second card", "beating card"],
)
def test_the_game_ends_at_once_when_a_player_lays_his_last_card(position, move):
    state = play(at(position), move)
    assert (state.seat, state.scores()) == (None, (1.0, 0.0))
    assert state.view(0)["phase"] == "over"


def test_seat_1_wins_in_the_same_way():
    state = play(at("hands=8C9C/KHQD trumps=S/H pile=9H seat=1"), "beat KH QD")
    assert (state.seat, state.scores()) == (None, (0.0, 1.0))


@pytest.mark.parametrize(
    ("left", "scores"),
    [
        ("KD", (0.5, 0.5)),  # higher of the suit
        ("6H", (0.5, 0.5)),  # his own trump
        ("JD", (1.0, 0.0)),  # lower
        ("6S", (1.0, 0.0)),  # the winner's trump gives him nothing
        ("KDAD", (1.0, 0.0)),  # two cards, both of which would beat
    ],
)
def test_a_draw_needs_exactly_one_card_that_beats_the_top_by_its_owners_trumps(left, scores):
    state = play(at(f"hands=KSQD/{left} trumps=S/H pile=9S seat=0"), "beat KS QD")
    assert state.scores() == scores


def test_the_drawing_card_is_judged_and_stays_in_hand():
    state = play(at("hands=KSQD/KD trumps=S/H pile=9S seat=0"), "beat KS QD")
    assert (state.seat, state.view(1)["hand"]) == (None, ["KD"])


def test_without_the_draw_rule_the_player_who_is_out_wins():
    state = play(at("hands=KSQD/KD trumps=S/H pile=9S seat=0", draw_rule=False), "beat KS QD")
    assert state.scores() == (1.0, 0.0)


@pytest.mark.parametrize(
    ("top", "seat", "taken"),
    [
        *(("6S", 0, 5), ("KS", 0, 5), ("AS", 0, 8), ("AH", 0, 3), ("AC", 0, 3)),
        *(("6S", 1, 3), ("AS", 1, 3), ("6H", 1, 5), ("KH", 1, 5), ("AH", 1, 8)),
    ],
)
def test_how_many_are_taken_depends_on_the_top_card_and_the_takers_trump(top, seat, taken):
    pile = ["7C", "8C", "9C", "TC", "JC", "QC", "KC", top]
    state = at(f"hands=7D/8D trumps=S/H pile={''.join(pile)} seat={seat}", voluntary_take=True)
    assert state.view(seat)["take"] == taken
    play(state, "take")
    assert state.view(None)["pile"] == pile[: 8 - taken]
    assert set(state.view(seat)["hand"]) == {*pile[8 - taken :], "7D" if seat == 0 else "8D"}


def test_after_a_pick_up_the_opponent_has_to_beat_what_is_left():
    state = play(at("hands=JDAS/7C8D trumps=S/H pile=6D7D9DTS seat=1"), "take")
    assert (state.seat, state.view(0)["pile"]) == (0, ["6D"])
    assert moves_of(state) == ["beat JD AS", "beat AS JD"]


def test_after_a_pick_up_of_the_whole_pile_the_opponent_leads_one_card():
    state = play(at("hands=JDAS/7C8D trumps=S/H pile=7D9DTS seat=1"), "take")
    assert (state.seat, state.view(0)["pile"]) == (0, [])
    assert moves_of(state) == ["lead JD", "lead AS"]


def test_both_may_have_to_take_from_one_pile():
    state = at("hands=6C6D/7C8C trumps=S/H pile=9C9DTDJDQDKD seat=1")
    play(state, "take")
    assert moves_of(state) == ["take"]
    play(state, "take")
    assert (state.seat, state.view(0)["pile"]) == (1, [])


def test_the_third_occurrence_of_a_position_is_a_draw():
    state = at(BEFORE_THE_CYCLE)
    repetitions = [state.view(0)["repetition"]]
    for move in CYCLE * 2:
        assert state.seat is not None
        play(state, move)
        repetitions.append(state.view(0)["repetition"])
    assert repetitions == [1] * 6 + [2] * 6 + [3]
    assert (state.seat, state.scores()) == (None, (0.5, 0.5))


def test_a_copy_counts_its_own_occurrences():
    state = play(at(BEFORE_THE_CYCLE), *CYCLE)
    twin = state.copy()
    play(twin, *CYCLE)
    assert (twin.seat, state.seat, state.view(0)["repetition"]) == (None, 0, 2)


def test_the_same_cards_in_another_order_of_the_pile_are_another_position():
    one = play(at("hands=6C7C/9DTDJC trumps=S/H pile=8D seat=1"), "beat 9D TD")
    other = play(at("hands=6C7C/9DTDJC trumps=S/H pile=8D seat=1"), "beat TD 9D")
    assert one.position() != other.position()
    earlier = one.position().partition("earlier=")[2]
    again = at(other.position().partition(" earlier=")[0] + f" earlier={earlier}")
    assert again.view(0)["repetition"] == 1


def test_the_same_cards_with_the_other_player_to_move_are_another_position():
    cards = "hands=6C7C/9DTDJC trumps=S/H pile=8D"
    history = play(at(f"{cards} seat=1"), "beat 9D TD").position().partition("earlier=")[2]
    assert at(f"{cards} seat=1 earlier={history}").view(0)["repetition"] == 2
    assert at(f"{cards} seat=0 earlier={history}").view(0)["repetition"] == 1


@pytest.mark.parametrize("limit", [1, 5, 300, 1000])
def test_the_game_is_a_draw_after_the_last_ply(limit):
    state = at(f"hands=7C8C/9C9D trumps=S/H pile=- seat=0 ply={limit - 1}", max_plies=limit)
    play(state, "lead 7C")
    assert (state.seat, state.scores(), state.view(0)["ply"]) == (None, (0.5, 0.5), limit)


def test_a_win_with_the_last_ply_is_a_win():
    state = play(at("hands=7C/8C9C trumps=S/H pile=- seat=0 ply=299"), "lead 7C")
    assert state.scores() == (1.0, 0.0)


def test_both_players_see_both_hands():
    state = SvoiKozyri().start(seed(5))
    mine, yours = state.view(0), state.view(1)
    assert mine["hand"] == yours["opponent"]
    assert mine["opponent"] == yours["hand"]


def test_the_view_always_has_the_same_keys():
    keys = ["phase", "hand", "opponent", "trumps", "pile", "take", "ply", "repetition"]
    state = SvoiKozyri(trumps="choose").start(seed(5))
    play(state, "trump H")
    ended = play(at("hands=7C/8C9C trumps=S/H pile=- seat=0"), "lead 7C")
    for each_state in (state, SvoiKozyri().start(seed(5)), ended):
        assert list(each_state.view(1)) == keys
        assert set(each_state.view(None)) == {*keys, "hands", "seat"} - {"hand", "opponent"}


def test_events_tell_both_seats_the_move():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    move = state.parse("beat 9D 7D")
    for seat in (0, 1):
        assert state.event(move, seat) == {"seat": 1, "move": "beat 9D 7D"}


def test_a_ten_may_be_written_with_digits_and_is_answered_with_its_letter():
    state = at("hands=6C7C/TDTC trumps=S/H pile=8D seat=1")
    assert state.text(state.parse("beat 10D 10C")) == "beat TD TC"


@pytest.mark.parametrize(
    "text",
    ["", "beat", "beat 9D", "beat 7D 9D", "beat 9D 9D", "lead 9D", "BEAT 9D 7D", "beat 9D  7D",
     "beat 9D 7D ", "beat 9d 7d", "take", "trump S", "beat 9D 7D 8D", "x" * 5000, "béat"],
)  # fmt: skip
def test_what_is_no_legal_move_is_refused_with_a_short_reason(text):
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    with pytest.raises(MoveError) as refused:
        state.parse(text)
    assert 20 < len(str(refused.value)) < 250


def test_there_are_no_scores_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        SvoiKozyri().start(seed(1)).scores()
