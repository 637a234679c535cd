"""Svoi Kozyri ("your own trumps"), a duel with open cards (rules.md, section 4).

Moves are ints, each with its place in the tables below: ``lead C`` is the card itself,
``beat B C`` is ``BEAT + 36 * B + C``, a last card that beats alone stands at C = B, then ``take``
and ``trump S``. A pile is an int of six bits a card (card + 1), the top card lowest, so that laying
and taking are shifts and a whole position is one int.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine import position
from engine.cards import (
    DECK36,
    HEARTS,
    NAMES,
    RANKS,
    SPADES,
    SUIT_CARDS,
    SUITS,
    Card,
    Cards,
    each,
    mask,
    names,
    suit,
)
from engine.options import Option, Value, changed, switch
from engine.ruleset import BadPosition, Event, IllegalMove, View
from engine.seeds import SETUP, Stream

Move = int
Pile = int
Trumps = tuple[int | None, int | None]

BEAT = 36
TAKE = BEAT + 36 * 36
TRUMP = TAKE + 1
REPETITIONS = 3  # occurrences of a position that make a draw (SR12)
ALL = (1 << 36) - 1


def _tables() -> tuple[list[str], list[Cards], list[int]]:
    """By move: its text, the cards that leave the hand, and what is laid on the pile."""
    text = [f"lead {name}" for name in NAMES]
    given = [1 << card for card in DECK36]
    laid = [card + 1 for card in DECK36]
    for first in DECK36:
        for second in DECK36:
            alone = first == second
            text.append(f"beat {NAMES[first]}" + ("" if alone else f" {NAMES[second]}"))
            given.append(1 << first | 1 << second)
            laid.append(first + 1 if alone else first + 1 << 6 | second + 1)
    return [*text, "take", *(f"trump {name}" for name in SUITS)], given, laid


def _chosen(first: Move, without: int | None = None) -> tuple[tuple[Move, ...], ...]:
    """By the nine bits of a suit's cards in hand: the moves `first` + rank, for each rank held."""
    result: list[tuple[Move, ...]] = [()]
    for held in range(1, 512):
        top = held.bit_length() - 1
        rest = result[held ^ 1 << top]
        result.append(rest if top == without else (*rest, first + top))
    return tuple(result)


def _beaten_by(trump: int) -> tuple[Cards, ...]:
    """By top card + 1: the cards that beat it in the turn of the owner of `trump` (S12, S20)."""
    result = [0]
    for top in DECK36:
        higher = SUIT_CARDS[suit(top)] & -(2 << top)
        result.append(higher if suit(top) == trump else higher | SUIT_CARDS[trump])
    return tuple(result)


def _taken(trump: int) -> tuple[int, ...]:
    """By top card + 1: how many cards the owner of `trump` must take, 36 for all (S23 to S25)."""
    own = [5] * (len(RANKS) - 1) + [36]
    return 0, *(own[card % 9] if suit(card) == trump else 3 for card in DECK36)


TEXT, GIVEN, LAID = _tables()
MOVES = {text: move for move, text in enumerate(TEXT)}
LEADS = tuple(_chosen(9 * s) for s in range(4))
# By beating card + 1 and suit of the second card: the moves, never with the same card twice.
BEATS = (
    (),
    *(
        tuple(_chosen(BEAT + 36 * b + 9 * s, b % 9 if s == suit(b) else None) for s in range(4))
        for b in DECK36
    ),
)
BEATEN_BY = tuple(_beaten_by(trump) for trump in range(4))
TAKEN = tuple(_taken(trump) for trump in range(4))
BIT = (0, *(1 << card for card in DECK36))


