"""A game of Kozel in progress: the deal, the trick and the molodka."""

from bisect import insort
from collections.abc import Iterable
from typing import Any, Final

from engine.cards import Card, Cards, to_list, to_mask
from engine.errors import BadPosition, GameNotOver, IllegalMove, Reason
from engine.kozel import actions, key, notation, observation, policy, view
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
    SINGLE_TEXT,
    VERBS,
    WINDOW,
    Hand,
    Move,
    Moves,
    cards_of,
    indices_of,
    leads,
    move_text,
    parse_move,
    replies,
)
from engine.kozel.notation import ANYONE, NOBODY, Position
from engine.kozel.options import KozelOptions
from engine.kozel.reasons import why_illegal
from engine.kozel.scoring import POINTS, deal_utility, penalty, series_scores
from engine.layout import Layout
from engine.ruleset import Event, View
from engine.state_value import StateValue, no_move

_WINDOW_MOVES: Final = (MOLODKA, PASS)


class KozelState(StateValue):
    """A game in progress.

    Lists go by seat (`hands`, `dropped`, `drops`, `returned`) or by side (`points`, `tricks`,
    `taken`, `penalties`). A hand is a list in deck order; other sets of cards are bit masks.
    `drawn` cards of `stock`, top first, are gone. `table` holds the plays of the trick as verb and
    cards, the leader's first; `face_up` are its cards that lie face up, `trick_points` the points
    of all its cards. `best` is the set to beat, `count` the cards that each seat plays in the
    trick. `claimants` has a bit for each seat that may still claim a molodka in this trick.
    `taken`, `dropped` and `returned` are those of `notation.Position`, but `dropped` includes the
    cards dropped in the trick; `drops` counts those of finished tricks. Nobody at the table knows
    `points` (KR10).
    """

    __slots__ = (
        "best",
        "best_seat",
        "claimants",
        "count",
        "deal",
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
    points: list[int]
    tricks: list[int]
    taken: list[tuple[Card, ...]]
    dropped: list[Cards]
    drops: list[int]
    returned: list[Cards]
    table: list[tuple[Move, Cards]]
    face_up: tuple[Card, ...]
    taken_planes: tuple[bytes, bytes, bytes] | None

    def __init__(self, options: KozelOptions, seed: bytes) -> None:
        """Still without cards: `begin` or `set_up` must follow."""
        self.options = options
        self.seed = seed
        self.deal = 0
        self.penalties = [0, 0]
        self.eggs = 0
        self.seat = None
        self.phase = OVER
        self.stop_at_deal = False
        self.trick_key = 0
        self.taken_planes = None

    def begin(self, dealer: int) -> None:
        """Begins the game with its first deal."""
        self.dealer = dealer
        self.leader = (dealer + 1) & 3  # KR3
        self._begin_deal()

    def set_up(self, position: Position) -> None:
        """Sets up a position. Raises BadPosition for one that the options exclude, or whose trick
        cannot have been played."""
        notation.check_options(position, self.options)
        self.dealer = position.dealer
        self.leader = position.leader
        self.deal = position.deal
        self.stop_at_deal = position.stop_at_deal
        self.penalties = list(position.penalties)
        self.eggs = position.eggs
        self.hands = [to_list(cards) for cards in position.hands_before_trick()]
        self.stock = list(position.stock)
        self.exposed = position.exposed
        self.trump = self.exposed // 9
        self.drawn = 0
        self.points = list(position.points)
        self.tricks = list(position.tricks)
        self.taken = list(position.taken)
        self.dropped = list(position.dropped)
        self.drops = [cards.bit_count() for cards in self.dropped]
        self.returned = [0, 0, 0, 0]
        if self.hands[0]:
            self._begin_trick()
            self._replay_trick(position)
        else:
            self._end()
        self.returned = list(position.returned)

    def _replay_trick(self, position: Position) -> None:
        """Plays the trick again, so that each play is checked against those before it."""
        for play in position.table:
            while self.asking:
                self.play(PASS)
            move = self._with_cards(*play)
            if move not in self.legal():
                raise BadPosition(f"table: {notation.play_text(play)} is not legal there")
            self.play(move)
        asked = position.asked
        if asked == ANYONE:
            return
        while self.asking and self.seat != asked:
            self.play(PASS)
        if asked != NOBODY and not self.asking:
            raise BadPosition(f"asked: seat {asked} is not asked about a molodka here")

    @property
    def asking(self) -> bool:
        """Whether `seat` is asked about a molodka, in secret."""
        return self.phase == WINDOW

    # The course of the game

    def _begin_deal(self) -> None:
        """Deals deal number `self.deal`. `self.leader` leads."""
        self.hands, self.stock, self.exposed = deal_cards(
            self.seed, self.deal, self.dealer, self.options.trump_card
        )
        self.trump = self.exposed // 9
        self.drawn = 0
        self.points = [0, 0]
        self.tricks = [0, 0]
        self.taken = [(), ()]
        self.dropped = [0, 0, 0, 0]
        self.drops = [0, 0, 0, 0]
        self.returned = [0, 0, 0, 0]
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
        self.taken_planes = None
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
        for turn, (verb, cards) in enumerate(self.table):
            other = (self.leader + turn) & 3
            self.hands[other] = sorted(self.hands[other] + to_list(cards))
            if verb == DROP:
                self.dropped[other] ^= cards
            else:
                self.returned[other] |= cards
        self.seat = self.leader = seat
        self._clear_table()
        self.play(LEAD | INDICES)

    def _end_trick(self) -> None:
        """KR9, K29 to K35: the taker's side gets all cards, all draw, and the taker leads."""
        taker = self.best_seat
        self.points[taker & 1] += self.trick_points
        self.tricks[taker & 1] += 1
        self.taken[taker & 1] += self.face_up
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
            self.returned[(taker + 3) & 3] |= 1 << self.exposed  # everybody saw who drew it

    def _end_deal(self) -> None:
        """KR16 to KR20."""
        points, penalties = self.points, self.penalties
        if points[0] == points[1]:
            self.eggs += 1
        else:
            loser = 0 if points[0] < points[1] else 1
            penalties[loser] += penalty(points[loser], self.tricks[loser])
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

    def output(self, move: Move) -> int:
        """The output of a policy network that stands for a legal move (``policy.py``)."""
        return policy.output(self, move)

    def move_of_output(self, output: int) -> Move:
        """The legal move that an output stands for. Raises BadAction or IllegalMove."""
        move = policy.move_of(self, output)
        return no_move(output) if move is None else move

    def mask(self, out: Any) -> None:
        """Marks the outputs that stand for legal moves."""
        policy.mask(self, out)

    def text(self, move: Move) -> str:
        return self.texts((move,))[0]

    def texts(self, moves: Iterable[Move]) -> list[str]:
        """The texts of legal moves; empty when the game is over."""
        if self.seat is None:
            return []
        hand = self.hands[self.seat]
        return [
            SINGLE_TEXT[move & ~INDICES][hand[index]]
            if (index := SINGLE_INDEX[move]) >= 0
            else move_text(move & ~INDICES, cards_of(hand, move))
            for move in moves
        ]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises BadMove or IllegalMove."""
        verb, cards = parse_move(text)
        move = self._with_cards(verb, cards)
        if move not in self.legal():
            raise IllegalMove(text, self._why_illegal(verb, cards))
        return move

    def actions(self) -> tuple[int, ...]:
        """The numbers of the legal moves, sorted."""
        return actions.actions(self)

    def action(self, move: Move) -> int:
        """The number of a legal move (``actions.py``)."""
        return actions.action(self, move)

    def move(self, action: int) -> Move:
        """The legal move with this number. Raises BadAction or IllegalMove."""
        move = actions.move(self, action)
        return move if move in self.legal() else self.parse(actions.text(action))

    def _with_cards(self, verb: Move, cards: Cards) -> Move:
        """The move with these cards, legal or not; -1 if they are not in the hand."""
        hand = [] if self.seat is None else self.hands[self.seat]
        indices = indices_of(hand, cards)
        return verb | indices if indices.bit_count() == cards.bit_count() else -1

    def _why_illegal(self, verb: Move, cards: Cards) -> Reason:
        if self.seat is None:
            return Reason("The game is over.")
        return why_illegal(self.view(self.seat), self.options, VERBS[verb], cards)

    # What is known

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def event(self, move: Move, seat: int) -> Event | None:
        return view.event(self, move, seat)

    def layout(self) -> Layout:
        """Where all cards lie, and how the game stands."""
        table = [
            ((self.leader + turn) & 3, tuple(to_list(cards)))
            for turn, (_, cards) in enumerate(self.table)
        ]
        return Layout(
            hands=tuple([tuple(hand) for hand in self.hands]),
            table=tuple(table),
            stock=tuple(self.stock[self.drawn :]),
            trumps=(self.trump, self.trump),
            tricks=(self.tricks[0], self.tricks[1]),
            points=(self.points[0], self.points[1]),
            score=(self.penalties[0], self.penalties[1]),
        )

    def observe(self, seat: int, out: Any) -> None:
        """Writes what a seat may know as numbers (``observation.py``)."""
        observation.observe(self, seat, out)

    def key(self) -> int:
        """64 bits that equal positions share (``key.py``)."""
        return key.key(self)

    # The state as a value

    def position(self) -> str:
        """This state on one line, with the seed for the deals to come."""
        return notation.write(self.snapshot())

    def snapshot(self) -> Position:
        """This state as a value."""
        first, second, third, fourth = map(to_mask, self.hands)
        dropped = self.dropped[:]
        for turn, (verb, cards) in enumerate(self.table):
            if verb == DROP:
                dropped[(self.leader + turn) & 3] ^= cards  # they are in `table`
        return Position(
            hands=(first, second, third, fourth),
            exposed=self.exposed,
            stock=tuple(self.stock[self.drawn :]),
            dealer=self.dealer,
            leader=self.leader,
            table=tuple(self.table),
            asked=self.seat if self.seat is not None and self.asking else NOBODY,
            points=(self.points[0], self.points[1]),
            tricks=(self.tricks[0], self.tricks[1]),
            taken=(self.taken[0], self.taken[1]),
            dropped=(dropped[0], dropped[1], dropped[2], dropped[3]),
            returned=(self.returned[0], self.returned[1], self.returned[2], self.returned[3]),
            penalties=(self.penalties[0], self.penalties[1]),
            eggs=self.eggs,
            deal=self.deal,
            seed=self.seed,
            stop_at_deal=self.stop_at_deal,
        )

    def copy(self) -> "KozelState":
        other = KozelState(self.options, self.seed)
        other.deal = self.deal
        other.dealer = self.dealer
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
        other.face_up = self.face_up
        other.trick_points = self.trick_points
        other.claimants = self.claimants
        other.points = self.points[:]
        other.tricks = self.tricks[:]
        other.taken = self.taken[:]
        other.dropped = self.dropped[:]
        other.drops = self.drops
        other.returned = self.returned[:]
        other.penalties = self.penalties[:]
        other.eggs = self.eggs
        other.stop_at_deal = self.stop_at_deal
        other.trick_key = self.trick_key
        other.taken_planes = self.taken_planes
        return other

    def identity(self) -> tuple[object, object]:
        return self.options, self.snapshot()

    def __reduce__(self) -> tuple[object, ...]:
        return state_at, self.identity()


def state_at(options: KozelOptions, position: Position) -> KozelState:
    """The state at a position. Raises BadPosition, as `KozelState.set_up` does."""
    state = KozelState(options, position.seed)
    state.set_up(position)
    return state
