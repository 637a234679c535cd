"""Deals out the cards that a seat cannot see, likely ones more often.

A seat that drops cards while the other side holds the trick parts with low ones, and keeps aces and
trumps; so each hidden place draws its card with a weight by the card and by how the place came to
be. The weights are measured (docs/13a-kozel-bot.md).
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from engine.cards import SUITS
from engine.kozel.options import KozelOptions
from engine.ruleset import View
from strategy.kozel.cards import BEATS, BY_NAME, DECK, points_of, read, to_list
from strategy.kozel.memory import Drop, Memory
from strategy.kozel.weights import DECLINED, DROPPED, HELD

TABLE: Final = 1024  # entries of a table of weighted cards
KEPT: Final = 0.7  # how likely a seat that dropped others still holds a card that all have seen


class Slot(NamedTuple):
    """Hidden cards that a seat dropped, and what to draw them from. `side` took them, or it is 2
    and the turn of the trick in progress."""

    seat: int
    number: int
    table: list[int]
    side: int


class Sample:
    """One way in which the hidden cards may lie. `hands` by seat, `stock` the next card first.

    `points`: by side, those of the finished tricks. `table`: by turn, the cards of the trick.
    `at_stake`: the points of those.
    """

    __slots__ = ("at_stake", "hands", "points", "stock", "table")

    def __init__(
        self, hands: list[int], stock: list[int], points: list[int], table: list[int]
    ) -> None:
        self.hands = hands
        self.stock = stock
        self.points = points
        self.table = table
        self.at_stake = sum([points_of(laid) for laid in table]) if table else 0


class Sampler:
    """Deals the hidden cards of one decision, as often as wanted."""

    def __init__(
        self,
        view: View,
        seat: int,
        memory: Memory,
        options: KozelOptions,
        likely: bool,
        random: Random,
    ) -> None:
        """`likely`: by the weights, else all hidden cards alike."""
        self._random = random
        self._likely = likely
        self._seat = seat
        trump = SUITS.index(view["trump"])
        self.hand = read(view["hand"], trump)
        own_drops = read(view["dropped"], trump)
        seen = self.hand | own_drops
        self._points = [0, 0]
        for side, names in enumerate(view["taken"]):
            cards = read(names, trump)
            seen |= cards
            self._points[side] += points_of(cards)
        self._table: list[int] = []  # by turn
        sizes = list(view["hands"])
        for play in view["table"]:
            cards = 0
            if "drop" not in play:
                cards = read(play.get("lead") or play["beat"], trump)
                seen |= cards
            self._table.append(cards)
        self._stock: int = view["stock"]
        exposed = 1 << BY_NAME[trump][view["exposed"]]
        # Known places.
        self._known = [0, 0, 0, 0]
        self._bottom = 0
        self._exposed = 0
        drops = [drop for drop in memory.drops if drop.seat != seat]
        table = [drop for drop in memory.on_table if drop.seat != seat]
        dropped = [0, 0, 0, 0]
        for drop in drops + table:
            dropped[drop.seat] += drop.number
        self._loose: list[tuple[int, int]] = []  # returned cards that may have been dropped
        for owner, names in view["returned"].items():
            other = int(owner)
            cards = read(names, trump) & ~seen
            if other == seat:
                continue
            room = sizes[other]
            for card in to_list(cards):
                if room and not dropped[other]:
                    self._known[other] |= 1 << card
                    room -= 1
                else:
                    self._loose.append((other, 1 << card))
            seen |= cards
        if not exposed & seen and self._stock:
            drawn = 20 - self._stock
            if options.trump_card == "bottom":
                self._bottom = exposed
                seen |= exposed
            else:
                self._exposed = exposed
                self._exposed_chance = self._stock / (self._stock + 0.75 * drawn)
        self._own_drops(own_drops, memory)
        self.hidden = DECK & ~seen
        # The cards that other seats may hold or draw.
        self.others = self.hidden | self._bottom | sum(self._known)
        for _, card in self._loose:
            self.others |= card
        self._order = [1 << card for card in to_list(self.hidden)]
        self._turns = 0
        self._slots: list[Slot] = []
        tables = [self._weighted(row) for row in DROPPED]
        for drop in drops:
            self._slots.append(Slot(drop.seat, drop.number, tables[drop.when], drop.side))
        for drop in table:
            turn = (drop.seat - view["leader"]) & 3
            self._slots.append(Slot(drop.seat, drop.number, tables[drop.when], 2 + turn))
        self._sizes = sizes
        self._others: list[tuple[int, list[int]]] = []
        for turn in (1, 2, 3):
            other = (seat + turn) & 3
            self._others.append((other, self._held(other, drops + table)))

    def _own_drops(self, dropped: int, memory: Memory) -> None:
        """The points that this seat dropped itself go to the sides that took them."""
        if memory.points is not None:
            self._points = memory.points[:]
            return
        drops = memory.drops
        for drop in drops:
            if drop.seat == self._seat and drop.cards:
                dropped &= ~drop.cards
                self._points[drop.side] += points_of(drop.cards)
        # What was dropped before we came.
        self._points[~self._seat & 1] += points_of(dropped)

    def _held(self, seat: int, drops: Sequence[Drop]) -> list[int]:
        """The weighted cards of another hand."""
        if not self._likely:
            return self._order
        against = sum([drop.when == 0 for drop in drops if drop.seat == seat])
        weights = list(HELD[min(against, len(HELD) - 1)])
        by_card = [weights[card % 9 + (9 if card >= 27 else 0)] for card in range(36)]
        for drop in drops:
            if drop.seat == seat and drop.best and drop.number == 1:
                beating = BEATS[drop.best.bit_length() - 1]
                for card in to_list(beating):
                    by_card[card] *= DECLINED[1 if card >= 27 else 0]
        return self._spread(by_card)

    def _weighted(self, weights: Sequence[float]) -> list[int]:
        if not self._likely:
            return self._order
        return self._spread([weights[card % 9 + (9 if card >= 27 else 0)] for card in range(36)])

    def _spread(self, by_card: Sequence[float]) -> list[int]:
        """A table in which each hidden card stands as often as its weight says, at least once."""
        cards = to_list(self.hidden)
        total = sum([by_card[card] for card in cards]) or 1.0
        table: list[int] = []
        for card in cards:
            table += [1 << card] * max(1, round(TABLE * by_card[card] / total))
        return table

    def sample(self) -> Sample:
        """One more deal of the hidden cards."""
        random = self._random.random
        if self._turns & 15 == 0:
            self._random.shuffle(self._order)
        self._turns += 1
        free = self.hidden
        hands = self._known[:]
        hands[self._seat] = self.hand
        won = self._points[:]
        laid = self._table[:]
        down = [0] * len(self._slots)  # returned cards that lie face down by now
        for other, card in self._loose:
            room = hands[other].bit_count() < self._sizes[other]
            places = [
                place
                for place, slot in enumerate(self._slots)
                if slot.seat == other and down[place].bit_count() < slot.number
            ]
            if places and not (room and random() < KEPT):
                down[places[-1]] |= card
            else:
                hands[other] |= card
        kept = 0
        if self._exposed and random() < self._exposed_chance:
            kept = self._exposed
            free &= ~kept
        for other, table in self._others:
            size = len(table)
            hand = hands[other]
            need = self._sizes[other] - hand.bit_count()
            while need > 0:
                card = table[int(random() * size)]
                if free & card:
                    free ^= card
                    hand |= card
                    need -= 1
            hands[other] = hand
        for place, (_, count, table, side) in enumerate(self._slots):
            cards = down[place]
            count -= cards.bit_count()
            if free.bit_count() <= count:  # the last place takes what is left
                cards |= free
                free = count = 0
            size = len(table)
            while count:
                card = table[int(random() * size)]
                if free & card:
                    free ^= card
                    cards |= card
                    count -= 1
            if side >= 2:
                laid[side - 2] = cards
            else:
                won[side] += points_of(cards)
        free |= kept
        rest = self._stock - 1 if self._bottom else self._stock
        turn = int(random() * len(self._order)) if self._order else 0
        order = self._order[turn:] + self._order[:turn]
        stock = [card for card in order if free & card][:rest]
        if kept and kept not in stock:
            stock[int(random() * len(stock))] = kept
        if self._bottom:
            stock.append(self._bottom)
        return Sample(hands, stock, won, laid)
