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
        ("lead 7S", "Beat the set on the table, or drop 1 card face down"),
        ("beat AS", "You do not hold AS"),
        ("drop 9S 8D", "Play exactly 1 card: 1 card was led"),
        ("beat 8D", "8D does not beat 7S: only a higher card of spades, or a trump .hearts., does"),
    ],
)
def test_the_error_for_an_illegal_move_says_why(text: str, why: str) -> None:
    state = play(at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0"), "lead 7S")
    with pytest.raises(MoveError, match=why):
        state.parse(text)


def test_the_error_for_an_illegal_lead_or_claim_says_why() -> None:
    with pytest.raises(MoveError, match="Lead cards of one suit: these are clubs and spades"):
        at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0").parse("lead 7S KC")
    with pytest.raises(MoveError, match="You are asked about your molodka first: claim it or pass"):
        at(FOURS).parse("lead 6C")
    with pytest.raises(MoveError, match="molodka takes no cards"):
        at(FOURS).parse("molodka 6C 7C 8C 9C")
    with pytest.raises(MoveError, match="The game is over"):
        play_out(start(Kozel(), 1), 1).parse("lead 6C")
