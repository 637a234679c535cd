"""What holds in every state of every ruleset with every option."""

import random
from itertools import chain, islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import NAMES
from engine.errors import MoveError
from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import (
    CONFIGURATIONS,
    cards_in,
    every_ruleset,
    moves_of,
    play_out,
    played,
    start,
    states,
)

GAMES = pytest.mark.parametrize("number", range(2))


def test_the_configurations_use_every_option() -> None:
    used = {
        (ruleset(name, given).name, option, value)
        for name, given in CONFIGURATIONS
        for option, value in ruleset(name, given).options.items()
    }
    for name, kind in RULESETS.items():
        for option, takes in kind.OPTIONS.items():
            values = {value for game, other, value in used if (game, other) == (name, option)}
            if isinstance(takes.values, range):
                assert values, f"{name}: {option} is never set"
            else:
                assert values == set(takes.values) - {takes.default}, f"{name}: {option}"


@every_ruleset
@GAMES
def test_no_card_is_lost_or_doubled(rules: Ruleset, number: int) -> None:
    """The open view names every card of the deck, and no hand has a card of another."""
    decks = set()
    for state in states(rules, number):
        view = state.view(None)
        held = list(chain.from_iterable(view["hands"]))
        assert len(set(held)) == len(held)
        if any(view["hands"]) or state.seat is None:  # otherwise the cards are not dealt yet
            decks.add(tuple(sorted(set(cards_in(view)))))
    assert len(decks) == 1


@every_ruleset
@GAMES
def test_a_game_ends_with_scores_that_add_up_to_one(rules: Ruleset, number: int) -> None:
    end = play_out(start(rules, number), number)
    assert end.seat is None
    assert list(end.legal()) == []
    assert sum(end.scores()) == 1
    assert set(end.scores()) <= {0.0, 0.5, 1.0}


@every_ruleset
@GAMES
def test_no_game_takes_more_turns_than_the_longest(rules: Ruleset, number: int) -> None:
    turns = sum(1 for _ in played(start(rules, number), number))
    assert 0 < turns <= rules.most_turns


@every_ruleset
def test_the_same_seed_and_moves_make_the_same_game(rules: Ruleset) -> None:
    seed = bytes(range(32))
    assert moves_of(rules, seed, 5)[0] == moves_of(rules, seed, 5)[0]
    assert moves_of(rules, seed, 5)[1].position() == moves_of(rules, seed, 5)[1].position()


@every_ruleset
@GAMES
def test_the_number_of_the_deal_only_rises_by_one(rules: Ruleset, number: int) -> None:
    deals = [state.deal for state in states(rules, number)]
    assert deals[0] == 0
    assert all(later - deal in (0, 1) for deal, later in pairwise(deals))


def everything(state: State[Any], seats: int) -> Any:
    return (
        state.position(),
        state.seat,
        state.deal,
        [state.text(move) for move in state.legal()],
        [state.view(seat) for seat in (None, *range(seats))],
    )


@every_ruleset
@GAMES
def test_a_copy_is_independent(rules: Ruleset, number: int) -> None:
    state = start(rules, number)
    for turn, (_, move) in enumerate(played(state, number)):
        if turn % 7 == 0:
            before = everything(state, rules.seats)
            copy, again = state.copy(), state.copy()
            copy.play(move)
            for _ in range(12):
                if copy.seat is not None:
                    copy.play(copy.legal()[-1])
            assert everything(state, rules.seats) == before
            assert everything(again, rules.seats) == before


@every_ruleset
def test_a_caller_cannot_change_a_state_through_its_answers(rules: Ruleset) -> None:
    for state in states(rules, 3, every=5):
        before = everything(state, rules.seats)
        moves = state.legal()
        if isinstance(moves, list):
            moves.clear()
        for seat in (None, *range(rules.seats)):
            view = state.view(seat)
            for value in view.values():
                if isinstance(value, list | dict):
                    value.clear()
            view.clear()
        assert everything(state, rules.seats) == before


