"""A game of Svoi Kozyri in progress: the hands, the pile, and the positions that occurred."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from engine.cards import NAMES, SUITS, Cards, listed, mask
from engine.errors import IllegalMove
from engine.ruleset import SPECTATOR, Event, Moves, View
from engine.svoi_kozyri import notation
from engine.svoi_kozyri.moves import (
    BEATS,
    LAID,
    MOVES,
    NO_CARD,
    NO_PILE,
    NOT_BEATING,
    TAKE,
    TAKEN,
    TEXT,
    TRUMP,
    Beats,
    Move,
    each_pile,
)
from engine.svoi_kozyri.notation import Position

if TYPE_CHECKING:
    from engine.svoi_kozyri.ruleset import SvoiKozyri

REPETITIONS: Final = 3  # occurrences of a position that make a draw (SR12)


class SvoiKozyriState:
    """A game in progress. After the end `seat` is None."""

    __slots__ = (
        "_deck",
        "_hands",
        "_last_ply",
        "_may_take",
        "_not_beating",
        "_pile",
        "_ply",
        "_rules",
        "_scores",
        "_seed",
        "_seen",
        "_taken",
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
        self._may_take = rules.voluntary_take
        self._last_ply = rules.max_plies
        self._seed = seed

    def set_up(self, position: Position) -> None:
        """Puts this position on the table, and counts it."""
        self._trumps = position.trumps
        self._pile = NO_PILE + bytes(position.pile)
        self._ply = position.ply
        # The positions that occurred, by the seat that had moved: its hand, and the piles with it.
        # The deck gives the rest, and a hand hardly ever comes back.
        self._seen: list[dict[bytes, bytes]] = [dict(seen) for seen in position.earlier]
        self._scores: tuple[float, float] | None = None
        # What a top card means to each seat, for it depends on the seat's trumps.
        self._not_beating: list[list[bytes]] = []
        self._taken: list[list[int]] = []
        self._begin(list(position.hands), position.seat)

    def _begin(self, hands: list[Cards], turn: int) -> None:
        """Puts the hands into play, or asks for the next trump while one is not chosen."""
        first, second = self._trumps
        self._hands = [bytes(listed(cards)) for cards in hands]
        self._deck = bytes(listed(hands[0] | hands[1] | mask(self._pile[1:])))
        self.seat = self._turn = turn
        if first is None or second is None:
            self.seat = self._turn = 1 if second is None else 0
            return
        self._not_beating = [NOT_BEATING[first], NOT_BEATING[second]]
        self._taken = [TAKEN[first], TAKEN[second]]
        if hands[1 - turn]:
            self._arrive()
        else:
            self._go_out(1 - turn)

    def _arrive(self) -> None:
        """Counts the position now reached; its third occurrence or the last ply is a draw."""
        mover = 1 - self._turn
        hand = self._hands[mover]
        seen = self._seen[mover]
        seen[hand] = seen.get(hand, b"") + self._pile
        if self._repetition() >= REPETITIONS or self._ply >= self._last_ply:
            self.seat = None
            self._scores = (0.5, 0.5)

    def _go_out(self, winner: int) -> None:
        """Ends the game; a loser's one card that beats the top makes it a draw (SR9)."""
        loser = 1 - winner
        left = self._hands[loser]
        self.seat = None
        self._turn = loser
        beats = len(left) == 1 and left[0] not in self._not_beating[loser][self._pile[-1]]
        if beats and self._rules.draw_rule:
            self._scores = (0.5, 0.5)
        else:
            self._scores = (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def _repetition(self) -> int:
        """How often the position now reached has occurred, this time included."""
        mover = 1 - self._turn
        return each_pile(self._seen[mover].get(self._hands[mover], b"")).count(self._pile[1:])

    def legal(self) -> Moves[Move]:
        """Every legal move: beating cards in deck order, for each its second cards; `take` last."""
        if self.seat is None:
            return []
        seat = self._turn
        hand = self._hands[seat]
        top = self._pile[-1]
        if top == NO_CARD:
            return list(hand) if hand else [TRUMP + s for s in range(4) if s not in self._trumps]
        beating = hand.translate(None, self._not_beating[seat][top])
        if not beating:
            return [TAKE]
        beats: Moves[Move] = Beats(beating, hand) if len(hand) > 1 else [BEATS[hand[0]][hand[0]]]
        return [*beats, TAKE] if self._may_take else beats

    def play(self, move: Move) -> None:
        """Plays a legal move."""
        seat = self._turn
        if move < TAKE:
            laid = LAID[move]
            pile = self._pile + laid
            hand = self._hands[seat].translate(None, laid)
        elif move == TAKE:
            pile = self._pile
            pile = pile[: -self._taken[seat][pile[-1]]] or NO_PILE
            hand = self._deck.translate(None, self._hands[1 - seat] + pile)
        else:
            self._choose(move - TRUMP)
            return
        self._hands[seat] = hand
        self._pile = pile
        self._ply = ply = self._ply + 1
        if not hand:
            self._go_out(seat)
            return
        self.seat = self._turn = 1 - seat
        # As `_arrive` does, which is called only when the game may end here.
        seen = self._seen[seat]
        if hand in seen or ply >= self._last_ply:
            self._arrive()
        else:
            seen[hand] = pile

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
        twin._not_beating = self._not_beating
        twin._taken = self._taken
        twin._deck = self._deck
        twin._hands = self._hands[:]
        twin._pile = self._pile
        twin._ply = self._ply
        twin._seen = [seen.copy() for seen in self._seen]
        twin._scores = self._scores
        return twin

    def view(self, seat: int | None) -> View:
        """What `seat` sees, which is everything once the cards are dealt (SR13).

        None and the SPECTATOR see ``hands`` by seat and ``seat``, who acts, in place of ``hand``
        and ``opponent``.
        The phase is ``choose``, ``play`` or ``over``; ``repetition`` is 0 in the first.
        """
        hands = [[NAMES[card] for card in hand] for hand in self._hands]
        pile = [NAMES[card] for card in self._pile[1:]]
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
            "take": min(self._taken[self._turn][self._pile[-1]], len(pile)) if dealt else 0,
            "ply": self._ply,
            "repetition": max(self._repetition(), 1) if dealt else 0,
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

    def texts(self, moves: Iterable[Move]) -> list[str]:
        return [TEXT[move] for move in moves]

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
            some = ", ".join(TEXT[other] for other in islice(legal, 3))
            raise IllegalMove(f"{text!r} is not legal now; of {len(legal)} legal moves: {some}")
        return move

    def position(self) -> str:
        """This state on one line, with the positions that occurred before."""
        earlier = ({**self._seen[0]}, {**self._seen[1]})
        mover = 1 - self._turn
        if self._repetition():
            hand = self._hands[mover]
            piles = each_pile(earlier[mover][hand])
            piles.remove(self._pile[1:])
            earlier[mover][hand] = b"".join([NO_PILE + pile for pile in piles])
        first, second = self._hands
        return notation.write(
            Position(
                self._trumps,
                (mask(first), mask(second)),
                tuple(self._pile[1:]),
                self._turn,
                self._ply,
                earlier,
                self._seed,
            )
        )
