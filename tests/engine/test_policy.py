"""The outputs of a policy network: the moves of a seat in a mask of a practical size."""

import random
from typing import Any

import numpy as np
import pytest

from engine.errors import BadAction, BadBuffer, IllegalMove
from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import deal_hidden_again, every_ruleset, states

NUMBERS = pytest.mark.parametrize("number", range(2))


def mask(state: Any, rules: Ruleset) -> list[int]:
    """The outputs that are marked; whatever was in the buffer before is gone."""
    out = bytearray(b"\xff" * rules.num_outputs)
    state.mask(out)
    assert set(out) <= {0, 1}
    return [output for output, legal in enumerate(out) if legal]


@every_ruleset
@NUMBERS
def test_a_mask_marks_exactly_the_outputs_of_the_legal_moves(rules: Ruleset, number: int) -> None:
    for state in states(rules, number, every=2):
        outputs = sorted(state.output(move) for move in state.legal())
        assert len(set(outputs)) == len(outputs)
        assert mask(state, rules) == outputs


@pytest.mark.parametrize("stock", range(1, 7))
@pytest.mark.parametrize("seat", range(2))
def test_a_mask_marks_the_discards_that_a_short_stock_allows(stock: int, seat: int) -> None:
    """With four cards the dealer has as many discards, 31, as the other with five."""
    hands, cards = "7C8C9CTCJC/7D8D9DTDJD", "QCKCACQDKDAD"[: 2 * stock]
    rules = ruleset("ecarte")
    state = rules.position(
        f"hands={hands} turned=QS stock={cards} dealer=1 score=0/0 phase=discard seat={seat} "
        f"proposals=1 exchanges={'1-' if seat else '-'} discarded={'7H/-' if seat else '-/-'} "
        "played=- led=- tricks=0/0 king=- deal=0 seed=" + "0" * 64
    )
    assert mask(state, rules) == sorted(state.output(move) for move in state.legal())


@every_ruleset
@NUMBERS
def test_an_output_is_a_move_again(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=4):
        legal = list(state.legal())
        for move in legal if len(legal) < 40 else rng.sample(legal, 40):
            assert state.move_of_output(state.output(move)) == move


@every_ruleset
def test_an_output_means_the_same_move_wherever_hidden_cards_lie(rules: Ruleset) -> None:
    rng = random.Random(3)
    for state in states(rules, 1, every=5):
        if state.seat is None:
            continue
        other = deal_hidden_again(rules, state, state.seat, rng)
        outputs = mask(state, rules)
        assert mask(other, rules) == outputs
        for output in rng.sample(outputs, min(len(outputs), 10)):
            texts = [each.text(each.move_of_output(output)) for each in (state, other)]
            assert texts[0] == texts[1]


@every_ruleset
def test_outputs_that_are_not_marked_are_refused(rules: Ruleset) -> None:
    rng = random.Random(2)
    for state in states(rules, 1, every=11):
        legal = set(mask(state, rules))
        for output in rng.sample(range(rules.num_outputs), min(rules.num_outputs, 60)):
            if output not in legal:
                with pytest.raises(IllegalMove):
                    state.move_of_output(output)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("output", [-1, 5000, 0.5, "7", None])
def test_a_number_that_is_no_output_is_an_error(name: str, output: Any) -> None:
    rules = ruleset(name)
    with pytest.raises(BadAction, match=f"to {rules.num_outputs - 1}"):
        rules.start(bytes(32)).move_of_output(output)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.bool_])
def test_numpy_takes_masks_and_observations(name: str, dtype: Any) -> None:
    rules = ruleset(name)
    state = rules.start(bytes(32))
    masks = np.ones((3, rules.num_outputs), dtype)
    state.mask(masks[1])
    assert list(np.flatnonzero(masks[1])) == mask(state, rules)
    assert masks[0].all()
    assert masks[2].all()
    assert state.move_of_output(np.flatnonzero(masks[1])[0]) in state.legal()
    observations = np.ones((3, *rules.observation_shape), dtype)
    state.observe(0, observations[1])
    plain = bytearray(rules.observation_shape[0])
    state.observe(0, plain)
    assert observations[1].astype(np.uint8).tobytes() == bytes(plain) or dtype is np.bool_


@pytest.mark.parametrize("name", RULESETS)
def test_a_buffer_that_does_not_fit_is_an_error_that_says_what_would(name: str) -> None:
    rules = ruleset(name)
    state = rules.start(bytes(32))
    for write, size in ((state.mask, rules.num_outputs), (_observe(state), SIZES[name])):
        for out in (
            bytearray(size - 1),
            bytearray(0),
            bytes(size),
            np.zeros(size),
            np.zeros((1, size), np.uint8),
            np.zeros(2 * size, np.int8)[::2],
            [0] * size,
            None,
        ):
            with pytest.raises(BadBuffer, match=rf"bytearray\({size}\)"):
                write(out)


SIZES = {name: ruleset(name).observation_shape[0] for name in RULESETS}


def _observe(state: Any) -> Any:
    return lambda out: state.observe(0, out)
