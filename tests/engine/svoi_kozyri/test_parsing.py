"""Moves of Svoi Kozyri as texts: which are read, and which are refused."""

import pytest

from engine.errors import MoveError
from engine.svoi_kozyri.ruleset import SvoiKozyri


def at(text, **options):
    return SvoiKozyri(**options).position(text)


def test_a_ten_may_be_written_with_digits_and_is_answered_with_its_letter():
    state = at("hands=6C7C/TDTC trumps=S/H pile=8D seat=1")
    assert state.text(state.parse("beat 10D 10C")) == "beat TD TC"


@pytest.mark.parametrize(
    "text",
    ["", "beat", "beat 9D", "beat 7D 9D", "beat 9D 9D", "lead 9D", "BEAT 9D 7D", "beat 9D  7D",
     "beat 9D 7D ", "beat 9d 7d", "take", "trump S", "beat 9D 7D 8D", "x" * 5000, "béat"],
)  # fmt: skip
def test_a_text_that_is_not_a_legal_move_is_refused_with_a_short_reason(text):
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    with pytest.raises(MoveError) as refused:
        state.parse(text)
    assert 20 < len(str(refused.value)) < 250
