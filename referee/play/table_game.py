"""A game at a table as its seats have seen it, restored from its seed and its moves."""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.ruleset import Event, Ruleset, State
from referee.play.clock import NS, Clock
from referee.play.observations import Observations, play_and_observe

GAME = 1  # a table has one game


class PlayedMove(Protocol):
    """A move that was made: its text as in a record, and what its seat's clock was charged."""

    @property
    def seat(self) -> int: ...

    @property
    def text(self) -> str: ...

    @property
    def ms(self) -> float: ...


class TableGame:
    """The state after the moves that it follows, and what each seat saw of them."""

    def __init__(self, ruleset: Ruleset, seed: bytes) -> None:
        self._ruleset = ruleset
        self._seed = seed
        self._restart()

    def follow(self, moves: Sequence[PlayedMove]) -> None:
        """Goes on to the position after these moves. Raises MoveError for one that is not legal."""
        texts = [move.text for move in moves]
        known = len(self._texts)
        if texts[:known] != self._texts:
            # It was asked about a game that then went on otherwise: see SeatBots.ask.
            self._restart()
            known = 0
        for text in texts[known:]:
            play_and_observe(self._watching, self.state, self.state.parse(text))
            self._texts.append(text)

    def events(self, seat: int) -> list[Event]:
        """Everything that the seat has seen since the game began."""
        return self._watching[seat].events

    def _restart(self) -> None:
        self.state: State[Any] = self._ruleset.start(self._seed)
        self._watching = [Observations(seat, GAME) for seat in range(self._ruleset.seats)]
        self._texts: list[str] = []


def bank_left(clock: Clock, charges: Sequence[float]) -> int:
    """What is left of a bank in nanoseconds after turns that were charged these milliseconds."""
    spent = sum(round(max(0.0, ms - clock.move_ms) * NS) for ms in charges)
    return max(0, clock.bank_ms * NS - spent)
