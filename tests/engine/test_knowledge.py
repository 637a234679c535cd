"""What a seat knows, and the hidden cards dealt again: what holds in every game."""

import json
from typing import Any

import pytest

from engine.cards import parse_card, to_list
from engine.errors import NoDeal
from engine.knowledge import Knowledge, knowledge_of
from engine.ruleset import Ruleset, State
from engine.rulesets import ruleset
from tests.engine.games import start
from tests.engine.hearing import KNOWING, every_knowing_ruleset, heard, observed, rng_of

NUMBERS = pytest.mark.parametrize("number", range(2))
HIDING = pytest.mark.parametrize("name", ["ecarte", "kozel"])
SETS = ("unseen", "held", "out", "sizes", "stock")


def seen(state: State[Any], seat: int) -> bytes:
    return json.dumps(state.view(seat)).encode()


@every_knowing_ruleset
@NUMBERS
def test_a_seat_cannot_tell_a_sample_from_the_game(rules: Ruleset, number: int) -> None:
    rng = rng_of(number)
    for state, knowledge in heard(rules, number):
        known = knowledge[state.seat]
        for _ in range(2):
            sample = known.sample(rng)
            assert sample.seat == state.seat
            assert seen(sample, known.seat) == seen(state, known.seat)
            assert list(sample.legal()) == list(state.legal())
            assert sample.actions() == state.actions()


@every_knowing_ruleset
@pytest.mark.parametrize("how", ["by event", "anew"])
def test_it_does_not_matter_how_often_a_seat_is_told(rules: Ruleset, how: str) -> None:
    rng = rng_of(4)
    for (state, knowledge), (same, told) in zip(heard(rules, 4), heard(rules, 4, how), strict=True):
        assert state == same
        for name in SETS:
            known, also = knowledge[state.seat], told[state.seat]
            assert getattr(known, name) == getattr(also, name), name
        for known in told if how == "by event" else (told[state.seat],):
            assert seen(known.sample(rng), known.seat) == seen(state, known.seat)


@every_knowing_ruleset
def test_a_sample_is_a_whole_state_that_never_deals_on(rules: Ruleset) -> None:
    """It is the state that its position text sets up, plays like it, and stops where the deal
    ends."""
    rng = rng_of(205)
    for turn, (state, knowledge) in enumerate(heard(rules, 5)):
        if turn % 6 == 0:
            sample = knowledge[state.seat].sample(rng)
            again = rules.position(sample.position())
            assert again == sample
            assert again.key() == sample.key()
            assert sample.stop_at_deal
            assert sample.seed != state.seed or not any(state.seed)
            for _ in range(400):
                if again.seat is None:
                    break
                assert list(again.legal()) == list(sample.legal())
                move = rng.choice(again.legal())
                again.play(move)
                sample.play(move)
            assert again == sample
            assert (sample.seat, sample.deal) == (None, state.deal)


@every_knowing_ruleset
def test_a_view_alone_tells_no_more_than_the_events_and_never_something_else(
    rules: Ruleset,
) -> None:
    rng = rng_of(201)
    for state, knowledge in heard(rules, 1):
        known, fresh = knowledge[state.seat], rules.knowledge(state.seat)
        fresh.hear([], state.view(state.seat))
        assert (fresh.sizes, fresh.stock) == (known.sizes, known.stock)
        assert fresh.unseen & known.unseen == known.unseen
        assert fresh.out & known.out == fresh.out
        for less, more in zip(fresh.held, known.held, strict=True):
            assert less & more == less
        sample = fresh.sample(rng)
        assert seen(sample, state.seat) == seen(state, state.seat)
        assert list(sample.legal()) == list(state.legal())


