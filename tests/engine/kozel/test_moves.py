"""What beats what in Kozel, against a plain reading of the rules."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK36, NAMES, SUITS, names, parse_card, parse_cards, to_list, to_mask
from engine.kozel.moves import (
    BEAT,
    BEATS,
    DROP,
    INDICES,
    INDICES_OF,
    LEAD,
    REPLIES_TO_ONE,
    cards_of,
    indices_of,
    leads,
    move_text,
    replies,
)
from engine.kozel.scoring import POINTS, penalty

ORDER = "6789JQKTA"
POINTS_BY_RANK = {"6": 0, "7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}

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


def beats(new: int, best: int, trump: int) -> bool:
    """Whether a hand of the cards `new` is offered to beat with all of them."""
    hand = to_list(new)
    return BEAT | (1 << len(hand)) - 1 in replies(hand, best, trump)


@pytest.mark.parametrize("trump", range(4))
def test_one_card_beats_another_as_the_rules_say(trump: int) -> None:
    for a in DECK36:
        for b in DECK36:
            expected = a != b and one_beats_one(NAMES[a], NAMES[b], SUITS[trump])
            assert beats(1 << a, 1 << b, trump) == expected
            assert BEATS[trump][b][a] == expected


@given(new=sets, best=sets, trump=st.integers(0, 3))
def test_a_set_beats_a_set_if_some_pairing_does(
    new: frozenset[int], best: frozenset[int], trump: int
) -> None:
    new, best = to_mask(new - best), to_mask(best)
    expected = some_pairing_wins(names(new), names(best), SUITS[trump])
    assert beats(new, best, trump) == expected


def test_a_set_beats_a_set_if_some_pairing_does_in_close_cases() -> None:
    """Sets from two suits and a few ranks, where pairings are hard to find."""
    deck = [parse_card(rank + suit) for suit in "DS" for rank in "9JTA"]
    for trump in (1, 3, 0):
        for count in (1, 2, 3, 4):
            for some in combinations(deck, count):
                best = to_mask(some)
                for other in combinations([card for card in deck if card not in some], count):
                    new = to_mask(other)
                    expected = some_pairing_wins(names(new), names(best), SUITS[trump])
                    assert beats(new, best, trump) == expected


@given(hand=sets)
def test_every_lead_is_of_one_suit_and_none_is_missing(hand: frozenset[int]) -> None:
    expected = {
        to_mask(some)
        for count in range(1, 5)
        for some in combinations(hand, count)
        if len({card // 9 for card in some}) == 1
    }
    held = sorted(hand)
    moves = leads(held)
    assert {cards_of(held, move) for move in moves} == expected
    assert len(moves) == len(expected)
    assert all(move & ~INDICES == LEAD for move in moves)


@given(data=st.data(), hand=sets, trump=st.integers(0, 3))
def test_every_reply_is_listed_once(data: st.DataObject, hand: frozenset[int], trump: int) -> None:
    count = data.draw(st.integers(1, len(hand)))
    rest = sorted(set(DECK36) - hand)
    best = data.draw(st.sets(st.sampled_from(rest), min_size=count, max_size=count))
    subsets = [to_mask(some) for some in combinations(sorted(hand), count)]
    able = [
        some
        for some in subsets
        if some_pairing_wins(names(some), [NAMES[card] for card in best], SUITS[trump])
    ]
    held = sorted(hand)
    moves = [
        (move & ~INDICES, cards_of(held, move)) for move in replies(held, to_mask(best), trump)
    ]
    assert moves == [(BEAT, some) for some in able] + [(DROP, some) for some in subsets]


def test_a_hand_has_at_most_fifteen_leads_and_twelve_replies() -> None:
    trumps = to_list(parse_cards(["6S", "7S", "8S", "9S"]))
    assert len(leads(trumps)) == 15
    assert len(replies(trumps, parse_cards(["6H", "7H"]), 3)) == 12
    rng = random.Random(2)
    for _ in range(2000):
        cards = rng.sample(DECK36, 8)
        hand, best = sorted(cards[:4]), sorted(cards[4:])
        assert len(leads(hand)) <= 15
        for count in range(1, 5):
            assert len(replies(hand, to_mask(best[:count]), rng.randrange(4))) <= 12


@given(hand=sets, trump=st.integers(0, 3), best=st.sampled_from(DECK36))
def test_the_table_of_replies_to_one_card_holds_the_same(
    hand: frozenset[int], trump: int, best: int
) -> None:
    held = sorted(hand)
    beat_mask = int("1" + "".join(str(BEATS[trump][best][card]) for card in held), 2)
    assert REPLIES_TO_ONE[beat_mask] == replies(held, 1 << best, trump)


@given(hand=sets, other=sets)
def test_a_move_names_its_cards_by_their_places_in_the_hand(
    hand: frozenset[int], other: frozenset[int]
) -> None:
    held = sorted(hand)
    common = to_mask(hand & other)
    move = LEAD | indices_of(held, to_mask(other))
    assert cards_of(held, move) == common
    assert move_text(move & ~INDICES, common) == " ".join(["lead", *names(common)])
    left = held[:]
    assert to_mask(left.pop(index) for index in INDICES_OF[move]) == common
    assert left == sorted(hand - other)


def test_the_deck_holds_120_points() -> None:
    assert sum(POINTS) == 120
    assert [POINTS[card] for card in DECK36] == [POINTS_BY_RANK[name[0]] for name in NAMES]


@pytest.mark.parametrize("points", range(121))
def test_penalty_points_by_points_and_tricks(points: int) -> None:
    assert penalty(points, 1) == (0 if points >= 60 else 2 if points >= 31 else 4)
    assert penalty(0, 0) == 6
