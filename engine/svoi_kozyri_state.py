"""A game of Svoi Kozyri in progress: the hands, the pile, and the positions that occurred."""

from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from engine import svoi_kozyri_position
from engine.cards import NAMES, SUITS, Cards, listed, mask, names
from engine.ruleset import SPECTATOR, Event, IllegalMove, View
from engine.svoi_kozyri_moves import (
    BEATEN_BY,
    BEATS,
    CARD,
    GIVEN,
    LAID,
    MOVES,
    TAKE,
    TAKEN,
    TEXT,
    TOP,
    TRUMP,
    WHOLE,
    Move,
    Pile,
    pile_cards,
    pile_of,
)
from engine.svoi_kozyri_position import Position

if TYPE_CHECKING:
    from engine.svoi_kozyri import SvoiKozyri

REPETITIONS: Final = 3  # occurrences of a position that make a draw (SR12)


class SvoiKozyriState:
    """A game in progress. After the end `seat` is None."""

    __slots__ = (
        "_beaten_by",
        "_counts",
        "_deck",
        "_hands",
        "_pile",
        "_ply",
        "_rules",
        "_scores",
        "_seed",
        "_trumps",
        "_turn",
        "deal",
        "seat",
    )
    seat: int | None
    deal: int

    def __init__(self, rules: "SvoiKozyri", seed: bytes) -> None:
        """Still without cards: `set_up` comes next."""
        self.deal = 0
        self._rules = rules
        self._seed = seed

    def set_up(self, position: Position) -> None:
        """Puts this position on the table, and counts it."""
        self._trumps = position.trumps
        self._pile: Pile = pile_of(position.pile)
        self._ply = position.ply
        self._counts = dict(position.earlier)
        self._scores: tuple[float, float] | None = None
        self._beaten_by: tuple[tuple[Cards, ...], ...] = ()
        self._begin(list(position.hands), position.seat)

    def _begin(self, hands: list[Cards], turn: int) -> None:
        """Puts the hands into play, or asks for the next trump while one is not chosen."""
        first, second = self._trumps
        self._hands = hands
        self._deck = hands[0] | hands[1] | mask(pile_cards(self._pile))
        self.seat = self._turn = turn
        if first is None or second is None:
            self.seat = self._turn = 1 if second is None else 0
            return
        self._beaten_by = (BEATEN_BY[first], BEATEN_BY[second])
        if hands[1 - turn]:
            self._arrive()
        else:
            self._go_out(1 - turn)

    def _arrive(self) -> None:
        """Counts the position now reached; its third occurrence or the last ply is a draw."""
        key = self._key()
        count = self._counts.get(key, 0) + 1
        self._counts[key] = count
        if count >= REPETITIONS or self._ply >= self._rules.max_plies:
            self.seat = None
            self._scores = (0.5, 0.5)

    def _go_out(self, winner: int) -> None:
        """Ends the game; a loser's one card that beats the top makes it a draw (SR9)."""
        loser = 1 - winner
        left = self._hands[loser]
        one = not left & (left - 1)
        self.seat = None
        self._turn = loser
        if one and self._rules.draw_rule and left & self._beaten_by[loser][self._pile & TOP]:
            self._scores = (0.5, 0.5)
        else:
            self._scores = (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def _key(self) -> int:
        """The position as an int: one hand, the pile and the mover; the deck gives the rest."""
        return (self._pile << 36 | self._hands[0]) << 1 | self._turn

    def legal(self) -> list[Move]:
        """Every legal move: beating cards in deck order, for each its second cards; `take` last."""
        seat = self.seat
        if seat is None:
            return []
        hand = self._hands[seat]
        if not hand:
            return [TRUMP + s for s in range(4) if s not in self._trumps]
        pile = self._pile
        beating = hand & self._beaten_by[seat][pile & TOP]
        if pile and not beating:
            return [TAKE]
        cards = listed(hand)
        if not pile:
            return cards
        if len(cards) == 1:
            moves = [BEATS[cards[0]][cards[0]]]
        else:
            # Of each row of the table the cards in hand, but not the beating card on itself.
            # Smaller tables, and so faster, than whole rows for each set of cards.
            moves = []
            held = itemgetter(*cards)
            begin = 0
            for card in listed(beating):
                moves += held(BEATS[card])
                del moves[begin + cards.index(card)]
                begin = len(moves)
        if self._rules.voluntary_take:
            moves.append(TAKE)
        return moves

    def play(self, move: Move) -> None:
        """Plays a legal move."""
        seat = self._turn
        if move < TAKE:
            hand = self._hands[seat] ^ GIVEN[move]
            self._hands[seat] = hand
            laid = LAID[move]
            self._pile = self._pile << (12 if laid > TOP else 6) | laid
            self._ply += 1
            if not hand:
                self._go_out(seat)
                return
        elif move == TAKE:
            self._take(seat)
            self._ply += 1
        else:
            self._choose(move - TRUMP)
            return
        self.seat = self._turn = 1 - seat
        self._arrive()

    def _take(self, seat: int) -> None:
        pile = self._pile
        count = self._due(seat)
        if count == WHOLE:
            self._hands[seat] = self._deck ^ self._hands[1 - seat]
            self._pile = 0
            return
        top = pile & 0x3FFFFFFF
        taken = CARD[top & 63] | CARD[top >> 6 & 63] | CARD[top >> 12 & 63]
        if count == 5:
            taken |= CARD[top >> 18 & 63] | CARD[top >> 24]
        self._hands[seat] |= taken
        self._pile = pile >> 6 * count

    def _due(self, seat: int) -> int:
        """How many cards `seat` would take, were the pile large enough (SR10)."""
        trump = self._trumps[seat]
        return 0 if trump is None else TAKEN[trump][self._pile & TOP]

    def _choose(self, trump: int) -> None:
        first, second = self._trumps
        if second is None:
            self._trumps = (first, trump)
            self._begin([0, 0], 0)
        else:
            self._trumps = (trump, second)
            self._begin(self._rules.hands(self._seed, (trump, second)), 0)

    def copy(self) -> "SvoiKozyriState":
        twin = SvoiKozyriState(self._rules, self._seed)
        twin.seat = self.seat
        twin._turn = self._turn
        twin._trumps = self._trumps
        twin._beaten_by = self._beaten_by
        twin._deck = self._deck
        twin._hands = self._hands[:]
        twin._pile = self._pile
        twin._ply = self._ply
        twin._counts = self._counts.copy()
        twin._scores = self._scores
        return twin

    def view(self, seat: int | None) -> View:
        """What `seat` sees, which is everything once the cards are dealt (SR13).

        None and the SPECTATOR see ``hands`` by seat and ``seat``, who acts, in place of ``hand``
        and ``opponent``.
        The phase is ``choose``, ``play`` or ``over``; ``repetition`` is 0 in the first.
        """
        hands = [names(cards) for cards in self._hands]
        pile = [NAMES[card] for card in pile_cards(self._pile)]
        dealt = None not in self._trumps
        held: dict[str, Any]
        if seat is None or seat == SPECTATOR:
            held = {"hands": hands, "seat": self.seat}
        else:
            held = {"hand": hands[seat], "opponent": hands[1 - seat]}
        return {
            "phase": "over" if self.seat is None else "play" if dealt else "choose",
            **held,
            "trumps": [None if trump is None else SUITS[trump] for trump in self._trumps],
            "pile": pile,
            "take": min(self._due(self._turn), len(pile)),
            "ply": self._ply,
            "repetition": self._counts.get(self._key(), 1) if dealt else 0,
        }

    def event(self, move: Move, seat: int) -> Event | None:
        return {"seat": self.seat, "move": TEXT[move]}

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by seat. Raises ValueError before the end."""
        if self._scores is None:
            raise ValueError("the game is not over")
        return self._scores

    def text(self, move: Move) -> str:
        return TEXT[move]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises IllegalMove."""
        move = MOVES.get(text.replace("10", "T"))
        if move is None:
            raise IllegalMove(
                f"{text[:80]!r} is no move: write lead, beat, take or trump and its cards, "
                "e.g. 'beat 9D 7H' with the beating card first"
            )
        legal = self.legal()
        if move not in legal:
            some = ", ".join(TEXT[other] for other in legal[:3])
            raise IllegalMove(f"{text!r} is not legal now; of {len(legal)} legal moves: {some}")
        return move

    def position(self) -> str:
        """This state on one line, with the positions that occurred before."""
        earlier = dict(self._counts)
        if earlier.get(self._key()):
            earlier[self._key()] -= 1
        first, second = self._hands
        return svoi_kozyri_position.write(
            Position(
                self._trumps,
                (first, second),
                tuple(pile_cards(self._pile)),
                self._turn,
                self._ply,
                earlier,
                self._seed,
            )
        )
