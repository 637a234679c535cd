"""Svoi Kozyri ("your own trumps"), a duel with open cards (rules.md, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar

from engine import svoi_kozyri_position
from engine.cards import (
    DECK36,
    HEARTS,
    NAMES,
    SPADES,
    SUIT_CARDS,
    SUITS,
    Cards,
    each,
    mask,
    names,
    suit,
)
from engine.options import Option, Value, changed, switch
from engine.ruleset import SPECTATOR, BadPosition, Event, IllegalMove, View
from engine.seeds import SETUP, Stream
from engine.svoi_kozyri_moves import (
    BEATEN_BY,
    BEATS,
    CARD,
    CLUBS_OF,
    DIAMONDS_OF,
    GIVEN,
    HEARTS_OF,
    LAID,
    MOVES,
    SPADES_OF,
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

REPETITIONS = 3  # occurrences of a position that make a draw (SR12)
ALL = mask(DECK36)


def mirror_deal(first_half: Cards, trumps: tuple[int, int], deck: Cards = ALL) -> list[Cards]:
    """The two hands that mirror each other under the exchange of the players' suits (SR3).

    Seat 0 keeps the first half's cards of its own suits, which are its trump and the lower of the
    suits that are nobody's; seat 1 gets their twins; each gets the rest of the other's suits.
    """
    sides = [s for s in range(4) if s not in trumps]
    twin = {trumps[0]: trumps[1], sides[0]: sides[1]}
    own = SUIT_CARDS[trumps[0]] | SUIT_CARDS[sides[0]]
    kept = first_half & own
    twins = mask(9 * twin[suit(card)] + card % 9 for card in each(kept))
    return [kept | (deck & ~own & ~twins), twins | (deck & own & ~kept)]


@dataclass(frozen=True)
class SvoiKozyri:
    """The ruleset: one deal of all 36 cards; who runs out of cards first wins."""

    deal: str = "random"
    voluntary_take: bool = False
    trumps: str = "random"
    max_plies: int = 300
    draw_rule: bool = True

    name: ClassVar[str] = "svoi-kozyri"
    seats: ClassVar[int] = 2
    OPTIONS: ClassVar[dict[str, Option]] = {
        "deal": Option("random", ("random", "mirror"), "all cards at random, or mirrored hands"),
        "voluntary_take": switch(False, "taking is allowed also to one who could beat"),
        "trumps": Option("random", ("random", "choose", "fixed"), "drawn, chosen, or S and H"),
        "max_plies": Option(300, range(1, 10_001), "moves after which the game is a draw"),
        "draw_rule": switch(True, "a loser whose one last card beats the top card draws"),
    }

    @property
    def options(self) -> Mapping[str, Value]:
        return changed(self)

    def start(self, seed: bytes) -> "SvoiKozyriState":
        """The game that `seed` deals; with ``trumps=choose`` it begins with the two choices."""
        if self.trumps == "choose":
            return SvoiKozyriState(self, Position((None, None), seed=seed))
        trumps = (SPADES, HEARTS)
        if self.trumps == "random":
            setup = Stream(seed, SETUP)
            first = setup.below(4)
            trumps = (first, [s for s in range(4) if s != first][setup.below(3)])
        first_hand, second_hand = self.hands(seed, trumps)
        return SvoiKozyriState(self, Position(trumps, (first_hand, second_hand)))

    def hands(self, seed: bytes, trumps: tuple[int, int]) -> list[Cards]:
        """The two hands that `seed` deals to the owners of `trumps`."""
        deck = Stream(seed, 0).shuffle(DECK36)
        if self.deal == "mirror":
            return mirror_deal(mask(deck[:18]), trumps)
        return [mask(deck[0::2]), mask(deck[1::2])]

    def position(self, text: str) -> "SvoiKozyriState":
        """The state that a text sets up, with any cards (`svoi_kozyri_position`)."""
        position = svoi_kozyri_position.read(text)
        if None in position.trumps and self.trumps != "choose":
            raise BadPosition("trumps= names both suits, unless the option trumps=choose is set")
        if position.ply > self.max_plies:
            raise BadPosition(f"ply={position.ply}: the game ends at ply {self.max_plies}")
        return SvoiKozyriState(self, position)


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

    def __init__(self, rules: SvoiKozyri, position: Position) -> None:
        self.deal = 0
        self._rules = rules
        self._seed = position.seed
        self._trumps = position.trumps
        self._pile: Pile = pile_of(position.pile)
        self._ply = position.ply
        self._counts = dict(position.earlier)
        self._scores: tuple[float, float] | None = None
        self._beaten_by: tuple[tuple[Cards, ...], ...] = ()
        self._set_up(list(position.hands), position.seat)

    def _set_up(self, hands: list[Cards], turn: int) -> None:
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
        cards = (
            CLUBS_OF[hand & 511]
            + DIAMONDS_OF[hand >> 9 & 511]
            + HEARTS_OF[hand >> 18 & 511]
            + SPADES_OF[hand >> 27]
        )
        if not pile:
            return list(cards)
        if len(cards) == 1:
            moves = [BEATS[cards[0]][cards[0]]]
        else:
            # Of each row of the table the cards in hand, but not the beating card on itself.
            # Smaller tables, and so faster, than whole rows for each set of cards.
            moves = []
            held = itemgetter(*cards)
            begin = 0
            for card in (
                CLUBS_OF[beating & 511]
                + DIAMONDS_OF[beating >> 9 & 511]
                + HEARTS_OF[beating >> 18 & 511]
                + SPADES_OF[beating >> 27]
            ):
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
            self._set_up([0, 0], 0)
        else:
            self._trumps = (trump, second)
            self._set_up(self._rules.hands(self._seed, (trump, second)), 0)

    def copy(self) -> "SvoiKozyriState":
        twin = SvoiKozyriState.__new__(SvoiKozyriState)
        twin.deal = self.deal
        twin.seat = self.seat
        twin._turn = self._turn
        twin._rules = self._rules
        twin._seed = self._seed
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
