"""Plays moves given as texts, for tests that follow a game from a position."""

from hashlib import sha256
from typing import Any, TypeVar

StateT = TypeVar("StateT", bound=Any)


def seed(number: int) -> bytes:
    """One of many seeds, always the same for a number."""
    return sha256(b"%d" % number).digest()


def play(state: StateT, *texts: str) -> StateT:
    """Plays the moves in turn; returns the same state."""
    for text in texts:
        state.play(state.parse(text))
    return state


def legal(state: Any) -> list[str]:
    """The texts of the legal moves."""
    return [state.text(move) for move in state.legal()]
