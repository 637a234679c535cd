"""A seat learns nothing that it may not know: views, legal moves and events."""

import json
import random
import re

import pytest

from engine.ruleset import SPECTATOR, Ruleset, State
from tests.engine.games import every_ruleset, played, start, states
from tests.engine.hidden_cards import fields, permuted

FACE_UP = ("lead", "beat", "card", "trump")
CARD = re.compile(r"\b[6-9TJQKA][CDHS]\b")


def message(state: State, seat: int, on_turn: bool) -> bytes:
    """What the referee sends a seat, as far as it comes from the state."""
    legal = [state.text(move) for move in state.legal()] if on_turn else None
    return json.dumps([state.view(seat), legal]).encode()


@every_ruleset
@pytest.mark.parametrize("number", range(2))
def test_a_seat_sees_the_same_bytes_whatever_is_hidden_from_it(rules: Ruleset, number: int) -> None:
    rng = random.Random(number)
    changed = 0
    for state in states(rules, number, every=5):
        for seat in (SPECTATOR, *range(rules.seats)):
            text = permuted(rules.name, state.position(), seat, rng)
            other = rules.position(text)
            on_turn = seat == state.seat
            assert message(other, seat, on_turn) == message(state, seat, on_turn), text
            changed += other.view(None) != state.view(None)
    assert changed or rules.name == "svoi-kozyri"


@every_ruleset
@pytest.mark.parametrize("number", range(2))
def test_a_seats_events_never_name_a_card_that_is_hidden_from_it(
    rules: Ruleset, number: int
) -> None:
    for state, move in played(start(rules, number), number):
        verb, *words = state.text(move).split(" ")
        for seat in {SPECTATOR, *range(rules.seats)} - {state.seat}:
            named = CARD.findall(json.dumps(state.event(move, seat)))
            if verb == "molodka":
                hands = fields(state.position())["hands"].split("/")
                assert "".join(named) == hands[state.seat]
            else:
                assert named == [word for word in words if verb in FACE_UP and CARD.match(word)]


@every_ruleset
def test_a_seats_own_moves_are_told_to_it_whole(rules: Ruleset) -> None:
    for state, move in played(start(rules, 1), 1):
        event = state.event(move, state.seat)
        assert event["seat"] == state.seat
        assert event["move"] == state.text(move)


@every_ruleset
def test_a_spectator_sees_no_more_than_every_seat_does(rules: Ruleset) -> None:
    for state in states(rules, 2, every=3):
        if rules.name == "svoi-kozyri":
            assert state.view(SPECTATOR) == state.view(None)  # nothing is hidden (SR13)
            continue
        own = ("hand", "discarded", "dropped")
        spectator = {key: value for key, value in state.view(SPECTATOR).items() if key not in own}
        asked = state.view(None)["phase"] == "window"
        for seat in set(range(rules.seats)) - ({state.seat} if asked else set()):
            view = state.view(seat)
            assert spectator == {key: value for key, value in view.items() if key not in own}
        assert {state.view(SPECTATOR)[key] for key in own if key in state.view(SPECTATOR)} == {None}


@every_ruleset
def test_every_view_of_a_ruleset_has_the_same_keys(rules: Ruleset) -> None:
    keys: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    for state in states(rules, 1, every=3):
        for seat in (None, *range(rules.seats)):
            keys[seat is None].add(tuple(state.view(seat)))
    assert [len(orders) for orders in keys.values()] == [1, 1]
