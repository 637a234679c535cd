"""What each seat may know of Svoi Kozyri (docs/2-rules.md, "Svoi Kozyri", "View").

Nothing is hidden once the cards are dealt (SR13). Before that, while trumps are chosen, nobody
knows the deal.
"""

from typing import Any, Protocol

from engine.cards import NAMES, SUITS
from engine.ruleset import SPECTATOR, Event, View
from engine.svoi_kozyri.moves import TAKE_SIZE, TEXT, Move


class Duel(Protocol):
    """What a view reads of a state; `SvoiKozyriState` describes it."""

    seat: int | None
    turn: int
    trumps: tuple[int | None, int | None]
    hands: list[bytes]
    pile: bytes
    ply: int

    def repetition(self) -> int: ...


def view(state: Duel, seat: int | None) -> View:
    """What `seat` sees. None and the SPECTATOR see ``hands`` by seat and ``seat``, which is to act,
    in place of ``hand`` and ``opponent``.

    The phase is ``choose``, ``play`` or ``over``; ``repetition`` is 0 in the first.
    """
    hands = [[NAMES[card] for card in hand] for hand in state.hands]
    pile = [NAMES[card] for card in state.pile[1:]]
    held: dict[str, Any]
    if seat is None or seat == SPECTATOR:
        held = {"hands": hands, "seat": state.seat}
    else:
        held = {"hand": hands[seat], "opponent": hands[1 - seat]}
    phase = "play"
    take = repetition = 0
    trump = state.trumps[state.turn]
    if trump is None:
        phase = "choose"
    else:
        take = min(TAKE_SIZE[trump][state.pile[-1]], len(pile))
        # A position in which a player is out is not counted, but it has occurred.
        repetition = max(state.repetition(), 1)
    if state.seat is None:
        phase = "over"
    return {
        "phase": phase,
        **held,
        "trumps": [None if suit is None else SUITS[suit] for suit in state.trumps],
        "pile": pile,
        "take": take,
        "ply": state.ply,
        "repetition": repetition,
    }


def event(state: Duel, move: Move) -> Event:
    """How every seat sees a move that is about to be played."""
    return {"seat": state.seat, "move": TEXT[move]}
