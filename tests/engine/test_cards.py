"""Cards, sets of cards, and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    DECK32,
    DECK36,
    NAMES,
    SUIT_CARDS,
    names,
    parse_card,
    parse_cards,
    parse_suit,
    rank,
    suit,
    to_list,
    to_mask,
)
from engine.errors import BadCard

sets = st.sets(st.sampled_from(DECK36))


def test_the_canonical_deck_is_in_order_of_suits_and_ranks() -> None:
    assert " ".join(NAMES) == " ".join(r + s for s in "CDHS" for r in "6789TJQKA")
    assert [NAMES[card] for card in DECK32] == [name for name in NAMES if name[0] != "6"]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_read_as_it_is_written(name: str) -> None:
    card = parse_card(name)
    assert NAMES[card] == name
    assert "CDHS"[suit(card)] + "6789TJQKA"[rank(card)] == name[1] + name[0]
    assert SUIT_CARDS[suit(card)] >> card & 1


def test_a_ten_is_read_as_10_too() -> None:
    assert parse_card("10H") == parse_card("TH")


@pytest.mark.parametrize("text", ["", "6", "H", "6h", "th", "5C", "66", "CC", "6C ", "110H", "1H"])
def test_a_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match="not a card"):
        parse_card(text)


def test_a_suit_is_one_letter() -> None:
    assert [parse_suit(letter) for letter in "CDHS"] == [0, 1, 2, 3]
    for text in ("", "c", "CD", "6"):
        with pytest.raises(BadCard, match="not a suit"):
            parse_suit(text)


@given(cards=sets)
def test_a_set_is_written_in_canonical_order_and_read_in_any(cards: set[int]) -> None:
    written = names(to_mask(cards))
    assert written == [NAMES[card] for card in sorted(cards)]
    assert parse_cards(reversed(written)) == to_mask(cards)
    assert to_list(to_mask(cards)) == sorted(cards)


def test_a_card_cannot_be_in_a_set_twice() -> None:
    with pytest.raises(BadCard, match="10H is named twice"):
        parse_cards(["TH", "6C", "10H"])
