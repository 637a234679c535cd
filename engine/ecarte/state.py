"""A game of Écarté in progress: bids, exchanges, tricks, and who sees what."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from engine.cards import DECK32, NAMES, SUITS, Card, listed, mask, names, names_of
from engine.ecarte import notation
from engine.ecarte.deal import deal_cards, deal_points
from engine.ecarte.moves import (
    ACCEPT,
    ANSWERS,
    DISCARDS,
    KING,
    KINGS,
    LAST_FIRST,
    LEADS,
    LEVELS,
    PROPOSE,
    REFUSE,
    STAND,
    WINNERS,
    Levels,
    Move,
    Moves,
    levels,
    named,
    written,
)
from engine.ecarte.notation import HAND, Exchanges, Position
from engine.errors import IllegalMove
from engine.randomness import Stream
from engine.ruleset import SPECTATOR, Event, View

if TYPE_CHECKING:
    from engine.ecarte.ruleset import Ecarte

# Phases. An int compares faster than a word.
PROPOSING: Final = 0
RESPONDING: Final = 1
DISCARDING: Final = 2
PLAYING: Final = 3
OVER: Final = 4
PHASES: Final = ("propose", "respond", "discard", "card", "over")

NOBODY: Final = -1


class EcarteState:
    """A game in progress, from deal to deal. After the end `seat` is None."""

    __slots__ = (
        "_dealer",
        "_discarded",
        "_exchanges",
        "_hands",
        "_king",
        "_king_holder",
        "_led",
        "_levels",
        "_phase",
        "_played",
        "_proposals",
        "_rules",
        "_score",
        "_seed",
        "_stock",
        "_tricks",
        "_trump",
        "_turned",
        "deal",
        "seat",
    )
    seat: int | None
    deal: int
    _exchanges: Exchanges
    _led: Card | None
    _king: int | None
    _played: list[Card]
    _levels: tuple[Levels, ...]

    def __init__(self, rules: "Ecarte", seed: bytes) -> None:
        """Still without cards: `begin` or `set_up` comes next."""
        self._rules = rules
        self._seed = seed

    def begin(self, dealer: int) -> None:
        """The first deal of a game."""
        self._score = [0, 0]
        self._deal_out(0, dealer)

    def _deal_out(self, deal: int, dealer: int) -> None:
        """Deal number `deal`."""
        deck = Stream(self._seed, deal).shuffle(DECK32)
        self._hands, turned, self._stock = deal_cards(deck, dealer)
        self._turn_up(turned)
        self._dealer = dealer
        self.deal = deal
        self.seat = 1 - dealer
        self._phase = PROPOSING
        self._proposals = 0
        self._exchanges = ()
        self._discarded = [0, 0]
        self._led = None
        self._tricks = [0, 0]
        self._played = []
        self._king = None
        self._king_holder = NOBODY
        self._score_turned_king()

    def set_up(self, position: Position) -> None:
        """Puts this deal on the table, and scores its turned king if that is still due."""
        self.deal = position.deal
        self.seat = position.seat
        self._dealer = position.dealer
        self._score = list(position.score)
        self._hands = [listed(cards) for cards in position.hands]
        self._turn_up(position.turned)
        self._stock = list(position.stock)
        self._proposals = position.proposals
        self._exchanges = position.exchanges
        self._discarded = list(position.discarded)
        self._led = position.led
        self._tricks = list(position.tricks)
        self._played = list(position.played)
        self._king = position.king
        self._king_holder = NOBODY
        if position.phase == "deal":
            self._phase = PROPOSING
            self._score_turned_king()
            return
        self._phase = PHASES.index(position.phase)
        if self._phase == PLAYING and not any(position.tricks):
            self._find_king()

    def _turn_up(self, card: Card) -> None:
        """It makes its suit trumps."""
        self._turned = card
        self._trump = card // 9
        self._levels = levels(self._trump) if self._rules.must_trump else LEVELS

    def _score_turned_king(self) -> None:
        """A king turned scores for the dealer at once (ER3)."""
        if self._turned == KINGS[self._trump]:
            self._add(self._dealer, 1)

    def _find_king(self) -> None:
        """Whoever holds the king of trumps may announce it with his first card."""
        king = KINGS[self._trump]
        for seat in range(2):
            if king in self._hands[seat]:
                self._king_holder = seat

    def _add(self, seat: int, points: int) -> None:
        """Scores; reaching the target ends the game at once (ER15)."""
        self._score[seat] += points
        if self._score[seat] >= self._rules.target:
            self._phase = OVER
            self.seat = None

    def legal(self) -> Moves:
        """Every legal move: cards in deck order, each without ``king`` first."""
        seat = self.seat
        if seat is None:
            return ()
        if self._phase != PLAYING:
            return self._bids(seat)
        hand = self._hands[seat]
        led = self._led
        if led is None:
            moves = LEADS[len(hand)]
        else:
            level = self._levels[led]
            number = 1
            for card in hand:
                number = 4 * number + level[card]
            moves = ANSWERS[number]
        return self._with_king(moves) if seat == self._king_holder else moves

    def _with_king(self, places: Moves) -> Moves:
        """The moves of one who may announce the king; leading it is announcing it (ER8)."""
        king = KINGS[self._trump] if self._led is None else None
        hand = self._hands[self._king_holder]
        return tuple(
            [m for p in places for m in ((KING + p,) if hand[p] == king else (p, KING + p))]
        )

    def _bids(self, seat: int) -> Moves:
        """The moves before the first card; the sizes of discards are ER6's."""
        stock = len(self._stock)
        if self._phase == PROPOSING:
            return (PROPOSE, STAND) if stock else (STAND,)
        if self._phase == RESPONDING:
            return (ACCEPT, REFUSE)
        least = min(self._rules.dealer_min, stock) if seat == self._dealer else 1
        return DISCARDS[least][min(stock, HAND)]

    def play(self, move: Move) -> None:
        """Plays a legal move; after a deal's last one the next deal is there."""
        if self._phase != PLAYING:
            self._bid(move)
            return
        seat = self.seat
        assert seat is not None
        hand = self._hands[seat]
        card = hand.pop(move if move < KING else move - KING)
        self._played.append(card)
        led = self._led
        if led is None:
            self._led = card
            self.seat = 1 - seat
        else:
            self._led = None
            taker = seat if WINNERS[self._trump][led] >> card & 1 else 1 - seat
            self._tricks[taker] += 1
            self._king_holder = NOBODY
            self.seat = taker
        if move >= KING:
            self._king = seat
            self._add(seat, 1)
        elif led is not None and not hand:
            self._end_deal()

    def _bid(self, move: Move) -> None:
        if move < 0:
            self._discard(move)
        elif move == PROPOSE:
            self._proposals += 1
            self._phase = RESPONDING
            self.seat = self._dealer
        elif move == ACCEPT:
            self._phase = DISCARDING
            self.seat = 1 - self._dealer
        else:
            self._phase = PLAYING
            self._find_king()
            self.seat = 1 - self._dealer

    def _discard(self, move: Move) -> None:
        seat = self.seat
        assert seat is not None
        hand = self._hands[seat]
        for place in LAST_FIRST[~move]:
            self._discarded[seat] |= 1 << hand.pop(place)
        count = (~move).bit_count()
        hand += self._stock[:count]
        hand.sort()
        self._stock = self._stock[count:]
        self.seat = 1 - seat
        if seat == self._dealer:
            self._exchanges = (*self._exchanges[:-1], (self._exchanges[-1][0], count))
            self._phase = PROPOSING
        else:
            self._exchanges += ((count, None),)

    def _end_deal(self) -> None:
        dealer = self._dealer
        won = self._tricks[1 - dealer]
        points = deal_points(self._rules.vulnerability, won, self._proposals, len(self._exchanges))
        winner = 1 - dealer if points[0] else dealer
        self._add(winner, points[0] + points[1])
        if self.seat is not None:
            self._deal_out(self.deal + 1, 1 - dealer)

    def copy(self) -> "EcarteState":
        twin = EcarteState(self._rules, self._seed)
        first, second = self._hands
        twin.deal = self.deal
        twin.seat = self.seat
        twin._score = self._score[:]
        twin._dealer = self._dealer
        twin._hands = [first[:], second[:]]
        twin._turned = self._turned
        twin._trump = self._trump
        twin._levels = self._levels
        twin._stock = self._stock
        twin._phase = self._phase
        twin._proposals = self._proposals
        twin._exchanges = self._exchanges
        twin._discarded = self._discarded[:]
        twin._led = self._led
        twin._tricks = self._tricks[:]
        twin._played = self._played[:]
        twin._king = self._king
        twin._king_holder = self._king_holder
        return twin

    def view(self, seat: int | None) -> View:
        """What `seat` may know: not the other hand, its discards and the stock's cards.

        ``played``: this deal's played cards in order, with the one now led. For None: ``hands``,
        ``stock`` and ``discarded`` hold cards, and ``seat`` is who acts. The SPECTATOR's ``hand``
        and ``discarded`` are null.
        """
        shown: dict[str, Any]
        if seat is None:
            shown = {
                "hands": [names_of(hand) for hand in self._hands],
                "seat": self.seat,
                "stock": names_of(self._stock),
                "discarded": [names(cards) for cards in self._discarded],
            }
        elif seat == SPECTATOR:
            shown = {"hand": None, "stock": len(self._stock), "discarded": None}
        else:
            shown = {
                "hand": names_of(self._hands[seat]),
                "stock": len(self._stock),
                "discarded": names(self._discarded[seat]),
            }
        return {
            "phase": PHASES[self._phase],
            **shown,
            "turned": NAMES[self._turned],
            "trump": SUITS[self._trump],
            "dealer": self._dealer,
            "score": self._score[:],
            "proposals": self._proposals,
            "exchanges": [list(counts) for counts in self._exchanges],
            "led": None if self._led is None else NAMES[self._led],
            "tricks": self._tricks[:],
            "played": names_of(self._played),
            "king": self._king,
            "deal": self.deal,
        }

    def event(self, move: Move, seat: int) -> Event | None:
        """The move; of the other seat's discard only how many cards it was."""
        if move < 0 and seat != self.seat:
            return {"seat": self.seat, "discard": (~move).bit_count()}
        return {"seat": self.seat, "move": self.text(move)}

    def scores(self) -> tuple[float, float]:
        """1 and 0 by seat. Raises ValueError before the end."""
        if self.seat is not None:
            raise ValueError("the game is not over")
        return (1.0, 0.0) if self._score[0] > self._score[1] else (0.0, 1.0)

    def text(self, move: Move) -> str:
        return written(move, self._hand())

    def texts(self, moves: Iterable[Move]) -> list[str]:
        hand = self._hand()
        return [written(move, hand) for move in moves]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises IllegalMove."""
        move = named(text, self._hand())
        legal = self.legal()
        if move not in legal:
            some = ", ".join([self.text(other) for other in legal[:3]])
            raise IllegalMove(f"{text!r} is not legal now; of {len(legal)} legal moves: {some}")
        return move

    def _hand(self) -> list[Card]:
        """Of the seat that acts."""
        return [] if self.seat is None else self._hands[self.seat]

    def position(self) -> str:
        """This state on one line, with the seed for the deals to come."""
        (first, second), (mine, yours) = map(mask, self._hands), self._discarded
        return notation.write(
            Position(
                hands=(first, second),
                turned=self._turned,
                dealer=self._dealer,
                seat=self.seat,
                stock=tuple(self._stock),
                score=(self._score[0], self._score[1]),
                phase=PHASES[self._phase],
                proposals=self._proposals,
                exchanges=self._exchanges,
                discarded=(mine, yours),
                played=tuple(self._played),
                led=self._led,
                tricks=(self._tricks[0], self._tricks[1]),
                king=self._king,
                deal=self.deal,
                seed=self._seed,
            )
        )
