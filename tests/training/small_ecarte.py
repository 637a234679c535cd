"""Écarté small enough to solve: six cards, hands of two, one card in the stock.

Three tricks are over: the non-dealer has two of them and needs one more, the dealer needs both of
the last two. There may be one exchange of one card, before the last tricks. Chance deals the four
cards of the hands.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card, parse_card, to_mask
from engine.chance import ChanceState
from engine.ecarte.chance import EcarteDealer
from engine.ecarte.moves import Moves
from engine.ecarte.notation import Position
from engine.ecarte.options import EcarteOptions
from engine.ecarte.ruleset import Ecarte
from engine.ecarte.state import EcarteState

TURNED = parse_card("7S")
CARDS = sorted(map(parse_card, ("KS", "9S", "KH", "JH", "8H")))


class SmallState(EcarteState):
    """Discards are numbered by the places of a hand of five; a hand of two has fewer."""

    __slots__ = ()

    def _moves_before_play(self, seat: int) -> Moves:
        places = 1 << len(self.hands[seat])
        return tuple(m for m in super()._moves_before_play(seat) if m >= 0 or ~m < places)

    def actions(self) -> tuple[int, ...]:
        return tuple(sorted(map(self.action, self.legal())))

    def copy(self) -> "SmallState":
        other = super().copy()
        other.__class__ = SmallState
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return small_state_at, self.identity()


class SmallDealer(EcarteDealer):
    def redealt(self, state: EcarteState, hands: Sequence[Sequence[Card]]) -> EcarteState:
        other = super().redealt(state, hands)
        return small_state_at(other.options, other.snapshot())


def small_state_at(options: EcarteOptions, position: Position) -> SmallState:
    state = SmallState(options, position.seed)
    state.set_up(position)
    return state


def small_game() -> ChanceState:
    first, second, *stock = CARDS[0:2], CARDS[2:4], *CARDS[4:]
    position = Position(
        hands=(to_mask(first), to_mask(second)),
        turned=TURNED,
        dealer=1,
        seat=0,
        stock=tuple(stock),
        tricks=(2, 1),
    )
    rules = Ecarte()
    start = small_state_at(rules, replace(position, stop_at_deal=True))
    return ChanceState(SmallDealer(rules), start, stop_at_deal=True, redeal=True)
