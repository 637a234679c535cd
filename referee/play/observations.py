"""What the referee tells one seat during a game: all that it may know and nothing else."""

from collections.abc import Sequence
from typing import Any

from engine.ruleset import Event, State
from referee.play.protocol import MoveRequest, TurnClock, line


class Observations:
    """The requests to one seat: what it saw since its last request, and what it may know now.

    `game` counts from 1. Two games that look the same to the seat give the same bytes, except for
    the clock. Therefore `turn` counts the requests of this seat only.
    """

    __slots__ = ("_requests", "events", "game", "seat")

    def __init__(self, seat: int, game: int, requests: int = 0) -> None:
        """`requests`: how many the seat has had before, if the game is resumed."""
        self.seat = seat
        self.game = game
        self._requests = requests
        self.events: list[Event] = []

    def request(self, state: State[Any], legal: list[str], bank_ms: int, last_ms: float) -> bytes:
        """The `move` message for this seat, whose turn it is. `legal`: the texts of the moves."""
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
    """Plays the move, and adds what each seat may see of it to its observations."""
    for observations in watching:
        event = state.event(move, observations.seat)
        if event is not None:
            observations.events.append(event)
    deal = state.deal
    state.play(move)
    if state.deal != deal:
        for observations in watching:
            observations.events.append({"deal": state.deal})
