"""The engine's errors: one base, and different ones for bad syntax and an illegal move."""

import inspect

import pytest

from engine import errors
from engine.errors import BadMove, EngineError, GameNotOver, IllegalMove, MoveError
from engine.rulesets import RULESETS, ruleset

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, BaseException)
]


def test_every_error_is_an_engine_error_and_a_value_error() -> None:
    assert len(KINDS) > 8
    assert all(issubclass(kind, EngineError) for kind in KINDS)
    assert issubclass(EngineError, ValueError)


def test_bad_syntax_and_an_illegal_move_are_different_errors_with_one_base() -> None:
    assert issubclass(BadMove, MoveError)
    assert issubclass(IllegalMove, MoveError)
    assert not issubclass(BadMove, IllegalMove)
    assert not issubclass(IllegalMove, BadMove)


@pytest.mark.parametrize("name", RULESETS)
def test_a_text_that_is_not_a_move_of_any_game_is_refused(name: str) -> None:
    state = ruleset(name).start(bytes(32))
    for text in ("", "hello", "7S", "lead", "card", "beat 7X 8X", "x" * 5000):
        with pytest.raises(MoveError) as refused:
            state.parse(text)
        assert len(str(refused.value)) < 300
    with pytest.raises(BadMove, match="not a move: 'hello'"):
        state.parse("hello")


@pytest.mark.parametrize(
    ("name", "position", "bad", "illegal"),
    [
        (
            "kozel",
            "hands=7S/9S/6H/8D exposed=JH leader=0",
            ["play 7S", "lead 7X", "lead 7S 7S", "pass 7S", "lead 7S "],
            ["lead 8S", "drop 7S", "pass", "molodka", "lead"],
        ),
        (
            "svoi-kozyri",
            "hands=6C7C/9D7D trumps=S/H pile=8D seat=1",
            ["beat", "beat 9D 7X", "beat 9D 7D 6C", "take 9D", "trump X"],
            ["beat 7D 9D", "beat 9D 6C", "lead 9D", "take", "trump S"],
        ),
        (
            "ecarte",
            "hands=KHQHJHAHTH/9D8D7DQCJC turned=QS stock=7S dealer=1",
            ["proposes", "card", "card 7X", "discard KH KH", "discard KH QH JH AH TH 7S"],
            ["accept", "card KH", "card KH king", "discard KH", "discard 9D", "card 9D"],
        ),
    ],
)
def test_each_game_tells_bad_syntax_from_an_illegal_move(
    name: str, position: str, bad: list[str], illegal: list[str]
) -> None:
    state = ruleset(name).position(position)
    for text in bad:
        with pytest.raises(BadMove, match="not a move: "):
            state.parse(text)
    for text in illegal:
        with pytest.raises(IllegalMove, match="is not legal now"):
            state.parse(text)


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_in_progress_has_no_scores(name: str) -> None:
    with pytest.raises(GameNotOver, match="not over"):
        ruleset(name).start(bytes(32)).scores()
