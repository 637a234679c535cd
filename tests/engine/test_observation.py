"""Observations say what views say, in numbers: all of it, and nothing else."""

import json
import random
from typing import Any

import pytest

from engine.cards import NAMES
from engine.errors import BadSeat
from engine.observation import features_of, highest, total_size
from engine.ruleset import SPECTATOR, Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import deal_hidden_again, every_ruleset, states

NUMBERS = pytest.mark.parametrize("number", range(2))


def observation(state: State[Any], seat: int, rules: Ruleset) -> bytes:
    out = bytearray(b"\xff" * rules.observation_shape[0])
    state.observe(seat, out)
    return bytes(out)


@every_ruleset
@NUMBERS
def test_a_seat_observes_the_same_bytes_whatever_is_hidden_from_it(
    rules: Ruleset, number: int
) -> None:
    rng = random.Random(number)
    for state in states(rules, number, every=5):
        for seat in range(rules.seats):
            other = deal_hidden_again(rules, state, seat, rng)
            assert observation(other, seat, rules) == observation(state, seat, rules), (
                seat,
                state.position(),
            )


@every_ruleset
def test_two_observations_are_equal_exactly_when_the_views_are(rules: Ruleset) -> None:
    """Over many states: so nothing of a view is missing, and nothing is told that is not in it.

    Whose turn it is goes with the view, as far as the seat may know it.
    """
    view_of: dict[bytes, str] = {}
    observation_of: dict[str, bytes] = {}
    for number in range(3):
        for state in states(rules, number):
            for seat in range(rules.seats):
                own_turn = state.seat == seat
                view = json.dumps([seat, own_turn, state.view(seat)], sort_keys=True)
                seen = bytes([seat, own_turn]) + observation(state, seat, rules)
                assert view_of.setdefault(seen, view) == view
                assert observation_of.setdefault(view, seen) == seen
    assert len(view_of) > 15


@every_ruleset
def test_every_value_is_within_its_feature(rules: Ruleset) -> None:
    most = highest(rules.features)
    assert len(most) == total_size(rules.features) == rules.observation_shape[0]
    for state in states(rules, 1, every=2):
        for seat in range(rules.seats):
            seen = observation(state, seat, rules)
            assert all(value <= limit for value, limit in zip(seen, most, strict=True))


@every_ruleset
def test_the_hand_comes_first(rules: Ruleset) -> None:
    """As the view has it: that the planes are in deck order."""
    deck = [name for name in NAMES if name[0] != "6"] if rules.name == "ecarte" else NAMES
    for state in states(rules, 0, every=3):
        for seat in range(rules.seats):
            named = features_of(rules.features, observation(state, seat, rules))
            cards = [card for card, held in zip(deck, named["hand"], strict=True) if held]
            assert cards == state.view(seat)["hand"]


def test_in_kozel_only_who_is_asked_about_a_molodka_sees_the_question() -> None:
    rules = ruleset("kozel")
    text = "hands=6S7S8S9S/6H7H8H9H/6C7C8D9D/TSJSQSKS exposed=AS leader=1 seed=" + "00" * 32
    asked = rules.position(text + " asked=1")
    again = rules.position(text + " asked=3")
    assert [asked.seat, again.seat] == [1, 3]
    for seat in range(4):
        one, other = (observation(state, seat, rules) for state in (asked, again))
        assert (one == other) == (seat in (0, 2))
        phases = features_of(rules.features, one)["phase"]
        assert phases == ([1, 0, 0, 0] if seat == 1 else [0, 1, 0, 0])


def test_in_kozel_players_are_in_order_from_the_observer_on() -> None:
    rules = ruleset("kozel", {"molodka": "off"})
    state = rules.position("hands=7S9S/8SKS/6H7H/8D6D exposed=JH leader=0 tricks=4/3")
    for text in ("lead 7S", "beat 8S", "drop 6H"):
        state.play(state.parse(text))
    named = features_of(rules.features, observation(state, 3, rules))
    assert named["leader"] == [0, 1, 0, 0]
    assert named["best_player"] == [0, 0, 1, 0]
    assert named["laid_down"] == [0, 0, 0, 1]
    assert named["hands"] == [2, 1, 1, 1]
    assert named["tricks"] == [3, 4]
    by_player = [named["played"][36 * player :][:36] for player in range(4)]
    assert [[NAMES[card] for card in range(36) if cards[card]] for cards in by_player] == [
        *([], ["7S"], ["8S"], []),
    ]
    assert not any(named["dropped"])
    own = features_of(rules.features, observation(state, 2, rules))
    assert [NAMES[card] for card in range(36) if own["dropped"][card]] == ["6H"]


def test_in_ecarte_the_cards_played_have_their_players() -> None:
    rules = ruleset("ecarte")
    state = rules.position("hands=7S8SAS/KSQSTD turned=JH stock=7C dealer=1 phase=card tricks=1/1 "
                           "played=7D8D9D8H seat=0 seed=" + "00" * 32)  # fmt: skip
    state.play(state.parse("card 7S"))
    named = features_of(rules.features, observation(state, 0, rules))
    places = {name: place for place, name in enumerate(n for n in NAMES if n[0] != "6")}
    assert {name for name, place in places.items() if named["played_own"][place]} == {
        *("7D", "8H", "7S"),
    }
    assert {name for name, place in places.items() if named["played_other"][place]} == {"8D", "9D"}
    assert named["order"][places["8H"]] == 4
    assert named["led"][places["7S"]] == 1


def test_in_svoi_kozyri_the_pile_is_counted_from_its_top() -> None:
    rules = ruleset("svoi-kozyri")
    state = rules.position("hands=7S8S/KHQH trumps=S/H pile=6D9C8D seat=1 ply=299")
    named = features_of(rules.features, observation(state, 1, rules))
    assert [named["pile"][NAMES.index(card)] for card in ("8D", "9C", "6D")] == [1, 2, 3]
    assert named["trumps"] == [0, 0, 1, 0, 0, 0, 0, 1]
    assert named["ply"] == [1, 43]
    assert named["turn"] == [1, 0]
    assert [named["top"][NAMES.index(card)] for card in ("8D", "9C")] == [1, 0]


@pytest.mark.parametrize("name", RULESETS)
def test_only_seats_observe(name: str) -> None:
    rules = ruleset(name)
    out = bytearray(rules.observation_shape[0])
    for seat in (SPECTATOR, rules.seats, 10**9, None, "0"):
        with pytest.raises(BadSeat, match=f"from 0 to {rules.seats - 1}"):
            rules.start(bytes(32)).observe(seat, out)
    assert not any(out)
