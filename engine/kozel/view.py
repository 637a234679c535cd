"""What each seat may know of a series of Kozel (rules.md, section 3)."""

from typing import TYPE_CHECKING, Any, Final

from engine.cards import NAMES, SUITS, names, names_of
from engine.kozel.moves import DROP, VERBS
from engine.ruleset import SPECTATOR, Event, View

if TYPE_CHECKING:
    from engine.kozel.state import KozelState

# Phases. An int compares faster than a word.
WINDOW: Final = 0
LEADING: Final = 1
REPLYING: Final = 2
OVER: Final = 3
PHASES: Final = ("window", "lead", "reply", "over")


def view(state: "KozelState", seat: int | None) -> View:
    everything = seat is None
    phase = state.phase
    if phase == WINDOW and seat is not None and seat != state.seat:
        phase = REPLYING if state.table else LEADING  # the question is secret
    hands = state.hands
    stock = state.stock[state.drawn :]
    hand: Any = None
    dropped: Any = [names(cards) for cards in state.dropped] if everything else None
    if seat is not None and seat != SPECTATOR:
        hand, dropped = names_of(hands[seat]), names(state.dropped[seat])
    view: View = {
        "phase": PHASES[phase],
        "hand": hand,
        "trump": SUITS[state.trump],
        "exposed": NAMES[state.exposed],
        "dealer": state.dealer,
        "leader": state.leader,
        "count": state.count,
        "best": {"seat": state.best_seat, "cards": names(state.best)} if state.best else None,
        "table": _table_as_seen(state, everything),
        "hands": [names_of(cards) if everything else len(cards) for cards in hands],
        "stock": names_of(stock) if everything else len(stock),
        "tricks": state.tricks[:],
        "seen": names(state.seen),
        "dropped": dropped,
        "returned": {
            str(owner): names(cards) for owner, cards in enumerate(state.returned) if cards
        },
        "penalties": state.penalties[:],
        "eggs": state.eggs,
        "deal": state.deal,
    }
    if everything:
        view["points"] = state.points[:]
        view["seat"] = state.seat
    return view


def _table_as_seen(state: "KozelState", everything: bool) -> list[Event]:
    table: list[Event] = []
    for turn, (verb, cards) in enumerate(state.table):
        open_ = everything or verb != DROP
        play: Any = names(cards) if open_ else cards.bit_count()
        table.append({"seat": state.leader + turn & 3, VERBS[verb]: play})
    return table
