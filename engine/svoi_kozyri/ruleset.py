"""Svoi Kozyri ("your own trumps"), a duel with open cards (rules.md, section 4).

The game in progress is in ``svoi_kozyri_state.py``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import DECK36, HEARTS, SPADES, SUIT_CARDS, Cards, each, mask, suit
from engine.errors import BadPosition
from engine.options import Option, Value, changed, switch
from engine.randomness import SETUP, Stream
from engine.svoi_kozyri import notation
from engine.svoi_kozyri.notation import Position
from engine.svoi_kozyri.state import SvoiKozyriState

ALL = mask(DECK36)


def mirror_deal(first_half: Cards, trumps: tuple[int, int], deck: Cards = ALL) -> list[Cards]:
    """The two hands that mirror each other under the exchange of the players' suits (SR3).

    Seat 0 keeps the first half's cards of its own suits, which are its trump and the lower of the
    suits that are nobody's; seat 1 gets their twins; each gets the rest of the other's suits.
    """
    sides = [s for s in range(4) if s not in trumps]
    twin = {trumps[0]: trumps[1], sides[0]: sides[1]}
    own = SUIT_CARDS[trumps[0]] | SUIT_CARDS[sides[0]]
    kept = first_half & own
    twins = mask(9 * twin[suit(card)] + card % 9 for card in each(kept))
    return [kept | (deck & ~own & ~twins), twins | (deck & own & ~kept)]


@dataclass(frozen=True)
class SvoiKozyri:
    """The ruleset: one deal of all 36 cards; who runs out of cards first wins."""

    deal: str = "random"
    voluntary_take: bool = False
    trumps: str = "random"
    max_plies: int = 300
    draw_rule: bool = True

    name: ClassVar[str] = "svoi-kozyri"
    seats: ClassVar[int] = 2
    OPTIONS: ClassVar[dict[str, Option]] = {
        "deal": Option("random", ("random", "mirror"), "all cards at random, or mirrored hands"),
        "voluntary_take": switch(False, "taking is allowed also to one who could beat"),
        "trumps": Option("random", ("random", "choose", "fixed"), "drawn, chosen, or S and H"),
        "max_plies": Option(300, range(1, 10_001), "moves after which the game is a draw"),
        "draw_rule": switch(True, "a loser whose one last card beats the top card draws"),
    }

    @property
    def options(self) -> Mapping[str, Value]:
        return changed(self)

    def start(self, seed: bytes) -> SvoiKozyriState:
        """The game that `seed` deals; with ``trumps=choose`` it begins with the two choices."""
        if self.trumps == "choose":
            return self._at(Position((None, None), seed=seed))
        trumps = (SPADES, HEARTS)
        if self.trumps == "random":
            setup = Stream(seed, SETUP)
            first = setup.below(4)
            trumps = (first, [s for s in range(4) if s != first][setup.below(3)])
        first_hand, second_hand = self.hands(seed, trumps)
        return self._at(Position(trumps, (first_hand, second_hand)))

    def hands(self, seed: bytes, trumps: tuple[int, int]) -> list[Cards]:
        """The two hands that `seed` deals to the owners of `trumps`."""
        deck = Stream(seed, 0).shuffle(DECK36)
        if self.deal == "mirror":
            return mirror_deal(mask(deck[:18]), trumps)
        return [mask(deck[0::2]), mask(deck[1::2])]

    def position(self, text: str) -> SvoiKozyriState:
        """The state that a text sets up, with any cards (`svoi_kozyri_position`)."""
        position = notation.read(text)
        if None in position.trumps and self.trumps != "choose":
            raise BadPosition("trumps= names both suits, unless the option trumps=choose is set")
        if position.ply > self.max_plies:
            raise BadPosition(f"ply={position.ply}: the game ends at ply {self.max_plies}")
        return self._at(position)

    def _at(self, position: Position) -> SvoiKozyriState:
        state = SvoiKozyriState(self, position.seed)
        state.set_up(position)
        return state
