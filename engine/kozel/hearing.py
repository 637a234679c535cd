"""What a seat of Kozel hears, and what follows from it for sure (docs/2-rules.md, "View").

`KozelKnowledge` describes it; ``knowledge.py`` deals the hidden cards by it.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, ClassVar, Final, NamedTuple

from engine.cards import ALL_CARDS, NAMES, SUIT_CARDS, Card, Cards, names, to_list
from engine.errors import BadObservation
from engine.knowledge import (
    CARD_OF,
    Knowledge,
    check_deal_events,
    check_number,
    check_numbers,
    compare,
    impossible,
    set_of,
)
from engine.kozel.moves import (
    BEAT,
    DROP,
    LEAD,
    LEADING,
    OVER,
    PHASES,
    REPLYING,
    WINDOW,
    Move,
)
from engine.kozel.scoring import POINTS
from engine.kozel.state import KozelState
from engine.randomness import SEED_BYTES
from engine.ruleset import Event, View

_STOCK: Final = 20  # cards of the stock after a deal
HAND: Final = 4
UNKNOWN: Final = -1  # a side or a seat
NO_SEED: Final = bytes(SEED_BYTES)
_VERBS: Final = {"lead": LEAD, "beat": BEAT, "drop": DROP}
# By the text of a move of one card: its verb, and the set, the names and the points of its cards.
_PLAYS: Final = {
    f"{word} {name}": (verb, 1 << card, [name], POINTS[card])
    for word, verb in _VERBS.items()
    for card, name in enumerate(NAMES)
}


class Drop(NamedTuple):
    """Cards that another seat laid face down in a finished trick.

    `known` are those of them that this seat knows, `hidden` is the number of the others. `side`
    took the trick, whose number counts from 0; both are -1 for all tricks before a view with which
    the knowledge began. `drawn`: how likely one of the cards was drawn from the stock, not dealt.
    """

    seat: int
    hidden: int
    known: Cards
    side: int
    trick: int
    drawn: float


def _worth(cards: Cards) -> int:
    """The points of a set of cards."""
    return sum([POINTS[card] for card in to_list(cards)]) if cards else 0


def _shares(view: View, dropped: int) -> list[int]:
    """By the number of dropped cards that side 0 took in finished tricks: in how many ways.

    A side took as many cards as four times what each seat played in its tricks, which is one card
    a trick at least and four at most. If no number agrees with a view, all are taken as possible.
    """
    first, second = (len(taken) for taken in view["taken"])
    tricks = view["tricks"]
    ways = [comb(dropped, count) for count in range(dropped + 1)]
    possible = [
        all(
            cards % 4 == 0 and side_tricks <= cards // 4 <= min(4 * side_tricks, face_up)
            for cards, side_tricks, face_up in (
                (first + count, tricks[0], first),
                (second + dropped - count, tricks[1], second),
            )
        )
        for count in range(dropped + 1)
    ]
    return [way * may for way, may in zip(ways, possible, strict=True)] if any(possible) else ways


class KozelHearing(Knowledge[KozelState]):
    """The part of `KozelKnowledge` that hears."""

    DECK: ClassVar[Cards] = ALL_CARDS

    def __init__(self, rules: Any, seat: int, deck: Cards | None = None) -> None:
        super().__init__(rules, seat, deck)
        self._expected: View = {}
        self._template: KozelState | None = None
        self._others = [other for other in range(4) if other != seat]
        self._begin(0, 0)

    def _begin(self, exposed: Card, leader: int) -> None:
        """Before the first play of a deal."""
        self._exposed = exposed
        self._bottom = self.rules.trump_card == "bottom"
        self._leader = leader
        self._phase = LEADING
        self._trick = 0
        self._dealt = 1.0  # how likely a card of a hand was dealt, and not drawn
        self._count = 0
        self._best_seat = leader
        self._trick_points = 0  # of the cards that this seat knows
        # The plays of the trick: seat, verb, the cards that this seat knows, how many others.
        self._table: list[tuple[int, Move, Cards, int]] = []
        self._face_up: list[str] = []
        self._own_dropped: Cards = 0
        self._own_early: Cards = 0  # own face-down cards of unknown tricks
        self._back: list[Cards] = [0, 0, 0, 0]  # what a view calls returned
        self.sizes = [HAND] * 4
        self.stock = _STOCK
        self.held = [0, 0, 0, 0]
        self.out = 0
        self.unseen = self.deck
        self.points = [0, 0]
        self.drops: list[Drop] = []
        self.returned: dict[Card, tuple[int, int]] = {}
        if self._bottom:
            self.unseen &= ~(1 << exposed)

    # What is heard

    def _hear(self, events: Sequence[Event], view: View) -> None:
        first = check_deal_events(events, view)
        if not events and (self.view is None or view != self._expected):
            self._read(view)
            return
        if first or self.view is None:
            leader = UNKNOWN if view["deal"] else (view["dealer"] + 1) & 3
            self._begin(CARD_OF[view["exposed"]], leader)
            self._expect_trick(view)
            expected = self._expected
            expected["leader"] = leader
            expected["stock"] = _STOCK
            expected["tricks"] = [0, 0]
            expected["taken"] = [[], []]
            expected["drops"] = [0, 0, 0, 0]
            expected["dropped"] = []
            expected["returned"] = {}
        for event in events[first:]:
            self._follow(event)
        self._settle(view)

    def _expect_trick(self, view: View) -> None:
        """A view of this deal is expected, at the beginning of a trick."""
        check_number(view, "dealer", 0, 3)
        check_number(view, "deal", 0, self.rules.max_deals - 1)
        check_number(view, "eggs", 0, self.rules.max_deals)
        if view["phase"] != "over":
            check_numbers(view, "penalties", 2, self.rules.limit - 1)
        self._expected = {
            **view,
            "count": 0,
            "best": None,
            "table": [],
            "hands": self.sizes,
            "tricks": list(view["tricks"]),
            "taken": [list(taken) for taken in view["taken"]],
            "drops": list(view["drops"]),
        }

    def _read(self, view: View) -> None:
        """Begins anew with a view."""
        self._begin(CARD_OF[view["exposed"]], view["leader"])
        check_number(view, "leader", 0, 3)
        check_number(view, "stock", 0, _STOCK)
        check_numbers(view, "hands", 4, HAND)
        check_numbers(view, "drops", 4, len(NAMES))
        check_numbers(view, "tricks", 2, 9)
        table = view["table"]
        self.stock = view["stock"]
        if self._bottom and not self.stock:
            self.unseen |= self.deck & (1 << self._exposed)
        self.sizes = view["hands"][:]
        self._trick = sum(view["tricks"])
        for side, taken in enumerate(view["taken"]):
            cards = set_of(taken, "taken")
            self._take(cards, "taken")
            self.out |= cards
            self.points[side] = _worth(cards)
        self._own_dropped = self._own_early = set_of(view["dropped"], "dropped")
        self._take(self._own_dropped, "dropped")
        self.out |= self._own_dropped
        self._guess_draws(view["drops"])
        self._early_shares = _shares(view, sum(view["drops"]))
        for seat, returned in view["returned"].items():
            self._back[int(seat)] = set_of(returned, "returned")
        self._expect_trick(view)
        for play in table:
            size = play["drop"] if "drop" in play else len(play.get("lead") or play["beat"])
            self.sizes[play["seat"]] += size
        for seat, cards in enumerate(self._back):
            if seat != self.seat:
                self._take(cards, "returned")
                self.held[seat] = cards
                if view["drops"][seat]:
                    self._float(seat, -1)
        for play in table:
            seat = play["seat"]
            if "drop" in play:
                self._drop(seat, play["drop"], 0)
            else:
                verb = "lead" if "lead" in play else "beat"
                cards = set_of(play[verb], "table")
                self._lay(seat, _VERBS[verb], cards, play[verb], _worth(cards))
        self._expected["dropped"] = names(self._own_dropped)
        self._expect_returned()
        self._settle(view)
        if self._phase != OVER:
            self._check_view(view)

    def _guess_draws(self, drops: list[int]) -> None:
        """A view does not say which trick had how many cards: they are taken to be alike."""
        drawn = max(_STOCK - self.stock, 0) / 4
        drawing = min(float(self._trick), drawn)
        share = 0.0
        if drawn and not drawing:
            self._dealt, share = 0.0, 1.0  # set up by hand: nothing is known about the deal
        elif drawing:
            kept = max(1 - drawn / (drawing * HAND), 0.0)
            self._dealt = kept**drawing
            shares = [kept ** min(trick, drawing) for trick in range(self._trick)]
            share = 1 - sum(shares) / self._trick
        for seat in self._others:
            if drops[seat]:
                self.drops.append(Drop(seat, drops[seat], 0, UNKNOWN, -1, share))

    def _take(self, cards: Cards, key: str) -> None:
        """These cards are not unseen any more; nobody else can have them."""
        if cards & ~self.unseen:
            raise impossible(key, cards & ~self.unseen)
        self.unseen &= ~cards

    def _follow(self, event: Event) -> None:
        """One event of this deal."""
        seat = event["seat"]
        if "drop" in event:
            self._drop(seat, event["drop"], 0)
            return
        text = event["move"]
        if text in _PLAYS:
            verb, cards, named, worth = _PLAYS[text]
        elif text == "molodka":
            self._claim(seat, set_of(event["cards"], "molodka"), event["cards"])
            return
        elif text == "pass" and seat == self.seat:
            return
        else:
            word, *named = text.split()
            verb, cards = _VERBS[word], set_of(named, word)
            worth = _worth(cards)
        if verb != DROP:
            self._lay(seat, verb, cards, named, worth)
        elif seat == self.seat:
            self._drop(seat, len(named), cards)
        else:
            raise impossible(text[:80], cards)

    def _not_due(self, seat: int) -> BadObservation:
        turn = (self._leader + len(self._table)) & 3
        return BadObservation(
            f"events: a play of seat {seat} after {len(self._table)} plays of the trick, but it is "
            f"the turn of seat {turn}, with {self._count or 'one to four'} cards; pass every event "
            "since the last view that was heard"
        )

    def _lay(self, seat: int, verb: Move, cards: Cards, named: list[str], worth: int) -> None:
        """A lead or a beat."""
        table, expected = self._table, self._expected
        leader = self._leader
        if seat != (leader + len(table)) & 3 and leader != UNKNOWN:
            raise self._not_due(seat)
        if table:
            if verb != BEAT or len(named) != self._count:
                raise self._not_due(seat)
            expected["table"].append({"seat": seat, "beat": named})
        else:
            if verb != LEAD:
                raise self._not_due(seat)
            self._count = expected["count"] = len(named)
            self._leader = expected["leader"] = seat
            expected["table"] = [{"seat": seat, "lead": named}]
        expected["best"] = {"seat": seat, "cards": named}
        held = self.held
        if cards & ~(self.unseen | held[seat]):
            raise impossible("events", cards & ~(self.unseen | held[seat]))
        held[seat] &= ~cards
        self.unseen &= ~cards
        self.out |= cards
        if self._back[seat] or self.returned:
            self._show_returned(seat, cards)
        self._trick_points += worth
        self._face_up += named
        self._best_seat = seat
        self.sizes[seat] -= len(named)
        table.append((seat, verb, cards, 0))
        if len(table) == 4:
            self._end_trick()

    def _drop(self, seat: int, count: int, cards: Cards) -> None:
        """`cards` are those of the own seat, 0 if it is not known which they were."""
        table = self._table
        if count != self._count or not table or seat != (self._leader + len(table)) & 3:
            raise self._not_due(seat)
        if seat == self.seat:
            cards = self._drop_own(cards, count)
        elif self.held[seat]:
            cards = self._drop_held(seat, count)
        self._expected["table"].append({"seat": seat, "drop": count})
        self.sizes[seat] -= count
        table.append((seat, DROP, cards, count - cards.bit_count()))
        if len(table) == 4:
            self._end_trick()

    def _drop_own(self, cards: Cards, count: int) -> Cards:
        """Returns the cards, 0 if it is not known which they were."""
        seat = self.seat
        if cards & ~(self.unseen | self.held[seat]):
            raise impossible("events", cards & ~(self.unseen | self.held[seat]))
        if not cards and self._own_early.bit_count() == count:
            cards = self._own_early
            self._own_early = 0
        self.held[seat] &= ~cards
        self.unseen &= ~cards
        self.out |= cards
        self._own_dropped |= cards
        self._trick_points += _worth(cards)
        self._expected["dropped"] = names(self._own_dropped)
        return cards

    def _drop_held(self, seat: int, count: int) -> Cards:
        """Another seat that holds known cards drops some cards. Returns the known ones."""
        cards = 0
        if count == self.sizes[seat]:
            cards = self.held[seat]
            self.held[seat] = 0
            self.out |= cards
            self._trick_points += _worth(cards)
        else:
            self._float(seat, self._trick)
        return cards

    def _float(self, seat: int, trick: int) -> None:
        """The cards held by a seat may lie face down since this trick."""
        for card in to_list(self.held[seat]):
            self.returned[card] = (seat, trick)
        self.unseen |= self.held[seat]
        self.held[seat] = 0

    def _show_returned(self, seat: int, cards: Cards) -> None:
        """Cards that were seen before are seen again, in the hand that has them."""
        for card in to_list(cards):
            if self.returned.pop(card, (seat, 0))[0] != seat:
                raise impossible("events", 1 << card)
        if self._back[seat] & cards:
            self._back[seat] &= ~cards
            self._expect_returned()

    def _expect_returned(self) -> None:
        self._expected["returned"] = {
            str(seat): names(cards) for seat, cards in enumerate(self._back) if cards
        }

    def _end_trick(self) -> None:
        expected = self._expected
        taker = self._best_seat
        side = taker & 1
        self.points[side] += self._trick_points
        expected["tricks"][side] += 1
        expected["taken"][side] += self._face_up
        for seat, verb, cards, hidden in self._table:
            if verb == DROP:
                expected["drops"][seat] += self._count
                if seat != self.seat:
                    drop = Drop(seat, hidden, cards, side, self._trick, 1 - self._dealt)
                    self.drops.append(drop)
        if self.stock:
            self._draw(taker)
        self._trick += 1
        self._begin_trick(taker)

    def _begin_trick(self, leader: int) -> None:
        expected = self._expected
        self._table = []
        self._face_up = []
        self._trick_points = 0
        self._count = expected["count"] = 0
        self._leader = self._best_seat = expected["leader"] = leader
        expected["best"] = None
        expected["table"] = []

    def _draw(self, taker: int) -> None:
        """KR15: one card each in rotation, the taker first."""
        size = self.sizes[0]
        drawn = min(self._count, self.stock // 4)
        self.sizes[:] = [size + drawn] * 4
        self.stock -= 4 * drawn
        self._expected["stock"] = self.stock
        self._dealt *= size / (size + drawn)
        if self._bottom and not self.stock:
            last = (taker + 3) & 3
            self.held[last] |= 1 << self._exposed
            self._back[last] |= 1 << self._exposed
            self._expect_returned()

    def _claim(self, seat: int, cards: Cards, named: list[str]) -> None:
        """KR13: the laid cards go back, and the claimant leads all four."""
        one_suit = any(not cards & ~suit for suit in SUIT_CARDS)
        if cards.bit_count() != HAND or self.sizes[seat] != HAND or not one_suit:
            raise impossible("molodka", cards)
        own = self.seat
        for other, verb, laid, _ in self._table:
            self.sizes[other] += self._count
            if verb != DROP:
                self._back[other] |= laid
            elif other == own:
                self._own_dropped &= ~laid
                self._expected["dropped"] = names(self._own_dropped)
            if verb != DROP or other == own:
                self.out &= ~laid
                self.held[other] |= laid
        for card, (other, trick) in list(self.returned.items()):
            if trick == self._trick:
                del self.returned[card]
                self.held[other] |= 1 << card
                self.unseen &= ~(1 << card)
        self._begin_trick(seat)
        self._lay(seat, LEAD, cards, named, _worth(cards))
        self._expect_returned()

    def _settle(self, view: View) -> None:
        """Takes the own hand from a view, and compares the rest of it with what is expected."""
        self._template = None
        expected = self._expected
        own = self.held[self.seat]
        hand = set_of(view["hand"], "hand")
        if hand != own:
            if own & ~hand:
                raise impossible("hand", own & ~hand)
            self._take(hand & ~own, "hand")
            self.held[self.seat] = hand
            for card in list(self.returned) if self.returned else ():
                if (hand >> card) & 1:
                    del self.returned[card]
        expected["hand"] = view["hand"]
        phase = view["phase"]
        if phase == "over":
            self._phase = OVER
            return
        if self._leader == UNKNOWN:
            self._leader = self._best_seat = expected["leader"] = view["leader"]
        self._phase = REPLYING if self._table else LEADING
        if phase == "window":
            self._check_window(hand)
            self._phase = WINDOW
        expected["phase"] = PHASES[self._phase]
        if view != expected or hand.bit_count() != self.sizes[self.seat]:
            compare(expected, view)

    def _check_window(self, hand: Cards) -> None:
        """Only who may claim a molodka is asked about it (KR12)."""
        cards = to_list(hand)
        played = any(seat == self.seat for seat, _, _, _ in self._table)
        if (
            self.rules.molodka != "windows"
            or len(cards) != HAND
            or cards[0] // 9 != cards[3] // 9
            or played
            or self._count == HAND
        ):
            raise BadObservation(
                "view, 'phase': this seat cannot be asked about a molodka; pass the view of a move "
                "message as it is"
            )