def mirror_deal(first_half: Cards, trumps: tuple[int, int], deck: Cards = ALL) -> list[Cards]:
    """The hands that mirror each other under the exchange of the two players' suits (SR3).

    Seat 0 keeps its own suits' cards of the first half, seat 1 gets their twins; each gets the
    rest of the other's suits.
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
            return SvoiKozyriState(self, (None, None), [0, 0], seed=seed)
        trumps = (SPADES, HEARTS)
        if self.trumps == "random":
            setup = Stream(seed, SETUP)
            first = setup.below(4)
            trumps = (first, [s for s in range(4) if s != first][setup.below(3)])
        return SvoiKozyriState(self, trumps, self.hands(seed, trumps))

    def hands(self, seed: bytes, trumps: tuple[int, int]) -> list[Cards]:
        """The two hands that `seed` deals to the owners of `trumps`."""
        deck = Stream(seed, 0).shuffle(DECK36)
        if self.deal == "mirror":
            return mirror_deal(mask(deck[:18]), trumps)
        return [mask(deck[0::2]), mask(deck[1::2])]

    def position(self, text: str) -> "SvoiKozyriState":
        """The state that a text sets up, with any cards; `SvoiKozyriState.position` writes it.

        ``hands 6C AS / 9D 7D; trumps S H; pile 8D; seat 1; ply 12; earlier 3f 4a*2``: the pile
        bottom first, the seat whose turn it is (or would be, after the end), and the positions
        that occurred before, which may be left out. While trumps are chosen: ``trumps - H;
        seed …``. Raises BadPosition.
        """
        return _read(self, position.Fields(text, FIELDS))


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

    def __init__(
        self,
        rules: SvoiKozyri,
        trumps: Trumps,
        hands: list[Cards],
        pile: Pile = 0,
        turn: int = 0,
        ply: int = 0,
        earlier: Mapping[int, int] | None = None,
        seed: bytes = b"",
    ) -> None:
        self.deal = 0
        self._rules = rules
        self._seed = seed
        self._trumps = trumps
        self._pile = pile
        self._ply = ply
        self._counts = dict(earlier or {})
        self._scores: tuple[float, float] | None = None
        self._beaten_by: tuple[tuple[Cards, ...], ...] = ()
        self._deal(hands, turn)

    def _deal(self, hands: list[Cards], turn: int) -> None:
        """Puts the hands into play, or asks for the next trump while one is not chosen."""
        first, second = self._trumps
        self._hands = hands
        self._deck = hands[0] | hands[1] | mask(_cards(self._pile))
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
        self._turn = loser
        self.seat = None
        if one and self._rules.draw_rule and left & self._beaten_by[loser][self._pile & 63]:
            self._scores = (0.5, 0.5)
        else:
            self._scores = (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def _key(self) -> int:
        """The position as one int: with the deck known, one hand, the pile and the mover."""
        return (self._pile << 36 | self._hands[0]) << 1 | self._turn

    def legal(self) -> list[Move]:
        """Every legal move; beating cards in deck order, for each its second cards; last `take`."""
        seat = self.seat
        if seat is None:
            return []
        hand = self._hands[seat]
        clubs, diamonds, hearts, spades = hand & 511, hand >> 9 & 511, hand >> 18 & 511, hand >> 27
        pile = self._pile
        if not pile:
            if not hand:
                return [TRUMP + s for s in range(4) if s not in self._trumps]
            a, b, c, d = LEADS
            return [*a[clubs], *b[diamonds], *c[hearts], *d[spades]]
        beating = hand & self._beaten_by[seat][pile & 63]
        if not beating:
            return [TAKE]
        moves: list[Move] = []
        if hand & (hand - 1):
            while beating:
                low = beating & -beating
                beating ^= low
                a, b, c, d = BEATS[low.bit_length()]
                moves += a[clubs]
                moves += b[diamonds]
                moves += c[hearts]
                moves += d[spades]
        else:
            moves.append(BEAT + 37 * (hand.bit_length() - 1))
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
            self._pile = self._pile << (12 if laid > 63 else 6) | laid
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
        trump = self._trumps[seat]
        assert trump is not None
        count = TAKEN[trump][pile & 63]
        if count == 36:
            self._hands[seat] = self._deck ^ self._hands[1 - seat]
            self._pile = 0
            return
        low = pile & 0x3FFFFFFF
        taken = BIT[low & 63] | BIT[low >> 6 & 63] | BIT[low >> 12 & 63]
        if count == 5:
            taken |= BIT[low >> 18 & 63] | BIT[low >> 24]
        self._hands[seat] |= taken
        self._pile = pile >> 6 * count

    def _choose(self, trump: int) -> None:
        first, second = self._trumps
        if second is None:
            self._trumps = (first, trump)
            self._deal([0, 0], 0)
        else:
            self._trumps = (trump, second)
            self._deal(self._rules.hands(self._seed, (trump, second)), 0)

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

        For None: ``hands`` by seat, and ``seat``, who acts. The phase is ``choose``, ``play`` or
        ``over``.
        """
        hands = [names(cards) for cards in self._hands]
        trump = self._trumps[self._turn]
        dealt = None not in self._trumps
        held: View
        if seat is None:
            held = {"hands": hands, "seat": self.seat}
        else:
            held = {"hand": hands[seat], "opponent": hands[1 - seat]}
        pile = [NAMES[card] for card in _cards(self._pile)]
        return {
            "phase": "over" if self.seat is None else "play" if dealt else "choose",
            **held,
            "trumps": [None if t is None else SUITS[t] for t in self._trumps],
            "pile": pile,
            "take": 0 if trump is None else min(TAKEN[trump][self._pile & 63], len(pile)),
            "ply": self._ply,
            "repetition": self._counts.get(self._key(), 1) if dealt else 0,
        }

    def event(self, move: Move, seat: int) -> Event | None:
        return {"seat": self.seat, "move": TEXT[move]}

    def scores(self) -> tuple[float, float]:
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
                "e.g. 'beat 9D 7H' (the beating card first)"
            )
        legal = self.legal()
        if move not in legal:
            first = ", ".join(TEXT[other] for other in legal[:3])
            more = ", …" if len(legal) > 3 else ""
            raise IllegalMove(f"{text!r} is not legal now; {len(legal)} moves are: {first}{more}")
        return move

    def position(self) -> str:
        """This state on one line, with the positions that occurred before; read by the ruleset."""
        trumps = " ".join("-" if t is None else SUITS[t] for t in self._trumps)
        if None in self._trumps:
            return f"trumps {trumps}; seed {self._seed.hex()}"
        counts = self._counts.copy()
        key = self._key()
        if key in counts:
            counts[key] -= 1
        earlier = [f"{k:x}*{n}" if n > 1 else f"{k:x}" for k, n in counts.items() if n]
        return (
            f"hands {position.hands(self._hands)}; trumps {trumps}; "
            f"pile {position.row(_cards(self._pile))}; seat {self._turn}; ply {self._ply}"
            + ("; earlier " + " ".join(earlier) if earlier else "")
        )


