"""Why a move may not be played: the answer to a person who asks."""

import json
import random

import pytest

from arena.tables.game.game_state import GameState
from arena.tables.game.why import why
from arena.tables.models import Table
from engine.ruleset import State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import deal_hidden_again, states

TEXTS = (
    "lead 6S",
    "lead 6S 7H",
    "beat 9H",
    "drop 6S",
    "pass",
    "molodka",
    "card KH",
    "card 9H king",
)
TEXTS += ("take", "beat 9D 7D", "propose", "discard", "nonsense")
FOURS = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH leader=0"  # seat 2 is asked


def game_at(name: str, state: State) -> GameState:
    game = GameState(Table(ruleset=name, options={}, seed=bytes(32)), [])
    game.state = state
    return game


def at(name: str, position: str) -> GameState:
    return game_at(name, ruleset(name).position(position))


def test_an_illegal_move_is_answered_with_the_rule_and_where_it_stands() -> None:
    game = at("kozel", "hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0")
    assert why(game, 0, "lead 7S KC") == {
        "text": "Lead cards of one suit: these are clubs and spades.",
        "rule": "KR5",
        "url": "/rules/kozel/#kr5",
        "legal": False,
    }
    assert why(game, 0, "lead 8C") == {
        "text": "You do not hold 8C.",
        "rule": None,
        "url": None,
        "legal": False,
    }
    assert why(game, 0, "lead 7S")["legal"] is True
    assert why(game, 0, "<b>")["text"].startswith("not a move")


def test_another_seat_is_told_that_it_is_not_its_turn() -> None:
    game = at("kozel", "hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0")
    assert why(game, 2, "lead 6H")["text"] == "It is not your turn."


def test_a_question_to_another_seat_is_not_mentioned() -> None:
    game = at("kozel", FOURS)
    assert game.seat == 2
    assert why(game, 0, "lead 6S 9H")["rule"] == "KR5"
    assert why(game, 1, "drop 6D")["text"] == "It is not your turn."
    assert why(game, 2, "lead 6C")["rule"] == "KR12"
    assert game.seat == 2  # nothing was played


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("number", range(2))
def test_the_answer_to_a_seat_is_the_same_whatever_is_hidden_from_it(
    name: str, number: int
) -> None:
    rules, rng = ruleset(name), random.Random(number)
    for state in states(rules, number + 1, every=7):
        for seat in range(rules.seats):
            other = deal_hidden_again(rules, state, seat, rng)
            answers = [
                json.dumps([why(game_at(name, each), seat, text) for text in TEXTS])
                for each in (state, other)
            ]
            assert answers[0] == answers[1], (seat, state.position(), other.position())