@every_ruleset
@GAMES
def test_a_position_text_sets_the_state_up_again(rules: Ruleset, number: int) -> None:
    for turn, state in enumerate(states(rules, number, every=6)):
        again = rules.position(state.position())
        assert everything(again, rules.seats) == everything(state, rules.seats)
        if turn % 5 == 0:
            ends = [play_out(each, number) for each in (state, again)]
            assert ends[0].position() == ends[1].position()
            assert ends[0].scores() == ends[1].scores()


@every_ruleset
def test_the_fields_of_a_position_may_be_in_any_order(rules: Ruleset) -> None:
    for state in states(rules, 4, every=17):
        words = state.position().split()
        random.Random(1).shuffle(words)
        assert rules.position("  ".join(words)).position() == state.position()


@every_ruleset
@GAMES
def test_every_listed_move_can_be_read_back_and_played(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=4):
        moves = list(state.legal())
        texts = [state.text(move) for move in moves]
        assert len(set(texts)) == len(moves) == len(set(moves))
        assert [state.parse(text) for text in texts] == moves
        for move in rng.sample(moves, min(len(moves), 5)):
            copy = state.copy()
            copy.play(move)
            assert copy.position() != state.position()


def spoilt(text: str, rng: random.Random) -> list[str]:
    """Texts like a legal move, most of them wrong."""
    verb, *cards = text.split(" ")
    other = rng.choice(NAMES)
    mixed = rng.sample(cards, len(cards))
    return [
        f"{text} ",
        f" {text}",
        f"{text}\n",
        text.replace(" ", "  ") + " ",
        text.upper() if text != text.upper() else text.lower(),
        " ".join([verb, *cards[1:]]),
        " ".join([verb, *cards, other]),
        " ".join([verb, *cards[1:], other]),
        " ".join([verb, *cards, *cards[:1]]),
        " ".join(cards),
        *(" ".join([verb, *mixed])[:cut] for cut in (0, 3, len(text) - 1, len(text))),
        *(" ".join([word, *cards]) for word in ("lead", "beat", "drop", "card", "discard", "take")),
    ]


def same_set(text: str) -> str:
    """One writing for all orders of a set's cards, where the order is free."""
    verb, *words = text.replace("10", "T").split(" ")
    return " ".join([verb, *sorted(words)])


@every_ruleset
@GAMES
def test_nothing_but_the_listed_moves_is_accepted(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=9):
        legal = state.texts(state.legal())
        for text in set(spoilt(rng.choice(legal or ["lead 6S"]), rng)):
            try:
                move = state.parse(text)
            except MoveError as error:
                assert text not in legal
                assert 0 < len(str(error)) < 500
            else:
                assert state.text(move) in legal
                assert same_set(state.text(move)) == same_set(text)


@every_ruleset
def test_a_ten_may_be_written_10(rules: Ruleset) -> None:
    for state in states(rules, 6, every=3):
        for move in islice(state.legal(), 20):
            words = state.text(move).split(" ")
            words = ["10" + w[1:] if w[0] == "T" and len(w) == 2 else w for w in words]
            assert state.parse(" ".join(words)) == move


@every_ruleset
@settings(max_examples=15)
@given(text=st.text(max_size=30) | st.from_regex(r"(lead|beat|card|drop|discard)( \w+){0,5}"))
def test_any_text_is_a_legal_move_or_a_move_error(rules: Ruleset, text: str) -> None:
    state = start(rules, 1)
    try:
        move = state.parse(text)
    except MoveError as error:
        assert 0 < len(str(error)) < 500
    else:
        assert move in state.legal()


@every_ruleset
def test_a_ruleset_is_a_value_that_its_name_and_options_make_again(rules: Ruleset) -> None:
    again = ruleset(rules.name, rules.options)
    assert again == rules
    assert hash(again) == hash(rules)
