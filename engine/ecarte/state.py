"""A game of Écarté in progress: proposals, exchanges and tricks."""

from collections.abc import Iterable
from typing import Any

from engine.cards import Card, Cards, to_list, to_mask
from engine.ecarte import actions, key, notation, observation, policy, view
from engine.ecarte.deal import deal_cards, shuffled_deck
from engine.ecarte.moves import (
    ACCEPT,
    DISCARDING,
    DISCARDS,
    HAND,
    INDICES_OF,
    KING,
    KINGS,
    LEADS,
    OVER,
    PHASES,
    PLAYABLE,
    PLAYING,
    PRIORITIES,
    PROPOSE,
    PROPOSING,
    REFUSE,
    RESPONDING,
    STAND,
    WINNERS,
    Move,
    Moves,
    Priorities,
    move_text,
    parse_move,
    priorities,
)
from engine.ecarte.notation import Exchanges, Position
from engine.ecarte.options import EcarteOptions
from engine.ecarte.reasons import why_illegal
from engine.ecarte.scoring import KING_POINTS, deal_points, game_scores
from engine.errors import GameNotOver, IllegalMove, Reason
from engine.layout import Layout
from engine.ruleset import Event, View
from engine.state_value import StateValue, no_move

NOBODY = -1


class EcarteState(StateValue):
    """A game in progress, from deal to deal.

    Lists go by seat (`points`, `hands`, `discarded`, `tricks`). Hands and discards are lists in
    deck order and bit masks; the stock is top first. `exchanges` and `played` are those of
    `notation.Position`. `king` is the seat that announced the king of trumps, `king_holder` the
    seat that may still announce it with its first card, or NOBODY. `priorities` say which cards may
    answer a lead under these options and trumps.
    """

    __slots__ = (
        "deal",
        "dealer",
        "discarded",
        "exchanges",
        "hands",
        "king",
        "king_holder",
        "led",
        "options",
        "phase",
        "played",
        "points",
        "priorities",
        "proposals",
        "seat",
        "seed",
        "stock",
        "stock_key",
        "stop_at_deal",
        "tricks",
        "trump",
        "turned",
    )
    seat: int | None
    deal: int
    hands: list[list[Card]]
    turned: Card
    trump: int
    stock: list[Card]
    exchanges: Exchanges
    discarded: list[Cards]
    led: Card | None
    king: int | None
    played: list[Card]
    priorities: tuple[Priorities, ...]

    def __init__(self, options: EcarteOptions, seed: bytes) -> None:
        """Still without cards: `begin` or `set_up` must follow."""
        self.options = options
        self.seed = seed
        self.stop_at_deal = False
        self.stock_key = 0

    def begin(self, dealer: int) -> None:
        """Begins the game with its first deal."""
        self.points = [0, 0]
        self._begin_deal(0, dealer)

    def set_up(self, position: Position) -> None:
        """Sets up a position, and scores its turned king if that is still due.

        Raises BadPosition for a position that the options exclude.
        """
        notation.check_options(position, self.options)
        self.deal = position.deal
        self.stop_at_deal = position.stop_at_deal
        self.seat = position.seat
        self.dealer = position.dealer
        self.points = list(position.score)
        self.hands = [to_list(cards) for cards in position.hands]
        self._turn_up(position.turned)
        self.stock = list(position.stock)
        self.proposals = position.proposals
        self.exchanges = position.exchanges
        self.discarded = list(position.discarded)
        self.led = position.led
        self.tricks = list(position.tricks)
        self.played = list(position.played)
        self.king = position.king
        self.king_holder = NOBODY
        if position.phase == "deal":
            self.phase = PROPOSING
            self._score_turned_king()
            return
        self.phase = PHASES.index(position.phase)
        if self.phase == PLAYING and not any(position.tricks):
            self._find_king_holder()

    # The course of the game

    def _begin_deal(self, deal: int, dealer: int) -> None:
        """Deals deal number `deal`, and scores a turned king."""
        self.hands, turned, self.stock = deal_cards(shuffled_deck(self.seed, deal), dealer)
        self.stock_key = 0
        self._turn_up(turned)
        self.dealer = dealer
        self.deal = deal
        self.seat = 1 - dealer
        self.phase = PROPOSING
        self.proposals = 0
        self.exchanges = ()
        self.discarded = [0, 0]
        self.led = None
        self.tricks = [0, 0]
        self.played = []
        self.king = None
        self.king_holder = NOBODY
        self._score_turned_king()

    def _turn_up(self, card: Card) -> None:
        """Turns the card that makes its suit trumps."""
        self.turned = card
        self.trump = card // 9
        self.priorities = priorities(self.trump) if self.options.must_trump else PRIORITIES

    def _score_turned_king(self) -> None:
        """A turned king scores for the dealer at once (ER3)."""
        if self.turned == KINGS[self.trump]:
            self._add_points(self.dealer, KING_POINTS)

    def _find_king_holder(self) -> None:
        """The seat that holds the king of trumps may announce it with its first card (ER8)."""
        king = KINGS[self.trump]
        for seat in range(2):
            if king in self.hands[seat]:
                self.king_holder = seat

    def _add_points(self, seat: int, points: int) -> None:
        """Scores points. Reaching the target ends the game at once (ER15)."""
        self.points[seat] += points
        if self.points[seat] >= self.options.target:
            self._end()

    def _end(self) -> None:
        """The game is over, or the state stops at the end of a deal."""
        self.phase = OVER
        self.seat = None

    def _end_deal(self) -> None:
        """Scores the tricks; the next deal follows unless the game is over."""
        dealer = self.dealer
        self._add_points(*self._points_of_tricks())
        if self.seat is None:
            return
        if self.stop_at_deal:
            self._end()
        else:
            self._begin_deal(self.deal + 1, 1 - dealer)

    def _points_of_tricks(self) -> tuple[int, int]:
        """The seat that scores for the five tricks, and its points."""
        dealer = self.dealer
        won = self.tricks[1 - dealer]
        vulnerability = self.options.vulnerability
        points = deal_points(vulnerability, won, self.proposals, len(self.exchanges))
        return (1 - dealer if points[0] else dealer), points[0] + points[1]

    @property
    def deal_over(self) -> bool:
        """Whether the state stopped at the end of a deal that does not end the game."""
        return self.seat is None and max(self.points) < self.options.target

    def utility(self) -> tuple[float, float]:
        """What the deal that has ended is worth by seat: the points it brought, less the other's.

        Raises GameNotOver before the end of the deal.
        """
        if self.seat is not None:
            raise GameNotOver("the deal is not over: it has no utility yet")
        gained = self._points_for_kings()
        if sum(self.tricks) == HAND:
            seat, points = self._points_of_tricks()
            gained[seat] += points
        return (float(gained[0] - gained[1]), float(gained[1] - gained[0]))

    def _points_for_kings(self) -> list[int]:
        """By seat: the points of this deal for a turned or announced king."""
        points = [0, 0]
        if self.turned == KINGS[self.trump]:
            points[self.dealer] += KING_POINTS
        if self.king is not None:
            points[self.king] += KING_POINTS
        return points

    def scores(self) -> tuple[float, float]:
        """1 and 0 by seat. Raises GameNotOver before the end."""
        if self.seat is not None or self.deal_over:
            raise GameNotOver("the game is not over: it has no scores yet")
        return game_scores(self.points)

    # Moves

    def legal(self) -> Moves:
        """Every legal move: cards in deck order, each without ``king`` first."""
        seat = self.seat
        if seat is None:
            return ()
        if self.phase != PLAYING:
            return self._moves_before_play(seat)
        hand = self.hands[seat]
        led = self.led
        if led is None:
            moves = LEADS[len(hand)]
        else:
            priority = self.priorities[led]
            number = 1
            for card in hand:
                number = 4 * number + priority[card]
            moves = PLAYABLE[number]
        return self._with_announcements(moves) if seat == self.king_holder else moves

    def _with_announcements(self, indices: Moves) -> Moves:
        """The moves of a player who may announce the king; to lead it is to announce it (ER8)."""
        king = KINGS[self.trump] if self.led is None else None
        hand = self.hands[self.king_holder]
        return tuple(
            [m for i in indices for m in ((KING + i,) if hand[i] == king else (i, KING + i))]
        )

    def _moves_before_play(self, seat: int) -> Moves:
        """The moves before the first card; the sizes of discards are those of ER6."""
        stock = len(self.stock)
        if self.phase == PROPOSING:
            return (PROPOSE, STAND) if stock else (STAND,)
        if self.phase == RESPONDING:
            return (ACCEPT, REFUSE)
        least = min(self.options.dealer_min, stock) if seat == self.dealer else 1
        return DISCARDS[least][min(stock, HAND)]

    def play(self, move: Move) -> None:
        """Plays a legal move. After a deal's last one the next deal is dealt."""
        if self.phase != PLAYING:
            self._play_before_cards(move)
            return
        seat = self.seat
        assert seat is not None, "the game is over"
        hand = self.hands[seat]
        card = hand.pop(move if move < KING else move - KING)
        self.played.append(card)
        led = self.led
        if led is None:
            self.led = card
            self.seat = 1 - seat
        else:
            self.led = None
            taker = seat if (WINNERS[self.trump][led] >> card) & 1 else 1 - seat
            self.tricks[taker] += 1
            self.king_holder = NOBODY
            self.seat = taker
        if move >= KING:
            self.king = seat
            self._add_points(seat, KING_POINTS)
        elif led is not None and not hand:
            self._end_deal()

    def _play_before_cards(self, move: Move) -> None:
        if move < 0:
            self._discard(move)
        elif move == PROPOSE:
            self.proposals += 1
            self.phase = RESPONDING
            self.seat = self.dealer
        elif move == ACCEPT:
            self.phase = DISCARDING
            self.seat = 1 - self.dealer
        else:
            self.phase = PLAYING
            self._find_king_holder()
            self.seat = 1 - self.dealer

    def _discard(self, move: Move) -> None:
        """ER5: the non-dealer discards and draws, then the dealer."""
        seat = self.seat
        assert seat is not None, "the game is over"
        hand = self.hands[seat]
        for index in INDICES_OF[~move]:
            self.discarded[seat] |= 1 << hand.pop(index)
        count = (~move).bit_count()
        hand += self.stock[:count]
        hand.sort()
        self.stock = self.stock[count:]
        self.stock_key = 0
        self.seat = 1 - seat
        if seat == self.dealer:
            self.exchanges = (*self.exchanges[:-1], (self.exchanges[-1][0], count))
            self.phase = PROPOSING
        else:
            self.exchanges += ((count, None),)

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
        return move_text(move, self._hand())

    def texts(self, moves: Iterable[Move]) -> list[str]:
        """The texts of legal moves; empty when the game is over."""
        if self.seat is None:
            return []
        hand = self.hands[self.seat]
        return [move_text(move, hand) for move in moves]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises BadMove or IllegalMove."""
        move = parse_move(text, self._hand())
        if move not in self.legal():
            raise IllegalMove(text, self._why_illegal(text))
        return move

    def _why_illegal(self, text: str) -> Reason:
        if self.seat is None:
            return Reason("The game is over.")
        return why_illegal(self.view(self.seat), self.seat, self.options, text)

    def _hand(self) -> list[Card]:
        """The hand of the seat that acts."""
        return [] if self.seat is None else self.hands[self.seat]

    # What is known

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def event(self, move: Move, seat: int) -> Event | None:
        return view.event(self, move, seat)

    def layout(self) -> Layout:
        """Where all cards lie, and how the game stands."""
        first, second = self._points_for_kings()
        table: tuple[tuple[int, tuple[Card, ...]], ...] = ()
        if self.led is not None and self.seat is not None:
            table = ((1 - self.seat, (self.led,)),)
        return Layout(
            hands=tuple([tuple(hand) for hand in self.hands]),
            table=table,
            stock=tuple(self.stock),
            trumps=(self.trump, self.trump),
            tricks=(self.tricks[0], self.tricks[1]),
            points=(first, second),
            score=(self.points[0], self.points[1]),
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
        first, second = map(to_mask, self.hands)
        return Position(
            hands=(first, second),
            turned=self.turned,
            dealer=self.dealer,
            seat=self.seat,
            stock=tuple(self.stock),
            score=(self.points[0], self.points[1]),
            phase=PHASES[self.phase],
            proposals=self.proposals,
            exchanges=self.exchanges,
            discarded=(self.discarded[0], self.discarded[1]),
            played=tuple(self.played),
            led=self.led,
            tricks=(self.tricks[0], self.tricks[1]),
            king=self.king,
            deal=self.deal,
            seed=self.seed,
            stop_at_deal=self.stop_at_deal,
        )

    def copy(self) -> "EcarteState":
        other = EcarteState(self.options, self.seed)
        first, second = self.hands
        other.deal = self.deal
        other.seat = self.seat
        other.points = self.points[:]
        other.dealer = self.dealer
        other.hands = [first[:], second[:]]
        other.turned = self.turned
        other.trump = self.trump
        other.priorities = self.priorities
        other.stock = self.stock
        other.phase = self.phase
        other.proposals = self.proposals
        other.exchanges = self.exchanges
        other.discarded = self.discarded[:]
        other.led = self.led
        other.tricks = self.tricks[:]
        other.played = self.played[:]
        other.king = self.king
        other.king_holder = self.king_holder
        other.stop_at_deal = self.stop_at_deal
        other.stock_key = self.stock_key
        return other

    def identity(self) -> tuple[object, object]:
        return self.options, self.snapshot()

    def __reduce__(self) -> tuple[object, ...]:
        return state_at, self.identity()


def state_at(options: EcarteOptions, position: Position) -> EcarteState:
    """The state at a position. Raises BadPosition, as `EcarteState.set_up` does."""
    state = EcarteState(options, position.seed)
    state.set_up(position)
    return state