FIELDS = ("hands", "trumps", "pile", "seat", "ply", "earlier", "seed")
KEY = re.compile(r"[0-9a-f]{1,64}")  # 36 cards of six bits, a hand, a seat: 253 bits


def _cards(pile: Pile) -> list[Card]:
    """The cards of a pile, bottom first."""
    cards = []
    while pile:
        cards.append((pile & 63) - 1)
        pile >>= 6
    return cards[::-1]


def _read(rules: SvoiKozyri, fields: position.Fields) -> SvoiKozyriState:
    trumps = _read_trumps(fields)
    if None in trumps:
        if rules.trumps != "choose":
            raise BadPosition("trumps names both suits, unless the option trumps=choose is set")
        fields.only(("trumps", "seed"), "while trumps are chosen")
        return SvoiKozyriState(rules, trumps, [0, 0], seed=fields.seed())
    fields.only(FIELDS[:-1], "once trumps are known")
    hands = fields.sets("hands", 2)
    pile = 0
    for card in fields.cards("pile"):
        pile = pile << 6 | card + 1
    turn = fields.number("seat", range(2), 0)
    if not hands[turn]:
        raise BadPosition(f"seat {turn} has no card, so it cannot be its turn")
    if not hands[1 - turn] and not pile:
        raise BadPosition(f"seat {1 - turn} has no card, so its last one must be on the pile")
    ply = fields.number("ply", range(rules.max_plies + 1), 0)
    return SvoiKozyriState(rules, trumps, hands, pile, turn, ply, _read_earlier(fields))


def _read_trumps(fields: position.Fields) -> Trumps:
    words = fields.words("trumps", "- -")
    if len(words) != 2 or words[0] == words[1] != "-" or any(w not in (*SUITS, "-") for w in words):
        raise BadPosition(f"trumps takes two different suits of {SUITS}, seat 0's first")
    first, second = (None if word == "-" else SUITS.index(word) for word in words)
    if second is None and first is not None:
        raise BadPosition("seat 1 chooses its trump first")
    return first, second


def _read_earlier(fields: position.Fields) -> dict[int, int]:
    counts: dict[int, int] = {}
    for word in fields.words("earlier"):
        key, _, times = word.partition("*")
        if not KEY.fullmatch(key) or times not in ("", "2"):
            raise BadPosition(
                f"earlier takes positions as they are written here, not {word[:80]!r}"
            )
        counts[int(key, 16)] = int(times or 1)
    return counts
