"""The real decisions of a finished game, each with what its seat knew then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadRecord, MoveError
from engine.knowledge import knowledge_of
from engine.record import game_seed, ruleset_of
from engine.ruleset import Event, State, View
from strategy.open_cards import NothingHidden


@dataclass(frozen=True)
class Decision:
    """A turn with two legal moves or more. `number` is that of its move in the game, from 0.

    `actions` are the legal ones, `played` is the one that was played. `knowledge` is all that the
    seat had heard (`Ruleset.knowledge`, or NothingHidden), `view` what it saw. `state` has all
    cards open. Knowledge and state change when the next decision is asked for.
    """

    number: int
    seat: int
    played: int
    actions: tuple[int, ...]
    knowledge: Any
    view: View
    state: State[Any]

    def text(self, action: int) -> str:
        """A legal action as the record writes it."""
        return self.state.text(self.state.move(action))


def decisions(record: Mapping[str, Any], index: int) -> Iterator[Decision]:
    """The real decisions of game `index` (from 0) of a record, in order.

    Each seat hears what the referee told it at each of its turns (docs/3-protocol.md). Raises
    BadRecord.
    """
    rules = ruleset_of(record)
    state = rules.start(game_seed(record, index))
    knowledge = [
        knowledge_of(rules, seat) or NothingHidden(seat, state) for seat in range(rules.seats)
    ]
    unheard: list[list[Event]] = [[] for _ in knowledge]
    for number, text in enumerate(record["games"][index]["moves"]):
        seat = state.seat
        try:
            move = state.parse(text)
        except MoveError as error:
            raise BadRecord(f"game {index}, move {number}: {error}") from None
        assert seat is not None, "no move is legal after the end"
        view = state.view(seat)
        knowledge[seat].hear(unheard[seat], view)
        unheard[seat] = []
        actions = tuple(state.actions())
        if len(actions) > 1:
            played = state.action(move)
            yield Decision(number, seat, played, actions, knowledge[seat], view, state)
        _play(state, move, unheard)


def _play(state: State[Any], move: Any, unheard: list[list[Event]]) -> None:
    """Plays the move, and adds what each seat sees of it to what that seat has not heard yet."""
    for seat, events in enumerate(unheard):
        event = state.event(move, seat)
        if event is not None:
            events.append(event)
    deal = state.deal
    state.play(move)
    if state.deal != deal:
        for events in unheard:
            events.append({"deal": state.deal})