@every_knowing_ruleset
def test_it_goes_on_from_a_view_in_the_middle_of_a_game(rules: Ruleset) -> None:
    rng = rng_of(5)
    state = start(rules, 5)
    for turn in range(30):
        if state.seat is None:
            break
        if turn == 9:
            knowledge = [rules.knowledge(seat) for seat in range(rules.seats)]
            for known in knowledge:
                known.hear([], state.view(known.seat))
        events = observed(state, rng.choice(state.legal()), rules.seats)
        if turn >= 9 and state.seat is not None:
            for known, new in zip(knowledge, events, strict=True):
                known.hear(new, state.view(known.seat))
                assert seen(known.sample(rng), known.seat) == seen(state, known.seat)


@every_knowing_ruleset
def test_what_is_known_for_sure_is_true(rules: Ruleset) -> None:
    for state, knowledge in heard(rules, 7, "by event"):
        view = state.view(None)
        hands = [sum(1 << parse_card(card) for card in hand) for hand in view["hands"]]
        for known in knowledge:
            assert known.sizes == [hand.bit_count() for hand in hands]
            if sum(hands):  # while trumps are chosen the deal is not known
                assert known.held[known.seat] == hands[known.seat]
            for held, hand in zip(known.held, hands, strict=True):
                assert held & ~hand == 0
                assert known.out & hand == 0
            assert not known.unseen & (known.out | known.held[known.seat])


@HIDING
def test_the_hidden_cards_are_dealt_differently_each_time(name: str) -> None:
    rng = rng_of(8)
    known = next(heard(ruleset(name), 8))[1]
    first = next(each for each in known if each.view is not None)
    assert len({first.sample(rng).position() for _ in range(50)}) == 50


@HIDING
def test_the_same_generator_deals_the_same(name: str) -> None:
    for state, knowledge in heard(ruleset(name), 9):
        known = knowledge[state.seat]
        assert known.sample(rng_of(1)) == known.sample(rng_of(1))


def test_a_game_without_knowledge_has_none() -> None:
    """As a fourth game may have (docs/development.md)."""

    class Plain:
        seats = 2

    assert knowledge_of(Plain(), 0) is None  # type: ignore[arg-type]
    assert knowledge_of(ruleset("kozel"), 3).seat == 3


# Weights


def acting(name: str, number: int) -> Knowledge[Any]:
    """What the first seat of a game knows in its first turn."""
    state, knowledge = next(heard(ruleset(name), number))
    assert state.seat is not None
    return knowledge[state.seat]


@HIDING
def test_a_weight_makes_deals_more_likely_in_proportion(name: str) -> None:
    """A card lies in the next hand with the odds that its weight of 5 gives it."""
    rng, known = rng_of(10), acting(name, 10)
    card, following = to_list(known.unseen)[-1], (known.seat + 1) % len(known.sizes)

    def weight(sample: State[Any]) -> float:
        return 5 if card in sample.hands[following] else 1

    plain = sum(weight(known.sample(rng)) == 5 for _ in range(2000)) / 2000
    share = sum(weight(known.sample(rng, weight, 30)) == 5 for _ in range(250)) / 250
    assert share == pytest.approx(5 * plain / (1 + 4 * plain), abs=0.11)


@HIDING
def test_deals_of_weight_zero_do_not_occur(name: str) -> None:
    rng, known = rng_of(11), acting(name, 10)
    card, following = to_list(known.unseen)[3], (known.seat + 1) % len(known.sizes)
    for _ in range(30):
        sample = known.sample(rng, lambda sample: card in sample.hands[following])
        assert card in sample.hands[following]


@pytest.mark.parametrize("name", KNOWING)
@pytest.mark.parametrize(
    ("weight", "says"),
    [
        (0, "weight: it is 0 for all of 1024 deals; return more than 0"),
        (-1, "weight: -1 is no weight; return 0 or more"),
        (float("nan"), "weight: nan is no weight"),
        (float("inf"), "weight: inf is no weight"),
    ],
)
def test_weights_that_are_none_are_an_error(name: str, weight: float, says: str) -> None:
    with pytest.raises(NoDeal) as error:
        acting(name, 10).sample(rng_of(1), lambda _: weight)
    assert str(error.value).startswith(says)
