"""What one seat is told in the course of a game, and nothing that it may not know."""

from collections.abc import Sequence
from typing import Any

from engine.ruleset import Event, State
from referee.play.protocol import MoveRequest, TurnClock, line


class Observations:
    """The requests to a seat: what it saw happen since its last one, and what it may know now.

    `game` counts from 1. Two games that look alike to the seat give the same bytes, the clock
    aside; so its requests are counted for it alone.
    """

    __slots__ = ("_requests", "events", "game", "seat")

    def __init__(self, seat: int, game: int) -> None:
        self.seat = seat
        self.game = game
        self._requests = 0
        self.events: list[Event] = []

    def request(self, state: State[Any], legal: list[str], bank_ms: int, last_ms: float) -> bytes:
        """The `move` message to this seat, whose turn it is; `legal` as the protocol writes it."""
        self._requests += 1
        message = MoveRequest(
            self.game,
            self._requests,
            self.seat,
            self.events,
            state.view(self.seat),
            legal,
            TurnClock(bank_ms, last_ms),
        )
        request = line(message)
        self.events.clear()
        return request


def play_and_observe(watching: Sequence[Observations], state: State[Any], move: Any) -> None:
    """Plays the move, and lets every seat see of it what it may see."""
    for seat in watching:
        event = state.event(move, seat.seat)
        if event is not None:
            seat.events.append(event)
    deal = state.deal
    state.play(move)
    if state.deal != deal:
        for seat in watching:
            seat.events.append({"deal": state.deal})
