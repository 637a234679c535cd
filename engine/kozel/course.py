"""The course of a game of Kozel: the deals, the tricks, the molodka, the score."""

from bisect import insort
from typing import Final

from engine.cards import Card, Cards, to_list
from engine.errors import GameNotOver
from engine.kozel.deal import deal_cards
from engine.kozel.moves import (
    BEAT,
    BEATS,
    BIT,
    DROP,
    INDICES,
    INDICES_OF,
    LEAD,
    LEADING,
    MOLODKA,
    OVER,
    PASS,
    REPLIES_TO_ONE,
    REPLYING,
    SINGLE_INDEX,
    WINDOW,
    Hand,
    Move,
    Moves,
    leads,
    replies,
)
from engine.kozel.observation import TakenPlanes
from engine.kozel.options import KozelOptions
from engine.kozel.scoring import POINTS, deal_utility, penalty, series_scores
from engine.state_value import StateValue

_WINDOW_MOVES: Final = (MOLODKA, PASS)


class KozelCourse(StateValue):
    """A game in progress.

    Lists go by seat (`hands`, `dropped`, `drops`, `returned`) or by side (`points`, `tricks`,
    `taken`, `penalties`). A hand is a list in deck order; other sets of cards are bit masks.
    `drawn` cards of `stock`, top first, are gone. `table` holds the plays of the trick as verb and
    cards, the leader's first; `face_up` are its cards that lie face up, `trick_points` the points
    of all its cards. `best` is the set to beat, `count` the cards that each seat plays in the
    trick. `claimants` has a bit for each seat that may still claim a molodka in this trick.
    `taken`, `dropped` and `returned` are those of `notation.Position`, but `dropped` includes the
    cards dropped in the trick; `drops` counts those of finished tricks. Nobody at the table knows
    `points` (KR10). `deal_keys`, `trick_key` and `taken_planes` are what ``key.py`` and
    ``observation.py`` remember of a deal and of a trick.

    Copies share `stock`, `drops`, `returned` and all tuples: these are replaced, never changed.
    """

    __slots__ = (
        "best",
        "best_seat",
        "claimants",
        "count",
        "deal",
        "deal_keys",
        "dealer",
        "drawn",
        "dropped",
        "drops",
        "eggs",
        "exposed",
        "face_up",
        "hands",
        "leader",
        "options",
        "penalties",
        "phase",
        "points",
        "returned",
        "seat",
        "seed",
        "stock",
        "stop_at_deal",
        "table",
        "taken",
        "taken_planes",
        "trick_key",
        "trick_points",
        "tricks",
        "trump",
    )
    seat: int | None
    hands: list[Hand]
    stock: list[Card]
    exposed: Card
    trump: int
    drawn: int
    points: tuple[int, int]
    tricks: tuple[int, int]
    taken: tuple[tuple[Card, ...], tuple[Card, ...]]
    dropped: list[Cards]
    drops: list[int]
    returned: list[Cards]
    penalties: tuple[int, int]
    table: list[tuple[Move, Cards]]
    face_up: tuple[Card, ...]
    deal_keys: list[int] | None
    taken_planes: TakenPlanes | None

    def __init__(self, options: KozelOptions, seed: bytes) -> None:
        """Still without cards: `begin` or `set_up` must follow."""
        self.options = options
        self.seed = seed
        self.deal = 0
        self.penalties = (0, 0)
        self.eggs = 0
        self.seat = None
        self.phase = OVER
        self.stop_at_deal = False
        self.deal_keys = None
        self.trick_key = 0
        self.taken_planes = None

    def begin(self, dealer: int) -> None:
        """Begins the game with its first deal."""
        self.dealer = dealer
        self.leader = (dealer + 1) & 3  # KR3
        self._begin_deal()

    @property
    def asking(self) -> bool:
        """Whether `seat` is asked about a molodka, in secret."""
        return self.phase == WINDOW

    def _begin_deal(self) -> None:
        """Deals deal number `self.deal`. `self.leader` leads."""
        self.hands, self.stock, self.exposed = deal_cards(
            self.seed, self.deal, self.dealer, self.options.trump_card
        )
        self.trump = self.exposed // 9
        self.drawn = 0
        self.points = (0, 0)
        self.tricks = (0, 0)
        self.taken = ((), ())
        self.dropped = [0, 0, 0, 0]
        self.drops = [0, 0, 0, 0]
        self.returned = [0, 0, 0, 0]
        self.deal_keys = None
        self.taken_planes = None
        self._begin_trick()

    def _begin_trick(self) -> None:
        """`self.leader` is to lead; seats that hold a molodka are asked first."""
        self._clear_table()
        if len(self.hands[0]) == 4 and self.options.molodka != "off":
            for seat, hand in enumerate(self.hands):
                if hand[3] - hand[0] < 9 and hand[0] // 9 == hand[3] // 9:  # KR11
                    self.claimants |= 1 << seat
            if self.claimants:
                self._ask_or_play()
                return
        self.seat = self.leader
        self.phase = LEADING

    def _clear_table(self) -> None:
        self.table = []
        self.face_up = ()
        self.best = self.count = self.trick_points = self.trick_key = self.claimants = 0
        self.best_seat = self.leader

    def _ask_or_play(self) -> None:
        """What comes before the lead, and before each reply: windows, then the play (KR12)."""
        if self.claimants and self.options.molodka == "windows":
            self._ask_from(0)
        else:
            self._await_play()

    def _ask_from(self, turn: int) -> None:
        """Asks the first claimant who sits at least `turn` seats after the leader (KR12)."""
        for later in range(turn, 4):
            seat = (self.leader + later) & 3
            if (self.claimants >> seat) & 1:
                self.seat = seat
                self.phase = WINDOW
                return
        self._await_play()

    def _await_play(self) -> None:
        self.seat = (self.leader + len(self.table)) & 3
        self.phase = REPLYING if self.table else LEADING

    def _claim(self, seat: int) -> None:
        """KR13: the laid cards go back, and the claimant leads all four."""
        self.returned = returned = self.returned[:]
        for turn, (verb, cards) in enumerate(self.table):
            other = (self.leader + turn) & 3
            self.hands[other] = sorted(self.hands[other] + to_list(cards))
            if verb == DROP:
                self.dropped[other] ^= cards
            else:
                returned[other] |= cards
        self.seat = self.leader = seat
        self._clear_table()
        self.play(LEAD | INDICES)

    def _end_trick(self) -> None:
        """KR9, K29 to K35: the taker's side gets all cards, all draw, and the taker leads."""
        taker = self.best_seat
        points, other_points = self.points
        tricks, other_tricks = self.tricks
        taken, other_taken = self.taken
        if taker & 1:
            self.points = (points, other_points + self.trick_points)
            self.tricks = (tricks, other_tricks + 1)
            self.taken = (taken, other_taken + self.face_up)
        else:
            self.points = (points + self.trick_points, other_points)
            self.tricks = (tricks + 1, other_tricks)
            self.taken = (taken + self.face_up, other_taken)
        self.drops = [cards.bit_count() for cards in self.dropped]
        self.leader = taker
        if self.drawn < len(self.stock):
            self._draw(taker)
        if self.hands[0]:
            self._begin_trick()
        else:
            self._end_deal()

    def _draw(self, taker: int) -> None:
        """KR15: one card each in rotation, the taker first."""
        hands, drawn = self.hands, self.drawn
        cards = self.stock[drawn : drawn + 4 * self.count]
        self.drawn = drawn + len(cards)
        seat = taker
        for card in cards:
            insort(hands[seat], card)
            seat = (seat + 1) & 3
        if self.drawn == len(self.stock) and self.options.trump_card == "bottom":
            self.returned = self.returned[:]
            self.returned[(taker + 3) & 3] |= 1 << self.exposed  # everybody saw who drew it

    def _end_deal(self) -> None:
        """KR16 to KR20."""
        points, other_points = self.points
        penalties, other_penalties = self.penalties
        if points == other_points:
            self.eggs += 1
        elif points < other_points:
            self.penalties = (penalties + penalty(points, self.tricks[0]), other_penalties)
        else:
            self.penalties = (penalties, other_penalties + penalty(other_points, self.tricks[1]))
        self.deal_keys = None
        if self.stop_at_deal or self._is_decided():
            self._end()
            return
        self.deal += 1
        self.dealer = (self.dealer + 1) & 3  # KR2
        self._begin_deal()

    def _is_decided(self) -> bool:
        """Whether the game ends with this deal (KR19, KR20)."""
        options = self.options
        return max(self.penalties) >= options.limit or self.deal + 1 >= options.max_deals

    def _end(self) -> None:
        """The game is over, or the state stops at the end of a deal."""
        self._clear_table()
        self.seat = None
        self.phase = OVER

    @property
    def deal_over(self) -> bool:
        """Whether the state stopped at the end of a deal that does not end the game."""
        return self.seat is None and not self._is_decided()

    def utility(self) -> tuple[float, float]:
        """What the deal that has ended is worth by side: the other's penalty less the own, by 6."""
        if self.seat is not None:
            raise GameNotOver("the deal is not over: it has no utility yet")
        return deal_utility(self.points, self.tricks)

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by side. Raises GameNotOver before the end."""
        if self.seat is not None or self.deal_over:
            raise GameNotOver("the game is not over: it has no scores yet")
        return series_scores(self.penalties, self.options.limit)

    # Moves

    def legal(self) -> Moves:
        """Every legal move: beating replies before drops, sets of cards in deck order."""
        seat, phase = self.seat, self.phase
        if seat is None:
            return ()
        if phase == REPLYING:
            hand, best = self.hands[seat], self.best
            # In most tricks one card is led. The loop is that of `replies`, written out: it pays in
            # bench/engine.py, "engine, random play: kozel".
            if self.count == 1:
                beats = BEATS[self.trump][best.bit_length() - 1]
                beat_mask = 1
                for card in hand:
                    beat_mask += beat_mask + beats[card]
                moves = REPLIES_TO_ONE[beat_mask]
            else:
                moves = replies(hand, best, self.trump)
            # With windows, a claimant has already been asked and has passed.
            claimant = self.claimants and (self.claimants >> seat) & 1
            if claimant and self.options.molodka == "own_turn":
                return (MOLODKA, *moves)
            return moves
        if phase == LEADING:
            return leads(self.hands[seat])
        return _WINDOW_MOVES

    def play(self, move: Move) -> None:
        """Plays a legal move. After a deal's last one the next deal is dealt."""
        seat = self.seat
        assert seat is not None, "the game is over"
        hand = self.hands[seat]
        index = SINGLE_INDEX[move]
        if index >= 0:  # nearly always
            card = hand.pop(index)
            cards = BIT[card]
            self.trick_points += POINTS[card]
        elif move == PASS:
            self._ask_from(((seat - self.leader) & 3) + 1)
            return
        elif move == MOLODKA:
            self._claim(seat)
            return
        else:
            cards = 0
            for place in INDICES_OF[move]:
                card = hand.pop(place)
                cards |= BIT[card]
                self.trick_points += POINTS[card]
        if move < BEAT:
            self.table.append((DROP, cards))
            self.dropped[seat] |= cards
        else:
            self.table.append((move & ~INDICES, cards))
            self.best = cards
            self.best_seat = seat
            self.face_up += (card,) if index >= 0 else tuple(to_list(cards))
            if self.returned[seat]:
                self.returned = self.returned[:]
                self.returned[seat] &= ~cards
            if move >= LEAD:
                self.count = cards.bit_count()
                self.phase = REPLYING
        following = (seat + 1) & 3
        if following == self.leader:
            self._end_trick()
        elif self.claimants:
            # A seat that has played is out; a four led in turn closes the windows (KR14).
            self.claimants = 0 if self.count == 4 else self.claimants & ~(1 << seat)
            self._ask_or_play()
        else:
            self.seat = following
