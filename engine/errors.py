"""The errors that the engine raises about what it is given. All of them are an EngineError.

A message says what is wrong, where, and what to write instead. It is short, however long the input.
"""

from typing import NamedTuple


class EngineError(ValueError):
    """The base of every error here."""


class BadCard(EngineError):
    """A text that does not name a card or a suit, or that names a card twice."""


class BadSeed(EngineError):
    """A text that is not a seed: 64 hexadecimal digits."""


class BadOption(EngineError):
    """An unknown ruleset, an unknown option, or a value that the option does not take."""


class BadPosition(EngineError):
    """A position text that does not describe a state of its game."""


class BadRecord(EngineError):
    """A match record that is malformed, or that does not prove what it claims."""


class GameNotOver(EngineError):
    """The scores of a game that is still in progress."""


class MoveError(EngineError):
    """A text or an action that is not a move which may be played now: BadMove, BadAction or
    IllegalMove."""


class BadMove(MoveError):
    """A text that is not a move of the game at all: an unknown verb or card."""


class BadAction(MoveError):
    """A number that is not an action of the ruleset at all, in any state."""


class BadSeat(EngineError):
    """A seat that a game does not have, or that cannot be asked for: a spectator's observation."""

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(seat, seats)
        self._seats = seats
        self._seat = seat

    def __str__(self) -> str:
        return f"not a seat: {str(self._seat)[:80]}; write a number from 0 to {self._seats - 1}"


class BadBuffer(EngineError):
    """A buffer that an observation or a mask does not fit into."""


class BadObservation(EngineError):
    """Events or a view that no game can have shown, or that contradict each other."""


class NoDeal(EngineError):
    """No way to deal the hidden cards has a weight, or a weight is no number from 0 upwards."""


class Reason(NamedTuple):
    """Why a move is illegal: a sentence for its player, and the label of the rule, if it is one.

    The sentence names cards as views do (``TH``). It says nothing that its player does not know.
    """

    text: str
    rule: str | None = None


class IllegalMove(MoveError):
    """A move of the game that is not legal in this state.

    `rule` is the label of the rule that forbids it (``KR6``, docs/2-rules.md), None if a rule is
    not what is wrong: a card that is not in the hand.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(move, reason)
        self.reason = reason.text
        self.rule = reason.rule
        self._move = move

    def __str__(self) -> str:
        return f"{self._move[:80]!r} is not legal now. {self.reason}"
