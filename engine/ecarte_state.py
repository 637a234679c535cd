"""A game of Écarté in progress: bids, exchanges, tricks, and who sees what."""

from typing import TYPE_CHECKING, Any

from engine import ecarte_position
from engine.cards import NAMES, SUIT_CARDS, SUITS, Card, Cards, listed, mask, names
from engine.ecarte_deal import deal_points, dealt
from engine.ecarte_moves import (
    ACCEPT,
    HIGHER,
    KING,
    KINGS,
    PROPOSE,
    REFUSE,
    STAND,
    WINNERS,
    Move,
    named,
    written,
)
from engine.ecarte_position import HAND, Position
from engine.ruleset import SPECTATOR, Event, IllegalMove, View

if TYPE_CHECKING:
    from engine.ecarte import Ecarte


class EcarteState:
    """A game in progress, from deal to deal. After the end `seat` is None."""

    __slots__ = (
        "_dealer",
        "_discarded",
        "_exchanges",
        "_hands",
        "_king",
        "_led",
        "_open_king",
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

    def __init__(self, rules: "Ecarte", seed: bytes) -> None:
        """Still without cards: `set_up` comes next."""
        self._rules = rules
        self._seed = seed

    def set_up(self, position: Position) -> None:
        """Puts this deal on the table, and scores its turned king if that is still due."""
        self.deal = position.deal
        self.seat = position.seat
        self._dealer = position.dealer
        self._score = list(position.score)
        self._hands = list(position.hands)
        self._turned = position.turned
        self._trump = position.turned // 9
        self._stock = position.stock
        self._phase = position.phase
        self._proposals = position.proposals
        self._exchanges = position.exchanges
        self._discarded = list(position.discarded)
        self._led = position.led
        self._tricks = list(position.tricks)
        self._played = position.played
        self._king = position.king
        # The king of trumps while its holder may still announce it with his first card.
        self._open_king = 0 if any(position.tricks) else 1 << KINGS[self._trump]
        if self._phase == "deal":
            self._phase = "propose"
            self._turn_up()

    def _turn_up(self) -> None:
        """A king turned scores for the dealer at once (ER3)."""
        if self._turned == KINGS[self._trump]:
            self._add(self._dealer, 1)

    def _add(self, seat: int, points: int) -> None:
        """Scores; reaching the target ends the game at once (ER15)."""
        self._score[seat] += points
        if self._score[seat] >= self._rules.target:
            self._phase = "over"
            self.seat = None

    def legal(self) -> list[Move]:
        """Every legal move: cards in deck order, each without ``king`` first."""
        seat = self.seat
        if seat is None:
            return []
        if self._phase != "card":
            return self._bids(seat)
        hand = playable = self._hands[seat]
        led = self._led
        if led is not None:
            same = hand & SUIT_CARDS[led // 9]
            if same:  # follow suit, and win with it if possible (E24)
                playable = same & HIGHER[led] or same
            elif self._rules.must_trump:
                playable = hand & SUIT_CARDS[self._trump] or hand
        cards = listed(playable)
        return self._with_king(cards) if hand & self._open_king else cards

    def _with_king(self, cards: list[Card]) -> list[Move]:
        """The moves of one who may announce the king; leading it is announcing it (ER8)."""
        king = KINGS[self._trump] if self._led is None else None
        return [m for c in cards for m in ((KING + c,) if c == king else (c, KING + c))]

    def _bids(self, seat: int) -> list[Move]:
        """The moves before the first card; the sizes of discards are ER6's."""
        stock = len(self._stock)
        if self._phase == "propose":
            return [PROPOSE, STAND] if stock else [STAND]
        if self._phase == "respond":
            return [ACCEPT, REFUSE]
        least = min(self._rules.dealer_min, stock) if seat == self._dealer else 1
        moves = [-1]
        hand = self._hands[seat]
        while hand:
            low = hand & -hand
            hand ^= low
            moves += [move ^ low for move in moves]
        if stock < HAND:
            return [move for move in moves if least <= (~move).bit_count() <= stock]
        return moves[least:]

    def play(self, move: Move) -> None:
        """Plays a legal move; after a deal's last one the next deal is there."""
        if move < 0:
            self._discard(~move)
        elif move < STAND:
            self._card(move)
        elif move == PROPOSE:
            self._proposals += 1
            self._phase = "respond"
            self.seat = self._dealer
        else:
            self._phase = "discard" if move == ACCEPT else "card"
            self.seat = 1 - self._dealer

    def _discard(self, cards: Cards) -> None:
        seat = self.seat
        assert seat is not None
        count = cards.bit_count()
        stock = self._stock
        self._hands[seat] = self._hands[seat] ^ cards | mask(stock[:count])
        self._stock = stock[count:]
        self._discarded[seat] |= cards
        self.seat = 1 - seat
        if seat == self._dealer:
            self._exchanges = (*self._exchanges[:-1], (self._exchanges[-1][0], count))
            self._phase = "propose"
        else:
            self._exchanges += ((count, None),)

    def _card(self, move: Move) -> None:
        seat = self.seat
        assert seat is not None
        card = move if move < KING else move - KING
        led = self._led
        self._hands[seat] ^= 1 << card
        self._played += (card,)
        if led is None:
            self._led = card
            self.seat = 1 - seat
        else:
            self._led = None
            taker = seat if WINNERS[self._trump][led] >> card & 1 else 1 - seat
            self._tricks[taker] += 1
            self._open_king = 0
            self.seat = taker
        if move >= KING:
            self._king = seat
            self._add(seat, 1)
        elif led is not None and not self._hands[seat]:
            self._end_deal()

    def _end_deal(self) -> None:
        dealer = self._dealer
        won = self._tricks[1 - dealer]
        points = deal_points(self._rules.vulnerability, won, self._proposals, len(self._exchanges))
        winner = 1 - dealer if points[0] else dealer
        self._add(winner, max(points))
        if self.seat is not None:
            score = (self._score[0], self._score[1])
            self.set_up(dealt(self._seed, self.deal + 1, 1 - dealer, score))

    def copy(self) -> "EcarteState":
        twin = EcarteState(self._rules, self._seed)
        twin.deal = self.deal
        twin.seat = self.seat
        twin._score = self._score[:]
        twin._dealer = self._dealer
        twin._hands = self._hands[:]
        twin._turned = self._turned
        twin._trump = self._trump
        twin._stock = self._stock
        twin._phase = self._phase
        twin._proposals = self._proposals
        twin._exchanges = self._exchanges
        twin._discarded = self._discarded[:]
        twin._led = self._led
        twin._tricks = self._tricks[:]
        twin._played = self._played
        twin._king = self._king
        twin._open_king = self._open_king
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
                "hands": [names(cards) for cards in self._hands],
                "seat": self.seat,
                "stock": [NAMES[card] for card in self._stock],
                "discarded": [names(cards) for cards in self._discarded],
            }
        elif seat == SPECTATOR:
            shown = {"hand": None, "stock": len(self._stock), "discarded": None}
        else:
            shown = {
                "hand": names(self._hands[seat]),
                "stock": len(self._stock),
                "discarded": names(self._discarded[seat]),
            }
        return {
            "phase": self._phase,
            **shown,
            "turned": NAMES[self._turned],
            "trump": SUITS[self._trump],
            "dealer": self._dealer,
            "score": self._score[:],
            "proposals": self._proposals,
            "exchanges": [list(counts) for counts in self._exchanges],
            "led": None if self._led is None else NAMES[self._led],
            "tricks": self._tricks[:],
            "played": [NAMES[card] for card in self._played],
            "king": self._king,
            "deal": self.deal,
        }

    def event(self, move: Move, seat: int) -> Event | None:
        """The move; of the other seat's discard only how many cards it was."""
        if move < 0 and seat != self.seat:
            return {"seat": self.seat, "discard": (~move).bit_count()}
        return {"seat": self.seat, "move": written(move)}

    def scores(self) -> tuple[float, float]:
        """1 and 0 by seat. Raises ValueError before the end."""
        if self.seat is not None:
            raise ValueError("the game is not over")
        return (1.0, 0.0) if self._score[0] > self._score[1] else (0.0, 1.0)

    def text(self, move: Move) -> str:
        return written(move)

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises IllegalMove."""
        move = named(text)
        legal = self.legal()
        if move not in legal:
            some = ", ".join(written(other) for other in legal[:3])
            raise IllegalMove(f"{text!r} is not legal now; of {len(legal)} legal moves: {some}")
        return move

    def position(self) -> str:
        """This state on one line, with the seed for the deals to come."""
        (first, second), (mine, yours) = self._hands, self._discarded
        return ecarte_position.write(
            Position(
                hands=(first, second),
                turned=self._turned,
                dealer=self._dealer,
                seat=self.seat,
                stock=self._stock,
                score=(self._score[0], self._score[1]),
                phase=self._phase,
                proposals=self._proposals,
                exchanges=self._exchanges,
                discarded=(mine, yours),
                played=self._played,
                led=self._led,
                tricks=(self._tricks[0], self._tricks[1]),
                king=self._king,
                deal=self.deal,
                seed=self._seed,
            )
        )
