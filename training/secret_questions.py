"""Whom an environment asks, so that nobody's turn betrays a hand.

In Kozel a seat with four cards of one suit is asked in secret whether it claims a molodka (KR12).
Where everyone sees whose turn it is, the question itself would tell that a seat has such a hand.
So every seat is asked that might hold one by what all know, and a seat that holds none can only
pass.
"""

from typing import Any

from engine.errors import IllegalMove, Reason
from engine.kozel.moves import MOLODKA, PASS
from engine.kozel.state import KozelState
from engine.ruleset import Moves, State

_CARDS_OF_A_MOLODKA = 4


def seats_to_ask(state: State[Any]) -> tuple[int, ...]:
    """The seats to ask before the next card is played, in the order in which the rules ask them.

    None in games without secret questions. It depends on nothing that is hidden from anyone.
    """
    if not isinstance(state, KozelState) or state.seat is None:
        return ()
    if state.options.molodka != "windows" or state.count == _CARDS_OF_A_MOLODKA:
        return ()  # a four led in turn closes the windows (KR14)
    still_to_play = ((state.leader + turn) & 3 for turn in range(len(state.table), 4))
    return tuple(seat for seat in still_to_play if len(state.hands[seat]) == _CARDS_OF_A_MOLODKA)


class Turns:
    """Whose turn it is in a game with secret questions, as everyone may see it.

    `seat` is the seat to act, None at the end. `state` is the game itself; play through `play`.
    """

    def __init__(self, state: State[Any]) -> None:
        self.state = state
        self._to_ask: list[int] = []
        self._ask()

    @property
    def seat(self) -> int | None:
        return self._to_ask[0] if self._to_ask else self.state.seat

    @property
    def only_pass(self) -> bool:
        """Whether the seat is asked for secrecy alone: it has no molodka, and can only pass."""
        return bool(self._to_ask) and not self._is_asked(self._to_ask[0])

    def legal(self) -> Moves[Any]:
        """The legal moves of the seat to act."""
        return (PASS,) if self.only_pass else self.state.legal()

    def move_of_output(self, output: Any) -> Any:
        """As `State.move_of_output`: raises BadAction and IllegalMove."""
        if not self.only_pass:
            return self.state.move_of_output(output)
        if output != self.pass_output:
            raise IllegalMove(f"output {str(output)[:40]}", Reason("You can only pass.", "KR12"))
        return PASS

    @property
    def pass_output(self) -> int:
        """The output of the only move where `only_pass`."""
        return self.state.output(PASS)

    def play(self, move: Any) -> None:
        """Plays a move that `legal` offers."""
        if not self._to_ask:
            self.state.play(move)
            self._ask()
            return
        if self._is_asked(self._to_ask.pop(0)):
            self.state.play(move)
        if move == MOLODKA:
            self._ask()

    def _ask(self) -> None:
        self._to_ask = list(seats_to_ask(self.state))

    def _is_asked(self, seat: int) -> bool:
        return isinstance(self.state, KozelState) and self.state.asking and self.state.seat == seat
