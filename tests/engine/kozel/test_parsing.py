"""Moves of Kozel as texts: which are read, and why the others are not."""

from typing import Any

import pytest

from engine.errors import MoveError
from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from tests.engine.games import play_out, start
from tests.engine.playing import play

FOURS = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH"  # seat 2 holds a molodka


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play 7S", "not a move: 'play 7S'"),
        ("drop 7X", "not a card: '7X'"),
        ("drop 7S 7S", "7S is named twice"),
        ("lead 7S", "write drop or beat"),
        ("beat AS", "AS is not in the hand"),
        ("drop 9S 8D", "a reply has 1 cards here"),
        ("beat 8D", "it does not beat 7S"),
    ],
)
def test_the_error_for_an_illegal_move_says_why(text: str, why: str) -> None:
    state = play(at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0"), "lead 7S")
    with pytest.raises(MoveError, match=why):
        state.parse(text)


def test_the_error_for_an_illegal_lead_or_claim_says_why() -> None:
    with pytest.raises(MoveError, match="a lead is one or more cards of one suit"):
        at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0").parse("lead 7S KC")
    with pytest.raises(MoveError, match="write molodka or pass"):
        at(FOURS).parse("lead 6C")
    with pytest.raises(MoveError, match="molodka takes no cards"):
        at(FOURS).parse("molodka 6C 7C 8C 9C")
    with pytest.raises(MoveError, match="the game is over"):
        play_out(start(Kozel(), 1), 1).parse("lead 6C")
