"""What each seat may know of a game of Écarté (docs/2-rules.md, "Écarté", "View").

Hidden from a seat: the other hand, its discards, and the stock's cards (ER5, ER7).
"""

from typing import Any, Protocol

from engine.cards import NAMES, SUITS, Card, Cards, names, names_in_order
from engine.ecarte.moves import PHASES, Move
from engine.ecarte.notation import Exchanges
from engine.ruleset import SPECTATOR, Event, View


class EcarteGame(Protocol):
    """What a view reads of a state; `EcarteState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    points: list[int]
    hands: list[list[Card]]
    turned: Card
    trump: int
    stock: list[Card]
    proposals: int
    exchanges: Exchanges
    discarded: list[Cards]
    led: Card | None
    tricks: list[int]
    played: list[Card]
    king: int | None

    def text(self, move: Move) -> str: ...


def view(state: EcarteGame, seat: int | None) -> View:
    """What `seat` may know; everything for None."""
    shown: dict[str, Any]
    if seat is None:
        shown = {
            "hands": [names_in_order(hand) for hand in state.hands],
            "seat": state.seat,
            "stock": names_in_order(state.stock),
            "discarded": [names(cards) for cards in state.discarded],
        }
    elif seat == SPECTATOR:
        shown = {"hand": None, "stock": len(state.stock), "discarded": None}
    else:
        shown = {
            "hand": names_in_order(state.hands[seat]),
            "stock": len(state.stock),
            "discarded": names(state.discarded[seat]),
        }
    return {
        "phase": PHASES[state.phase],
        **shown,
        "turned": NAMES[state.turned],
        "trump": SUITS[state.trump],
        "dealer": state.dealer,
        "score": state.points[:],
        "proposals": state.proposals,
        "exchanges": [list(counts) for counts in state.exchanges],
        "led": None if state.led is None else NAMES[state.led],
        "tricks": state.tricks[:],
        "played": names_in_order(state.played),
        "king": state.king,
        "deal": state.deal,
    }


def event(state: EcarteGame, move: Move, seat: int) -> Event:
    """How `seat` sees a move: of the other seat's discard, only how many cards it was."""
    if move < 0 and seat != state.seat:
        return {"seat": state.seat, "discard": (~move).bit_count()}
    return {"seat": state.seat, "move": state.text(move)}
