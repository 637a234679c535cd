"""Moves of Écarté as texts: which are read, and which are refused."""

import pytest

from engine.errors import MoveError
from tests.engine.ecarte.tables import table
from tests.engine.playing import play


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
def test_a_text_that_is_not_a_legal_move_is_refused_with_a_short_reason(text):
    state = play(table(), "propose", "accept")
    with pytest.raises(MoveError) as refused:
        state.parse(text)
    assert 20 < len(str(refused.value)) < 250
