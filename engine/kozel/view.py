"""What each seat may know of a game of Kozel (docs/2-rules.md, "Kozel", "View").

Hidden from a seat: the other hands, the cards that other seats dropped, the order of the stock, the
points of a deal in progress, and who was asked about a molodka (KR4, KR9, KR10, KR12).
"""

from typing import Any, Protocol

from engine.cards import NAMES, SUITS, Card, Cards, names, names_in_order
from engine.kozel.moves import (
    BEAT,
    DROP,
    LEADING,
    MOLODKA,
    PASS,
    PHASES,
    REPLYING,
    VERBS,
    WINDOW,
    Hand,
    Move,
)
from engine.ruleset import SPECTATOR, Event, View


class Series(Protocol):
    """What a view reads of a state; `KozelState` describes it."""

    seat: int | None
    deal: int
    phase: int
    dealer: int
    leader: int
    hands: list[Hand]
    stock: list[Card]
    drawn: int
    exposed: Card
    trump: int
    table: list[tuple[Move, Cards]]
    best: Cards
    best_seat: int
    count: int
    points: tuple[int, int]
    tricks: tuple[int, int]
    taken: tuple[tuple[Card, ...], tuple[Card, ...]]
    dropped: list[Cards]
    drops: list[int]
    returned: list[Cards]
    penalties: tuple[int, int]
    eggs: int

    def text(self, move: Move) -> str: ...


def view(state: Series, seat: int | None) -> View:
    """What `seat` may know; everything for None."""
    everything = seat is None
    phase = state.phase
    if phase == WINDOW and seat is not None and seat != state.seat:
        phase = REPLYING if state.table else LEADING  # the question is secret
    hands = state.hands
    stock = state.stock[state.drawn :]
    hand: Any = None
    dropped: Any = [names(cards) for cards in state.dropped] if everything else None
    if seat is not None and seat != SPECTATOR:
        hand, dropped = names_in_order(hands[seat]), names(state.dropped[seat])
    view: View = {
        "phase": PHASES[phase],
        "hand": hand,
        "trump": SUITS[state.trump],
        "exposed": NAMES[state.exposed],
        "dealer": state.dealer,
        "leader": state.leader,
        "count": state.count,
        "best": {"seat": state.best_seat, "cards": names(state.best)} if state.best else None,
        "table": _table(state, everything),
        "hands": [names_in_order(cards) if everything else len(cards) for cards in hands],
        "stock": names_in_order(stock) if everything else len(stock),
        "tricks": [*state.tricks],
        "taken": [names_in_order(cards) for cards in state.taken],
        "drops": state.drops[:],
        "dropped": dropped,
        "returned": {
            str(owner): names(cards) for owner, cards in enumerate(state.returned) if cards
        },
        "penalties": [*state.penalties],
        "eggs": state.eggs,
        "deal": state.deal,
    }
    if everything:
        view["points"] = [*state.points]
        view["seat"] = state.seat
    return view


def _table(state: Series, everything: bool) -> list[Event]:
    """The plays of the trick. A drop shows only its number of cards."""
    table: list[Event] = []
    for turn, (verb, cards) in enumerate(state.table):
        face_up = everything or verb != DROP
        play: Any = names(cards) if face_up else cards.bit_count()
        table.append({"seat": (state.leader + turn) & 3, VERBS[verb]: play})
    return table


def event(state: Series, move: Move, seat: int) -> Event | None:
    """How `seat` sees a move that is about to be played; None for a pass that is not its own."""
    mover = state.seat
    assert mover is not None, "the game is over"
    if move == MOLODKA:
        return {"seat": mover, "move": "molodka", "cards": names_in_order(state.hands[mover])}
    if seat != mover:
        if move == PASS:
            return None
        if move < BEAT:
            return {"seat": mover, "drop": move.bit_count()}
    return {"seat": mover, "move": state.text(move)}
