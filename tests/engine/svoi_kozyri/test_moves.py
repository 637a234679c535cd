"""What may be beaten with what, against the rules put card by card."""

import random
from collections.abc import Sequence

import pytest

from engine.cards import NAMES, RANKS, SUITS
from engine.svoi_kozyri.moves import TRUMP
from engine.svoi_kozyri.ruleset import SvoiKozyri


def beats(card, top, trump):
    """S12, S18 to S21: higher of the suit, or an own trump on another suit."""
    if card[1] == top[1]:
        return RANKS.index(card[0]) > RANKS.index(top[0])
    return card[1] == trump


def moves_due(hand, top, trump):
    """S11 to S15 with SR5 to SR7."""
    moves = []
    for card in hand:
        if beats(card, top, trump):
            others = [f"beat {card} {other}" for other in hand if other != card]
            moves += others or [f"beat {card}"]
    return moves or ["take"]


def legal(hand, top, trump, other):
    trumps = trump + "/" + next(suit for suit in SUITS if suit != trump)
    state = SvoiKozyri().position(
        f"hands={''.join(hand)}/{other} trumps={trumps} pile={top} seat=0"
    )
    return [state.text(move) for move in state.legal()]


@pytest.mark.parametrize("trump", SUITS)
def test_any_card_beats_any_other_as_the_rules_say(trump):
    for card in NAMES:
        for top in NAMES:
            if card != top:
                other = next(name for name in NAMES if name not in (card, top))
                assert legal([card], top, trump, other) == moves_due([card], top, trump)


@pytest.mark.parametrize("size", [2, 3, 10, 25, 34])
def test_a_hand_offers_each_pair_of_a_beating_and_another_card_once(size):
    rng = random.Random(size)
    for _ in range(50):
        top, other, *hand = rng.sample(NAMES, size + 2)
        trump = rng.choice(SUITS)
        found = legal(hand, top, trump, other)
        assert sorted(found) == sorted(moves_due(hand, top, trump))


def test_the_order_of_the_moves_is_that_of_the_deck():
    assert legal(["9D", "AC", "TD", "6C", "7S"], "8D", "S", "6H") == [
        *("beat 9D 6C", "beat 9D AC", "beat 9D TD", "beat 9D 7S"),
        *("beat TD 6C", "beat TD AC", "beat TD 9D", "beat TD 7S"),
        *("beat 7S 6C", "beat 7S AC", "beat 7S 9D", "beat 7S TD"),
    ]


@pytest.mark.parametrize("options", [{}, {"voluntary_take": True}])
def test_the_moves_of_a_turn_are_a_sequence_as_a_list_of_them_would_be(options):
    rng = random.Random(4)
    state = SvoiKozyri(**options).start(rng.randbytes(32))
    while state.seat is not None:
        legal = state.legal()
        moves = list(legal)
        places = range(-len(moves), len(moves))
        assert isinstance(legal, Sequence)
        assert len(legal) == len(moves)
        assert [legal[place] for place in places] == moves * 2
        assert [move for move in range(-1, TRUMP + 4) if move in legal] == moves
        assert (legal == moves, legal == moves[1:], str(legal)) == (True, False, str(moves))
        for place in (len(moves), -len(moves) - 1):
            with pytest.raises(IndexError):
                legal[place]
        state.play(rng.choice(legal))
