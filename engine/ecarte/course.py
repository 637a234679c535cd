"""The course of a game of Écarté: the deals, the exchanges, the tricks, the score."""

from engine.cards import Card, Cards
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
    priorities,
)
from engine.ecarte.notation import Exchanges
from engine.ecarte.options import EcarteOptions
from engine.ecarte.scoring import KING_POINTS, deal_points, game_scores
from engine.errors import GameNotOver
from engine.state_value import StateValue

NOBODY = -1


class EcarteCourse(StateValue):
    """A game in progress, from deal to deal.

    Lists go by seat (`points`, `hands`, `discarded`, `tricks`). Hands and discards are lists in
    deck order and bit masks; the stock is top first. `exchanges` and `played` are those of
    `notation.Position`. `king` is the seat that announced the king of trumps, `king_holder` the
    seat that may still announce it with its first card, or NOBODY. `priorities` say which cards may
    answer a lead under these options and trumps. `stock_key` is what ``key.py`` remembers until
    the next exchange.
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
