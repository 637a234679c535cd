"""What beats what in Kozel, against a plain reading of the rules."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK36, NAMES, SUITS, each, mask, names, parse_card, parse_cards
from engine.kozel_tricks import (
    BEAT,
    CARDS,
    HIGHER,
    LEAD,
    MOLODKAS,
    beats,
    leads,
    penalty,
    replies,
    value,
)

ORDER = "6789JQKTA"
POINTS = {"6": 0, "7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}

sets = st.sets(st.sampled_from(DECK36), min_size=1, max_size=4).map(frozenset)


def one_beats_one(a: str, b: str, trump: str) -> bool:
    if a[1] == b[1]:
        return ORDER.index(a[0]) > ORDER.index(b[0])
    return a[1] == trump


def some_pairing_wins(new: list[str], best: list[str], trump: str) -> bool:
    return len(new) == len(best) and any(
        all(one_beats_one(a, b, trump) for a, b in zip(order, best, strict=True))
        for order in permutations(new)
    )


@pytest.mark.parametrize("trump", range(4))
def test_one_card_beats_another_as_the_rules_say(trump: int) -> None:
    for a in DECK36:
        for b in DECK36:
            expected = a != b and one_beats_one(NAMES[a], NAMES[b], SUITS[trump])
            assert beats(1 << a, 1 << b, trump) == expected
            assert bool(HIGHER[trump][b] >> a & 1) == expected


@given(new=sets, best=sets, trump=st.integers(0, 3))
def test_a_set_beats_a_set_if_some_pairing_does(
    new: frozenset[int], best: frozenset[int], trump: int
) -> None:
    new, best = mask(new - best), mask(best)
    expected = some_pairing_wins(names(new), names(best), SUITS[trump])
    assert beats(new, best, trump) == expected


def test_a_set_beats_a_set_if_some_pairing_does_in_close_cases() -> None:
    """Sets from two suits and a few ranks, where pairings are hard to find."""
    deck = [parse_card(rank + suit) for suit in "DS" for rank in "9JTA"]
    for trump in (1, 3, 0):
        for count in (1, 2, 3, 4):
            for chosen in combinations(deck, count):
                best = mask(chosen)
                for other in combinations([card for card in deck if card not in chosen], count):
                    new = mask(other)
                    expected = some_pairing_wins(names(new), names(best), SUITS[trump])
                    assert beats(new, best, trump) == expected


@given(hand=sets)
def test_every_lead_is_of_one_suit_and_none_is_missing(hand: frozenset[int]) -> None:
    expected = {
        mask(some)
        for count in range(1, 5)
        for some in combinations(hand, count)
        if len({card // 9 for card in some}) == 1
    }
    moves = leads(mask(hand))
    assert {move & CARDS for move in moves} == expected
    assert len(moves) == len(expected)
    assert all(move & ~CARDS == LEAD for move in moves)


@given(data=st.data(), hand=sets, trump=st.integers(0, 3))
def test_every_reply_is_listed_once(data: st.DataObject, hand: frozenset[int], trump: int) -> None:
    count = data.draw(st.integers(1, len(hand)))
    rest = sorted(set(DECK36) - hand)
    best = data.draw(st.sets(st.sampled_from(rest), min_size=count, max_size=count))
    subsets = [mask(some) for some in combinations(sorted(hand), count)]
    able = [
        some
        for some in subsets
        if some_pairing_wins(names(some), [NAMES[card] for card in best], SUITS[trump])
    ]
    moves = replies(mask(hand), mask(best), count, trump)
    assert len(moves) == len(set(moves))
    assert set(moves) == {BEAT | some for some in able} | set(subsets)


def test_there_are_504_molodkas() -> None:
    """4·C(9,4), so a given hand is one with 504/58905 (rules.md, section 6)."""
    suits = [range(9 * suit, 9 * suit + 9) for suit in range(4)]
    assert {mask(four) for suit in suits for four in combinations(suit, 4)} == MOLODKAS
    assert len(MOLODKAS) == 504


def test_a_molodka_is_dealt_as_often_as_computed() -> None:
    """504/58905 of all hands, in 20 000 shuffles of nine hands each within five deviations."""
    rng, deck, found = random.Random(1), list(DECK36), 0
    for _ in range(20_000):
        rng.shuffle(deck)
        found += sum(mask(deck[i : i + 4]) in MOLODKAS for i in range(0, 36, 4))
    assert abs(found - 180_000 * 504 / 58905) < 200


def test_a_hand_has_at_most_fifteen_leads_and_twelve_replies() -> None:
    assert len(leads(parse_cards(["6S", "7S", "8S", "9S"]))) == 15
    trumps = parse_cards(["6S", "7S", "8S", "9S"])
    assert len(replies(trumps, parse_cards(["6H", "7H"]), 2, 3)) == 12
    rng = random.Random(2)
    for _ in range(2000):
        cards = rng.sample(DECK36, 8)
        hand, best = mask(cards[:4]), mask(cards[4:])
        assert len(leads(hand)) <= 15
        for count in range(1, 5):
            lowest = mask(sorted(each(best))[:count])
            assert len(replies(hand, lowest, count, rng.randrange(4))) <= 12


@given(cards=st.sets(st.sampled_from(DECK36)))
def test_the_points_of_a_set_are_those_of_its_cards(cards: set[int]) -> None:
    assert value(mask(cards)) == sum(POINTS[NAMES[card][0]] for card in cards)


def test_the_deck_holds_120_points() -> None:
    assert value(mask(DECK36)) == 120


@pytest.mark.parametrize("points", range(121))
def test_penalty_points_by_points_and_tricks(points: int) -> None:
    assert penalty(points, 1) == (0 if points >= 60 else 2 if points >= 31 else 4)
    assert penalty(0, 0) == 6
