"""What a seat of Kozel knows, and the hidden cards dealt again (docs/2-rules.md, "View").

Hidden are the other hands, what other seats laid face down, and the stock's order. Nobody has to
beat, so what a seat plays never tells which cards it lacks; to claim a molodka is optional too.
What is known for sure:

- face-up cards are out, and a claimed molodka shows its four cards;
- cards that were taken back after a molodka, and an exposed card at the stock's bottom, lie in a
  hand that everybody knows, until they are shown or may have been laid face down;
- with ``trump_card=random`` the exposed card lay in the stock when the cards were dealt, so only a
  seat that has drawn may have it.
"""

from bisect import bisect_right
from itertools import accumulate
from random import Random

from engine.cards import Card, to_list, to_mask
from engine.errors import BadObservation
from engine.knowledge import CARD_OF, impossible, set_of
from engine.kozel.hearing import HAND, NO_SEED, UNKNOWN, KozelHearing
from engine.kozel.moves import BIT, DROP, OVER, WINDOW
from engine.kozel.scoring import POINTS
from engine.kozel.state import KozelState


class KozelKnowledge(KozelHearing):
    """What a seat of Kozel knows.

    Beside what `Knowledge` has: `drops`, what other seats laid face down in this deal's finished
    tricks, in the order of play; `points`, by side, of the cards in its tricks that it knows.

    One's own face-down cards are `out`. A card that everybody saw go to a hand is `held` there
    until that seat lays some, but not all, of its cards face down; then it is `unseen`, but
    `returned` still says that it is the seat's, in hand or face down (by card: seat and trick).
    """

    def _deal(self, rng: Random) -> KozelState:
        """All cards without a special place are shuffled over the hidden places."""
        state = (self._template or self._make_template()).copy()
        random = rng.random
        keys = [random() for _ in range(36)]
        deck = self._pool[:]
        deck.sort(key=keys.__getitem__)
        if self._places:
            self._put_special_cards(deck, rng)
        hands, dropped = state.hands, state.dropped
        points = [*state.points]
        start = 0
        for seat, count, held in self._hands:
            end = start + count
            hand = deck[start:end] + held
            start = end
            hand.sort()
            hands[seat] = hand
        for seat, count, side in self._heaps:
            cards = worth = 0
            for card in deck[start : start + count]:
                cards |= BIT[card]
                worth += POINTS[card]
            start += count
            dropped[seat] |= cards
            points[side] += worth
        for turn, seat, count in self._face_down:
            cards = state.table[turn][1]
            for card in deck[start : start + count]:
                cards |= BIT[card]
                state.trick_points += POINTS[card]
            start += count
            state.table[turn] = (DROP, cards)
            dropped[seat] |= cards
        if self._early:
            start = self._deal_early(state, points, deck, start, rng)
        state.points = (points[0], points[1])
        state.stock = deck[start : start + self._in_stock] + self._last
        for seat in self._may_claim:
            hand = hands[seat]
            if hand[3] - hand[0] < 9 and hand[0] // 9 == hand[3] // 9:
                state.claimants |= 1 << seat
        return state

    def _put_special_cards(self, deck: list[Card], rng: Random) -> None:
        """Puts the cards that cannot lie everywhere into their hidden places.

        Every place of such a card has a weight. Two in one place are drawn again.
        """
        while True:
            drawn = sorted(
                (bisect_right(weights, rng.random() * weights[-1]), card)
                for card, weights in self._places
            )
            if len({place for place, _ in drawn}) == len(drawn):
                break
        for place, card in drawn:
            deck.insert(place, card)

    def _deal_early(
        self, state: KozelState, points: list[int], deck: list[Card], start: int, rng: Random
    ) -> int:
        """Face-down cards of tricks that were not heard: every division of them between the sides
        that the counts allow is equally likely. Adds their `points`, and returns where the rest of
        the deck begins."""
        own = to_list(self._own_early)
        rng.shuffle(own)
        for turn, (seat, verb, _, hidden) in enumerate(self._table):
            if verb == DROP and seat == self.seat and hidden:
                laid = [own.pop() for _ in range(self._count)]
                state.table[turn] = (DROP, to_mask(laid))
                state.trick_points += sum([POINTS[card] for card in laid])
        for seat, count in self._early:
            cards_of_seat = deck[start : start + count]
            start += count
            state.dropped[seat] |= to_mask(cards_of_seat)
            own += cards_of_seat
        first = rng.choices(range(len(own) + 1), self._early_shares)[0]
        rng.shuffle(own)
        for number, card in enumerate(own):
            points[number >= first] += POINTS[card]
        return start

    def _make_template(self) -> KozelState:
        """The state of the seat's view, without the hidden cards, and where these may lie."""
        view = self.view
        assert view is not None, "sample checks it"
        if self._phase == OVER:
            raise BadObservation("the game is over: there are no hidden cards to deal")
        state = KozelState(self.rules, NO_SEED)
        state.stop_at_deal = True
        state.deal = view["deal"]
        state.dealer = view["dealer"]
        state.leader = self._leader
        state.phase = self._phase
        state.seat = (self._leader + len(self._table)) & 3
        if self._phase == WINDOW:
            state.seat = self.seat
        state.hands = [[], [], [], []]
        state.hands[self.seat] = to_list(self.held[self.seat])
        state.stock = []
        state.drawn = 0
        state.exposed = self._exposed
        state.trump = self._exposed // 9
        state.table = [(verb, cards) for _, verb, cards, _ in self._table]
        best = self._expected["best"]
        state.best = set_of(best["cards"], "best") if best else 0
        state.best_seat = self._best_seat
        state.count = self._count
        state.face_up = tuple([CARD_OF[name] for name in self._face_up])
        state.trick_points = self._trick_points
        state.claimants = 0
        state.points = (self.points[0], self.points[1])
        state.tricks = (view["tricks"][0], view["tricks"][1])
        first, second = view["taken"]
        state.taken = (
            tuple([CARD_OF[name] for name in first]),
            tuple([CARD_OF[name] for name in second]),
        )
        state.dropped = [0, 0, 0, 0]
        state.dropped[self.seat] = self._own_dropped
        state.drops = view["drops"][:]
        state.returned = self._back[:]
        state.penalties = (view["penalties"][0], view["penalties"][1])
        state.eggs = view["eggs"]
        self._find_places(state)
        self._template = state
        return state

    def _find_places(self, state: KozelState) -> None:
        """Where hidden cards may lie: in hands, face down, in the stock; or nowhere."""
        bottom = self._bottom and self.stock > 0
        self._last = [self._exposed] if bottom else []
        self._in_stock = self.stock - len(self._last)
        self._may_claim: list[int] = []
        if self.rules.molodka != "off" and self._count < HAND:
            played = [seat for seat, _, _, _ in self._table]
            self._may_claim = [
                seat for seat in range(4) if self.sizes[seat] == HAND and seat not in played
            ]
        # By place: whose it is, since which trick, and how likely it has a card that was drawn.
        places: list[tuple[int, int, float]] = []
        self._hands: list[tuple[int, int, list[Card]]] = []
        now = self._trick + 1
        for seat in self._others:
            held = self.held[seat]
            count = self.sizes[seat] - held.bit_count()
            self._hands.append((seat, count, to_list(held)))
            places += [(seat, now, 1 - self._dealt)] * count
        self._heaps: list[tuple[int, int, int]] = []
        self._face_down: list[tuple[int, int, int]] = []
        self._early: list[tuple[int, int]] = []
        finished = [drop for drop in self.drops if drop.trick >= 0]
        for drop in sorted(finished, key=lambda drop: (drop.seat, drop.side)):
            seat, hidden, known, side, trick, drawn = drop
            state.dropped[seat] |= known
            if self._heaps and self._heaps[-1][0] == seat and self._heaps[-1][2] == side:
                hidden += self._heaps.pop()[1]
            self._heaps.append((seat, hidden, side))
            places += [(seat, trick, drawn)] * drop.hidden
        for turn, (seat, verb, cards, hidden) in enumerate(self._table):
            if verb == DROP and seat != self.seat:
                state.dropped[seat] |= cards
                self._face_down.append((turn, seat, hidden))
                places += [(seat, self._trick, 1 - self._dealt)] * hidden
        for drop in self.drops:
            if drop.trick < 0:
                self._early.append((drop.seat, drop.hidden))
                places += [(drop.seat, drop.trick, drop.drawn)] * drop.hidden
        if self._own_early and not self._early:
            self._early.append((self.seat, 0))
        places += [(UNKNOWN, now, 1.0)] * self._in_stock
        absent = self.unseen.bit_count() - len(places)
        if absent < 0 or any(count < 0 for _, count, _ in self._hands):
            raise BadObservation(
                "view: more cards are hidden than this seat has not seen; pass the view of a move "
                "message as it is"
            )
        places += [(UNKNOWN, now, 1.0)] * absent
        self._pool = to_list(self.unseen)
        self._places: list[tuple[Card, list[float]]] = []
        for card, (seat, trick) in self.returned.items():
            weights = [float(place[0] == seat and place[1] >= trick) for place in places]
            self._add_special(card, weights)
        if self._exposed in self._pool:
            self._add_special(self._exposed, [place[2] for place in places])

    def _add_special(self, card: Card, weights: list[float]) -> None:
        self._pool.remove(card)
        self._places.append((card, list(accumulate(weights))))
        if not self._places[-1][1][-1]:
            raise impossible("view", 1 << card)
