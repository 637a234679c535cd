"""A series of Kozel in progress: the deal, the trick, the molodka, and who sees what."""

from bisect import insort
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.cards import DECK36, Cards, listed, mask, names, names_of, parse_cards
from engine.errors import BadCard, IllegalMove
from engine.kozel import notation, view
from engine.kozel.moves import (
    ALONE,
    BEAT,
    DROP,
    HIGHER,
    LEAD,
    MOLODKA,
    PASS,
    PLACE,
    PLACES,
    PLACES_OF,
    REPLIES_TO_ONE,
    VALUES,
    VERBS,
    WRITTEN,
    Hand,
    Move,
    Moves,
    chosen,
    leads,
    penalty,
    places,
    replies,
    written,
)
from engine.kozel.view import LEADING, OVER, REPLYING, WINDOW
from engine.randomness import Stream
from engine.ruleset import Event, View

if TYPE_CHECKING:
    from engine.kozel.ruleset import Kozel

_VERBS: Final = {word: verb for verb, word in VERBS.items()}
_WINDOW_MOVES: Final = (MOLODKA, PASS)


class KozelState:
    """A series in progress.

    Lists go by seat (`hands`, `dropped`) or by side (`points`, `tricks`, `penalties`). A hand is a
    list in deck order; other sets of cards are bit masks. Of `stock`, top first, `drawn` cards are
    gone. `table` holds the trick, each play as its verb and its cards, the leader's first; `up` are
    its cards that lie face up, `worth` the points of all. `holders` has a bit for each seat that
    may still claim a molodka in this trick. `points` is known to nobody at the table (KR10).
    """

    __slots__ = (
        "best",
        "best_seat",
        "count",
        "deal",
        "dealer",
        "drawn",
        "dropped",
        "eggs",
        "exposed",
        "hands",
        "holders",
        "leader",
        "penalties",
        "phase",
        "points",
        "returned",
        "rules",
        "seat",
        "seed",
        "seen",
        "stock",
        "table",
        "tricks",
        "trump",
        "up",
        "worth",
    )

    def __init__(self, rules: "Kozel", seed: bytes, dealer: int) -> None:
        self.rules = rules
        self.seed = seed
        self.dealer = dealer
        self.leader = dealer
        self.deal = 0
        self.penalties = [0, 0]
        self.eggs = 0
        self.seat: int | None = None
        self.phase = OVER

    @property
    def asking(self) -> bool:
        """Whether `seat` is asked about a molodka, in secret."""
        return self.phase == WINDOW

    def begin_deal(self) -> None:
        """Deals number `self.deal`; `self.leader` leads."""
        stream = Stream(self.seed, self.deal)
        deck = stream.shuffle(DECK36)
        first = 3 - self.dealer  # seat 0 gets this card and every fourth one after it
        self.hands: list[Hand] = [sorted(deck[first + seat & 3 : 16 : 4]) for seat in range(4)]
        self.stock = deck[16:]
        # This is the stream's last draw, so the option changes nothing else of the deal.
        place = 19 if self.rules.trump_card == "bottom" else stream.below(20)
        self.exposed = self.stock[place]
        self.trump = self.exposed // 9
        self.drawn = 0
        self.points = [0, 0]
        self.tricks = [0, 0]
        self.seen = 0
        self.dropped = [0, 0, 0, 0]
        self.returned = [0, 0, 0, 0]
        self.begin_trick()

    def end(self) -> None:
        """The series is over."""
        self._clear_table()
        self.seat = None
        self.phase = OVER

    def begin_trick(self) -> None:
        """`self.leader` is to lead; whoever holds a molodka is asked before."""
        self._clear_table()
        if len(self.hands[0]) == 4 and self.rules.molodka != "off":
            for seat, hand in enumerate(self.hands):
                if hand[3] - hand[0] < 9 and hand[0] // 9 == hand[3] // 9:  # KR11
                    self.holders |= 1 << seat
            if self.holders:
                self._go_on()
                return
        self.seat = self.leader
        self.phase = LEADING

    def _clear_table(self) -> None:
        self.table: list[tuple[Move, Cards]] = []
        self.best = self.count = self.up = self.worth = self.holders = 0
        self.best_seat = self.leader

    def _go_on(self) -> None:
        """Before the lead, and after a play that others follow: windows first, then the next."""
        if self.holders and self.rules.molodka == "windows":
            self._ask(0)
        else:
            self._to_play()

    def _ask(self, turn: int) -> None:
        """Asks the first holder from `turn` seats after the leader on (KR12)."""
        for later in range(turn, 4):
            seat = self.leader + later & 3
            if self.holders >> seat & 1:
                self.seat = seat
                self.phase = WINDOW
                return
        self._to_play()

    def _to_play(self) -> None:
        self.seat = self.leader + len(self.table) & 3
        self.phase = REPLYING if self.table else LEADING

    def _claim(self, seat: int) -> None:
        """KR13: the laid cards go back, the claimant leads all four."""
        for turn, (verb, cards) in enumerate(self.table):
            other = self.leader + turn & 3
            self.hands[other] = sorted(self.hands[other] + listed(cards))
            if verb == DROP:
                self.dropped[other] ^= cards
            else:
                self.returned[other] |= cards
        self.seat = self.leader = seat
        self._clear_table()
        self.play(LEAD | PLACES)

    def _end_trick(self) -> None:
        """KR9, K29 to K35: the taker's side gets all cards, all draw, the taker leads."""
        taker = self.best_seat
        self.points[taker & 1] += self.worth
        self.tricks[taker & 1] += 1
        self.seen |= self.up
        self.leader = taker
        if self.drawn < len(self.stock):
            self._draw(taker)
        if self.hands[0]:
            self.begin_trick()
        else:
            self._end_deal()

    def _draw(self, taker: int) -> None:
        """KR15: one card each in rotation."""
        hands, drawn = self.hands, self.drawn
        cards = self.stock[drawn : drawn + 4 * self.count]
        self.drawn = drawn + len(cards)
        seat = taker
        for card in cards:
            insort(hands[seat], card)
            seat = seat + 1 & 3
        if self.drawn == len(self.stock) and self.rules.trump_card == "bottom":
            self.returned[taker + 3 & 3] |= 1 << self.exposed  # everybody saw who drew it

    def _end_deal(self) -> None:
        """KR16 to KR20."""
        points, penalties = self.points, self.penalties
        if points[0] == points[1]:
            self.eggs += 1
        else:
            loser = 0 if points[0] < points[1] else 1
            penalties[loser] += penalty(points[loser], self.tricks[loser])
        if max(penalties) >= self.rules.limit or self.deal + 1 >= self.rules.max_deals:
            self.end()
            return
        self.deal += 1
        self.dealer = self.dealer + 1 & 3  # KR2
        self.begin_deal()

    # Moves

    def legal(self) -> Moves:
        seat, phase = self.seat, self.phase
        if seat is None:
            return ()
        if phase == REPLYING:
            hand, best = self.hands[seat], self.best
            if self.count == 1:  # so it is in most tricks; the mark's loop is that of `replies`
                higher = HIGHER[self.trump][best.bit_length() - 1]
                mark = 1
                for card in hand:
                    mark += mark + higher[card]
                moves = REPLIES_TO_ONE[mark]
            else:
                moves = replies(hand, best, self.trump)
            # With windows, a holder has already been asked, and has passed.
            if self.holders and self.holders >> seat & 1 and self.rules.molodka == "own_turn":
                return (MOLODKA, *moves)
            return moves
        if phase == LEADING:
            return leads(self.hands[seat])
        return _WINDOW_MOVES

    def play(self, move: Move) -> None:
        seat = self.seat
        assert seat is not None, "the game is over"
        hand = self.hands[seat]
        place = PLACE[move]
        if place >= 0:  # nearly always
            card = hand.pop(place)
            cards = ALONE[card]
            self.worth += VALUES[card]
        elif move == PASS:
            self._ask((seat - self.leader & 3) + 1)
            return
        elif move == MOLODKA:
            self._claim(seat)
            return
        else:
            cards = 0
            for place in PLACES_OF[move]:
                card = hand.pop(place)
                cards |= ALONE[card]
                self.worth += VALUES[card]
        if move < BEAT:
            self.table.append((DROP, cards))
            self.dropped[seat] |= cards
        else:
            self.table.append((move & ~PLACES, cards))
            self.best = cards
            self.best_seat = seat
            self.up |= cards
            if self.returned[seat]:
                self.returned[seat] &= ~cards
            if move >= LEAD:
                self.count = cards.bit_count()
                self.phase = REPLYING
        following = seat + 1 & 3
        if following == self.leader:
            self._end_trick()
        elif self.holders:
            # Whoever has played is out; a four led in turn closes the windows (KR14).
            self.holders = 0 if self.count == 4 else self.holders & ~(1 << seat)
            self._go_on()
        else:
            self.seat = following

    def text(self, move: Move) -> str:
        return self.texts((move,))[0]

    def texts(self, moves: Iterable[Move]) -> list[str]:
        assert self.seat is not None, "the game is over"
        hand = self.hands[self.seat]
        return [
            WRITTEN[move & ~PLACES][hand[place]]
            if (place := PLACE[move]) >= 0
            else written(move & ~PLACES, chosen(hand, move))
            for move in moves
        ]

    def parse(self, text: str) -> Move:
        word, *words = text.split(" ")
        try:
            verb: Move = _VERBS[word]
            cards = parse_cards(words)
        except KeyError:
            raise IllegalMove(
                f"{word[:80]!r} is no move of Kozel: write lead, beat, drop, molodka or pass"
            ) from None
        except BadCard as error:
            raise IllegalMove(f"{text[:80]!r}: {error}") from None
        move = self.move(verb, cards)
        if move not in self.legal():
            raise IllegalMove(f"{text[:80]!r} is not legal here{self._why(verb, cards)}")
        return move

    def move(self, verb: Move, cards: Cards) -> Move:
        """The move with these cards, legal or not; -1 if they are not in the hand."""
        hand = [] if self.seat is None else self.hands[self.seat]
        where = places(hand, cards)
        return verb | where if where.bit_count() == cards.bit_count() else -1

    def _why(self, verb: Move, cards: Cards) -> str:
        """What is wrong with a move that is not legal, from what its player knows."""
        if self.seat is None:
            return ": the game is over"
        possible = {legal & ~PLACES for legal in self.legal()}
        if verb not in possible:
            return f": now it is {' or '.join(VERBS[verb] for verb in sorted(possible))}"
        if verb > LEAD:
            return f": {VERBS[verb]} names no cards"
        if foreign := cards & ~mask(self.hands[self.seat]):
            return f": {names(foreign)[0]} is not in the hand"
        if self.phase == LEADING:
            return ": a lead is one or more cards of one suit"
        if cards.bit_count() != self.count:
            return f": a reply has {self.count} cards here"
        return f": it does not beat {' '.join(names(self.best))}"

    def event(self, move: Move, seat: int) -> Event | None:
        mover = self.seat
        assert mover is not None, "the game is over"
        if move == MOLODKA:
            return {"seat": mover, "move": "molodka", "cards": names_of(self.hands[mover])}
        if seat != mover:
            if move == PASS:
                return None
            if move < BEAT:
                return {"seat": mover, "drop": move.bit_count()}
        return {"seat": mover, "move": self.text(move)}

    # What is known

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def scores(self) -> tuple[float, float]:
        if self.seat is not None:
            raise ValueError("the game is not over: it has no scores yet")
        limit = self.rules.limit
        if self.penalties[0] >= limit:
            return (0.0, 1.0)
        if self.penalties[1] >= limit:
            return (1.0, 0.0)
        return (0.5, 0.5)

    # Copies and positions

    def copy(self) -> "KozelState":
        other = KozelState(self.rules, self.seed, self.dealer)
        other.deal = self.deal
        other.leader = self.leader
        other.seat = self.seat
        other.phase = self.phase
        first, second, third, fourth = self.hands
        other.hands = [first[:], second[:], third[:], fourth[:]]
        other.stock = self.stock
        other.drawn = self.drawn
        other.exposed = self.exposed
        other.trump = self.trump
        other.table = self.table[:]
        other.best = self.best
        other.best_seat = self.best_seat
        other.count = self.count
        other.up = self.up
        other.worth = self.worth
        other.holders = self.holders
        other.points = self.points[:]
        other.tricks = self.tricks[:]
        other.seen = self.seen
        other.dropped = self.dropped[:]
        other.returned = self.returned[:]
        other.penalties = self.penalties[:]
        other.eggs = self.eggs
        return other

    def position(self) -> str:
        """This state on one line, with the seed for the deals to come; read by the ruleset."""
        return notation.write(self)
