"""What a seat of Écarté knows, and the hidden cards dealt again (docs/2-rules.md, "View").

A view of Écarté says all that the seat could have noticed. Hidden are the other hand, its discards
and the stock's order. What the other seat answered tells which cards it did not hold (ER9): it must
win, else follow, and with ``must_trump`` else trump. A king that was announced lies in its hand
until it is played. A king that was not announced tells nothing: to announce is optional (ER8).
"""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from engine.cards import DECK32, NAMES, SUIT_CARDS, Card, Cards, names, to_list, to_mask
from engine.ecarte.course import NOBODY
from engine.ecarte.moves import (
    DISCARDING,
    HAND,
    KINGS,
    OVER,
    PHASES,
    PLAYING,
    PRIORITIES,
    PROPOSING,
    RESPONDING,
    WINNERS,
    Priorities,
    priorities,
)
from engine.ecarte.scoring import KING_POINTS
from engine.ecarte.state import EcarteState
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
from engine.randomness import SEED_BYTES
from engine.ruleset import Event, View

_STOCK: Final = 21  # cards of the stock after a deal
_NO_SEED: Final = bytes(SEED_BYTES)
_PHASE_BY_WORD: Final = {word: phase for phase, word in enumerate(PHASES)}
# By the text of a move: its card, and whether it announces the king.
_PLAYS: Final = {f"card {name}": (card, False) for card, name in enumerate(NAMES)} | {
    f"card {name} king": (card, True) for card, name in enumerate(NAMES)
}
# By the phase and the word: the next phase, and whether the dealer is to act in it.
_WORDS: Final = {
    (PROPOSING, "propose"): (RESPONDING, True),
    (PROPOSING, "stand"): (PLAYING, False),
    (RESPONDING, "accept"): (DISCARDING, False),
    (RESPONDING, "refuse"): (PLAYING, False),
}


