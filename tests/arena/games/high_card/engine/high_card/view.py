"""What each seat may know of a game of High Card. Hidden: the other hand and the stock."""

from typing import Any, Protocol

from engine.cards import NAMES, Card, names_in_order
from engine.ruleset import SPECTATOR, View


class Game(Protocol):
    """What a view reads of a state."""

    seat: int | None
    hands: list[list[Card]]
    stock: list[Card]
    tricks: list[int]
    played: list[Card]

    @property
    def led(self) -> Card | None: ...


def view(state: Game, seat: int | None) -> View:
    """What `seat` may know; everything for None."""
    shown: dict[str, Any]
    if seat is None:
        shown = {
            "hands": [names_in_order(hand) for hand in state.hands],
            "seat": state.seat,
            "stock": names_in_order(state.stock),
        }
    else:
        hand = None if seat == SPECTATOR else names_in_order(state.hands[seat])
        shown = {"hand": hand, "stock": len(state.stock)}
    return {
        "phase": "over" if state.seat is None else "card",
        **shown,
        "led": None if state.led is None else NAMES[state.led],
        "tricks": state.tricks[:],
        "played": names_in_order(state.played),
    }
