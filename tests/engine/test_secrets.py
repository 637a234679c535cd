"""A seat learns nothing that it may not know: views, legal moves and events."""

import json
import random
from typing import Any

import pytest

from engine.ruleset import SPECTATOR, Ruleset, State
from tests.engine.games import cards_in, deal_hidden_again, every_ruleset, played, start, states

NUMBERS = pytest.mark.parametrize("number", range(2))


def message(state: State[Any], seat: int) -> bytes:
    """What the referee sends a seat, as far as it comes from the state."""
    legal = state.texts(state.legal()) if seat == state.seat else None
    return json.dumps([state.view(seat), legal]).encode()


@every_ruleset
@NUMBERS
def test_a_seat_sees_the_same_bytes_whatever_is_hidden_from_it(rules: Ruleset, number: int) -> None:
    """What a view does not show can be dealt again, so there is something to find: a game that
    names fewer cards to a seat than there are hides them, and needs a module ``hidden.py``."""
    rng = random.Random(number)
    hides = changed = False
    for state in states(rules, number, every=5):
        for seat in (SPECTATOR, *range(rules.seats)):
            other = deal_hidden_again(rules, state, seat, rng)
            if seat == state.seat:
                assert other.seat == seat
            assert message(other, seat) == message(state, seat), (seat, other.position())
            if seat != SPECTATOR:
                hides |= bool(set(cards_in(state.view(None))) - set(cards_in(state.view(seat))))
                changed |= other.view(None) != state.view(None)
    assert changed == hides


@every_ruleset
@NUMBERS
def test_an_event_names_only_cards_that_the_table_shows_to_its_seat(
    rules: Ruleset, number: int
) -> None:
    for state, move in played(start(rules, number), number):
        after = state.copy()
        after.play(move)
        if after.seat is None or after.deal != state.deal:
            continue  # the last cards of a deal are shown, but no view has them
        for seat in {SPECTATOR, *range(rules.seats)} - {state.seat}:
            shown = {*cards_in(state.view(seat)), *cards_in(after.view(seat))}
            assert set(cards_in(state.event(move, seat))) <= shown


@every_ruleset
def test_a_seat_sees_its_own_moves_whole(rules: Ruleset) -> None:
    for state, move in played(start(rules, 1), 1):
        event = state.event(move, state.seat)
        assert event["seat"] == state.seat
        assert event["move"] == state.text(move)


@every_ruleset
def test_a_spectator_sees_no_more_than_every_seat_does(rules: Ruleset) -> None:
    for state in states(rules, 2, every=3):
        spectator = state.view(SPECTATOR)
        for seat in range(rules.seats):
            view = state.view(seat)
            assert set(cards_in(spectator)) <= set(cards_in(view))
            if seat != state.seat:  # that one may be asked in secret
                common = {key for key in spectator if spectator[key] is not None} & set(view)
                assert {key: view[key] for key in common} == {key: spectator[key] for key in common}


@every_ruleset
def test_every_view_of_a_ruleset_has_the_same_keys(rules: Ruleset) -> None:
    keys: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    for state in states(rules, 1, every=3):
        for seat in (None, *range(rules.seats)):
            keys[seat is None].add(tuple(state.view(seat)))
    assert [len(orders) for orders in keys.values()] == [1, 1]