class EcarteKnowledge(Knowledge[EcarteState]):
    """What a seat of Écarté knows.

    Beside what `Knowledge` has: `other`, the seat of the opponent; `lacks`, the unseen cards that
    the opponent does not hold for sure; `discards`, how many cards it has exchanged.

    The turned card and one's own discards are `out`; those of the opponent are `unseen`.
    """

    DECK: ClassVar[Cards] = to_mask(DECK32)

    def __init__(self, rules: Any, seat: int, deck: Cards | None = None) -> None:
        super().__init__(rules, seat, deck)
        self.other = 1 - seat
        self._expected: View = {}
        self._template: EcarteState | None = None
        self._begin(0, 0)

    def _begin(self, dealer: int, turned: Card) -> None:
        """Before the first move of a deal."""
        self._dealer = dealer
        self._turned = turned
        self._trump = turned // 9
        self._king = 1 << KINGS[self._trump]
        self._priorities: tuple[Priorities, ...] = (
            priorities(self._trump) if self.rules.must_trump else PRIORITIES
        )
        self._phase = PROPOSING
        self._turn = 1 - dealer
        self._led: Card = NOBODY
        self._own_discards: Cards = 0
        self.sizes = [HAND, HAND]
        self.stock = _STOCK
        self.discards = 0
        self.lacks: Cards = 0
        self.held = [0, 0]
        self.out = 1 << turned
        self.unseen = self.deck & ~self.out

    # What is heard

    def _hear(self, events: Sequence[Event], view: View) -> None:
        first = check_deal_events(events, view)
        if not events and (self.view is None or view != self._expected):
            self._read(view)
            return
        if first or self.view is None:
            self._begin(view["dealer"], CARD_OF[view["turned"]])
            self._expect_play(view)
            self._expected |= {"discarded": [], "proposals": 0, "exchanges": []}
        for event in events[first:]:
            self._follow(event)
        self._settle(view)

    def _expect_play(self, view: View) -> None:
        """A view of this deal is expected, in which no card has been played."""
        check_number(view, "dealer", 0, 1)
        check_number(view, "deal", 0, 2 * self.rules.target - 2)
        if view["phase"] != "over":
            check_numbers(view, "score", 2, self.rules.target - 1)
        score = list(view["score"])
        if view["king"] is not None:
            score[view["king"]] -= KING_POINTS
        self._expected = {
            **view,
            "score": score,
            "exchanges": [list(counts) for counts in view["exchanges"]],
            "led": None,
            "tricks": [0, 0],
            "played": [],
            "king": None,
        }

    def _read(self, view: View) -> None:
        """Begins anew with a view."""
        self._begin(view["dealer"], CARD_OF[view["turned"]])
        self._expect_play(view)
        check_number(view, "stock", 0, _STOCK)
        exchanges = view["exchanges"]
        self.stock = view["stock"]
        self.discards = sum(counts[self.other == self._dealer] or 0 for counts in exchanges)
        self._own_discards = set_of(view["discarded"], "discarded")
        self._phase = _PHASE_BY_WORD[view["phase"]]
        to_discard = self._phase == DISCARDING and exchanges and exchanges[-1][1] is None
        self._turn = self._dealer if self._phase == RESPONDING or to_discard else 1 - self._dealer
        self._take(self._own_discards, "discarded")
        self.out |= self._own_discards
        announced = view["king"]
        for name in view["played"]:
            announces = self._turn == announced and self._expected["king"] is None
            self._play(self._turn, CARD_OF[name], announces)
        self._settle(view)
        if self._phase != OVER:
            self._check_view(view)

    def _take(self, cards: Cards, key: str) -> None:
        """These cards are not unseen any more; nobody else can have them."""
        if cards & ~self.unseen:
            raise impossible(key, cards & ~self.unseen)
        self.unseen &= ~cards

    def _follow(self, event: Event) -> None:
        """One event of this deal."""
        seat = event["seat"]
        if seat != self._turn:
            raise BadObservation(
                f"events, {str(event)[:80]}: it is the turn of seat {self._turn}; pass every event "
                "since the last view that was heard"
            )
        text = event.get("move", "")
        play = _PLAYS.get(text)
        if play is not None and self._phase == PLAYING:
            self._play(seat, play[0], play[1])
        elif (self._phase, text) in _WORDS:
            self._expected["proposals"] += text == "propose"
            self._phase, dealer = _WORDS[self._phase, text]
            self._turn = self._dealer if dealer else 1 - self._dealer
        elif self._phase == DISCARDING and (seat == self.seat) == text.startswith("discard"):
            cards = set_of(text.split()[1:], "discard")
            self._exchange(seat, cards, cards.bit_count() if text else event["discard"])
        else:
            raise BadObservation(
                f"events, {str(event)[:80]}: not in the phase {PHASES[self._phase]!r}; pass every "
                "event since the last view that was heard"
            )

    def _exchange(self, seat: int, cards: Cards, count: int) -> None:
        """`cards` are those of the own seat."""
        self.stock -= count
        exchanges = self._expected["exchanges"]
        if seat == self._dealer:
            exchanges[-1][1] = count
            self._phase = PROPOSING
        else:
            exchanges.append([count, None])
        self._turn = 1 - seat
        if seat == self.other:
            self.discards += count
            return
        self.held[seat] &= ~cards
        self.unseen &= ~cards
        self.out |= cards
        self._own_discards |= cards
        self._expected["discarded"] = names(self._own_discards)

    def _play(self, seat: int, card: Card, announces: bool) -> None:
        bit = 1 << card
        other = self.other
        if not (self.unseen | self.held[seat]) & bit or (seat == other and self.lacks & bit):
            raise impossible("played", bit)
        expected = self._expected
        expected["played"].append(NAMES[card])
        self.out |= bit
        self.unseen &= ~bit
        self.held[seat] &= ~bit
        self.sizes[seat] -= 1
        led = self._led
        if led == NOBODY:
            self._led = card
            expected["led"] = NAMES[card]
            self._turn = 1 - seat
        else:
            if seat == other:
                self._infer(led, card)
            self._led = NOBODY
            expected["led"] = None
            self._turn = taker = seat if (WINNERS[self._trump][led] >> card) & 1 else 1 - seat
            expected["tricks"][taker] += 1
        if announces:
            expected["king"] = seat
            expected["score"][seat] += KING_POINTS
            if seat == other and bit != self._king:
                self._take(self._king, "king")
                self.held[other] = self._king

    def _infer(self, led: Card, card: Card) -> None:
        """What the opponent held no card of, since it answered like this (ER9)."""
        priority = self._priorities[led][card]
        suit = SUIT_CARDS[led // 9]
        if priority == 2:
            self.lacks |= WINNERS[self._trump][led] & suit
        elif priority < 2:
            self.lacks |= suit
            if not priority and self.rules.must_trump:
                self.lacks |= SUIT_CARDS[self._trump]

    def _settle(self, view: View) -> None:
        """Takes the own hand from a view, and compares the rest of it with what is expected."""
        self._template = None
        expected = self._expected
        hand = set_of(view["hand"], "hand")
        if self.held[self.seat] & ~hand:
            raise impossible("hand", self.held[self.seat] & ~hand)
        self._take(hand & ~self.held[self.seat], "hand")
        self.held[self.seat] = hand
        expected["hand"] = view["hand"]
        expected["stock"] = self.stock
        if view["phase"] == "over":
            self._phase = OVER
            return
        expected["phase"] = PHASES[self._phase]
        if view != expected or hand.bit_count() != self.sizes[self.seat]:
            compare(expected, view)
        if self.lacks & self.held[self.other]:
            raise impossible("king", self._king)
        self.lacks &= self.unseen
        self._hidden_hand = self.sizes[self.other] - self.held[self.other].bit_count()
        room = self._hidden_hand + self.discards + self.stock
        if (
            not 0 <= self._hidden_hand <= (self.unseen & ~self.lacks).bit_count()
            or room > self.unseen.bit_count()
        ):
            raise BadObservation(
                "view: more cards are hidden than this seat has not seen; pass the view of a move "
                "message as it is"
            )

    # The hidden cards dealt again

    def _deal(self, rng: Random) -> EcarteState:
        """The cards that the opponent can hold are equally likely in its hand; the others, and what
        is left of these, in any order among its discards and in the stock."""
        state = (self._template or self._make_template()).copy()
        random = rng.random
        could = self._could[:]
        hand = self._surely[:]
        for _ in range(self._hidden_hand):
            place = int(random() * len(could))
            hand.append(could[place])
            last = could.pop()
            if place < len(could):
                could[place] = last
        hand.sort()
        keys = [random() for _ in range(36)]
        could += self._cannot
        could.sort(key=keys.__getitem__)
        other, discards = self.other, self.discards
        state.hands[other] = hand
        if discards:
            state.discarded[other] = to_mask(could[:discards])
        state.stock = could[discards : discards + self.stock]
        if self._first_trick and KINGS[self._trump] in hand:
            state.king_holder = other
        return state

    def _make_template(self) -> EcarteState:
        """The state of the seat's view, without the hidden cards."""
        view = self.view
        assert view is not None, "sample checks it"
        if self._phase == OVER:
            raise BadObservation("the game is over: there are no hidden cards to deal")
        state = EcarteState(self.rules, _NO_SEED)
        state.stop_at_deal = True
        state.deal = view["deal"]
        state.seat = self._turn
        state.points = view["score"][:]
        state.dealer = self._dealer
        state.hands = [[], []]
        state.hands[self.seat] = to_list(self.held[self.seat])
        state.turned = self._turned
        state.trump = self._trump
        state.priorities = self._priorities
        state.stock = []
        state.phase = self._phase
        state.proposals = view["proposals"]
        state.exchanges = tuple((first, second) for first, second in view["exchanges"])
        state.discarded = [0, 0]
        state.discarded[self.seat] = self._own_discards
        state.led = None if self._led == NOBODY else self._led
        state.tricks = view["tricks"][:]
        state.played = [CARD_OF[name] for name in view["played"]]
        state.king = view["king"]
        self._first_trick = self._phase == PLAYING and not any(state.tricks)
        holds_king = self._first_trick and self.held[self.seat] & self._king
        state.king_holder = self.seat if holds_king else NOBODY
        self._surely = to_list(self.held[self.other])
        self._could = to_list(self.unseen & ~self.lacks)
        self._cannot = to_list(self.lacks)
        self._template = state
        return state
