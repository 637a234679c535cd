"""The position notation of Svoi Kozyri sets up any state, its history included."""

import random
from collections import Counter

import pytest

from engine.errors import BadPosition
from engine.svoi_kozyri.ruleset import SvoiKozyri

RULESETS = [
    SvoiKozyri(),
    SvoiKozyri(deal="mirror", trumps="choose"),
    SvoiKozyri(voluntary_take=True, max_plies=40, draw_rule=False),
]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: str(rules.options))
def test_every_state_of_a_game_can_be_set_up_from_its_text(rules):
    rng = random.Random(3)
    for _ in range(8):
        state = rules.start(rng.randbytes(32))
        while True:
            text = state.position()
            again = rules.position(text)
            assert "\n" not in text
            assert again.position() == text
            assert again.seat == state.seat
            assert again.view(None) == state.view(None)
            assert again.legal() == state.legal()
            if state.seat is None:
                assert again.scores() == state.scores()
                break
            state.play(rng.choice(state.legal()))


def test_a_state_set_up_from_its_text_goes_on_to_the_same_end():
    rng = random.Random(5)
    rules = SvoiKozyri(voluntary_take=True)
    state = rules.start(rng.randbytes(32))
    for _ in range(30):
        state.play(rng.choice(state.legal()))
    again = rules.position(state.position())
    while state.seat is not None:
        move = rng.choice(state.legal())
        state.play(move)
        again.play(move)
        assert again.view(None) == state.view(None)
    assert again.scores() == state.scores()


def test_a_position_carries_what_occurred_before_and_its_third_occurrence_ends_the_game():
    rules = SvoiKozyri()
    state = rules.position("hands=KDADAS/KCACKHAHKS trumps=S/H pile=- seat=0")
    for _ in range(2):
        state = rules.position(state.position())
        for move in ["lead AS", "beat KH KS", "take", "lead AH", "beat KS KH", "take"]:
            state.play(state.parse(move))
    assert "*2" in state.position()
    assert (state.seat, state.scores()) == (None, (0.5, 0.5))
    assert rules.position(state.position()).view(None) == state.view(None)


def test_a_position_is_counted_whatever_else_occurred_with_the_same_hand():
    rng = random.Random(2)
    rules = SvoiKozyri(voluntary_take=True)
    cards = ["6C", "7C", "8D", "9D", "TH", "AS", "QC", "KH", "JS", "6H"]
    same_hand = same_position = 0
    for _ in range(100):
        rng.shuffle(cards)
        hands = "".join(cards[:5]) + "/" + "".join(cards[5:])
        state = rules.position(f"hands={hands} trumps=S/H pile=- seat=0")
        occurred = Counter()
        with_hand = Counter()
        while state.seat is not None:
            view = state.view(None)
            position = (state.seat, *map(tuple, [*view["hands"], view["pile"]]))
            occurred[position] += 1
            with_hand[state.seat, position[2 - state.seat]] += 1
            assert view["repetition"] == occurred[position]
            assert rules.position(state.position()).view(None) == view
            moves = list(state.legal())
            state.play(moves[-1] if rng.random() < 0.6 else rng.choice(moves))
            if rng.random() < 0.2:
                state = rules.position(state.position())
        same_hand += max(with_hand.values()) > max(occurred.values())
        same_position += max(occurred.values()) > 1
        assert max(occurred.values()) < 3
    assert same_hand > 5
    assert same_position > 5


def test_only_hands_and_trumps_have_to_be_given():
    state = SvoiKozyri().position("trumps=S/H hands=6C7C/9D7D")
    assert state.position() == "hands=6C7C/7D9D trumps=S/H pile=- seat=0 ply=0 earlier=-"


def test_the_choice_of_trumps_has_positions_too():
    rules = SvoiKozyri(trumps="choose")
    state = rules.start(bytes(range(32)))
    state.play(state.parse("trump H"))
    assert state.position() == f"trumps=-/H seed={bytes(range(32)).hex()}"
    again = rules.position(state.position())
    for one in (state, again):
        one.play(one.parse("trump C"))
    assert again.view(None) == state.view(None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "trumps"),
        ("hands=6C/7C", "lacks trumps="),
        ("trumps=S/H", "seat 0 has no card"),
        ("trumps=S/S hands=6C/7C", "different suits"),
        ("trumps=S hands=6C/7C", "two suits"),
        ("trumps=S/X hands=6C/7C", "two suits"),
        ("trumps=S/- hands=6C/7C", "seat 1 chooses"),
        ("trumps=-/-", "trumps=choose"),
        ("trumps=S/H hands=6C", "cards of seats 0 to 1"),
        ("trumps=S/H hands=6C/7C/8C", "cards of seats 0 to 1"),
        ("trumps=S/H hands=6C/6C", "6C is in hands= and hands="),
        ("trumps=S/H hands=6C/7C pile=7C", "7C is in hands= and pile="),
        ("trumps=S/H hands=6C/1C", "not a card"),
        ("trumps=S/H hands=6C/7", "not a card"),
        ("trumps=S/H hands=-/7C", "seat 0 has no card"),
        ("trumps=S/H hands=6C/- seat=1 pile=8C", "seat 1 has no card"),
        ("trumps=S/H hands=6C/-", "must be on the pile"),
        ("trumps=S/H hands=6C/7C seat=2", "from 0 to 1"),
        ("trumps=S/H hands=6C/7C seat=-", "from 0 to 1"),
        ("trumps=S/H hands=6C/7C ply=301", "ends at ply 300"),
        ("trumps=S/H hands=6C/7C ply=" + "9" * 5000, "from 0 to"),
        ("trumps=S/H hands=6C/7C ply=-1", "from 0 to"),
        ("trumps=S/H hands=6C/7C ply=٣", "from 0 to"),
        ("trumps=S/H hands=6C/7C earlier=zz", "earlier"),
        ("trumps=S/H hands=6C/7C earlier=3f*3", "earlier"),
        ("trumps=S/H hands=6C/7C earlier=00024*2/00024", "occurred three times"),
        ("trumps=S/H hands=6C/7C earlier=" + "f" * 5000, "earlier"),
        ("trumps=S/H hands=6C/7C seed=00", "no seed="),
        ("trumps=S/H trumps=S/H hands=6C/7C", "given twice"),
        ("trumps=S/H hands 6C/7C", "not a field"),
        ("trumps=S/H colour=red", "not a field"),
    ],
)
def test_a_text_that_is_not_a_position_is_refused_with_a_short_reason(text, reason):
    with pytest.raises(BadPosition, match=reason) as refused:
        SvoiKozyri().position(text)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    "text", ["trumps=-/H hands=6C/7C", "trumps=-/H seed=12", "trumps=-/H ply=3"]
)
def test_a_choice_of_trumps_with_more_than_its_seed_is_refused(text):
    with pytest.raises(BadPosition):
        SvoiKozyri(trumps="choose").position(text)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("hands=-/JD trumps=S/H pile=9SKSQD seat=1", (1.0, 0.0)),
        ("hands=-/KD trumps=S/H pile=9SKSQD seat=1", (0.5, 0.5)),
        ("hands=6C/- trumps=S/H pile=9H seat=0", (0.0, 1.0)),
        ("hands=6C/7C trumps=S/H pile=9H seat=0 ply=300", (0.5, 0.5)),
    ],
)
def test_a_finished_game_is_a_position_too(text, scores):
    state = SvoiKozyri().position(text)
    assert (state.seat, state.legal(), state.scores()) == (None, [], scores)
    assert SvoiKozyri().position(state.position()).scores() == scores
