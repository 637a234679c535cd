"""A game of Svoi Kozyri in progress: the hands, the pile, and the positions that occurred."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.action_numbers import checked_number
from engine.cards import Cards, to_list, to_mask
from engine.errors import GameNotOver, IllegalMove, Reason
from engine.layout import Layout
from engine.ruleset import Event, Moves, View
from engine.state_value import StateValue, no_move
from engine.svoi_kozyri import key, notation, observation, policy, view
from engine.svoi_kozyri.deal import deal_hands
from engine.svoi_kozyri.moves import (
    BEATS,
    CARDS,
    EMPTY_PILE,
    NO_CARD,
    NOT_BEATING,
    NUM_ACTIONS,
    TAKE,
    TAKE_SIZE,
    TEXT,
    TRUMP,
    Beats,
    Move,
    parse_move,
    split_piles,
)
from engine.svoi_kozyri.notation import Occurrence, Position
from engine.svoi_kozyri.options import SvoiKozyriOptions
from engine.svoi_kozyri.reasons import why_illegal
from engine.svoi_kozyri.scoring import REPETITIONS, draw_scores, going_out_scores


class SvoiKozyriState(StateValue):
    """A game in progress.

    Hands, by seat, and the pile are bytes as in ``moves.py``. `turn` is the seat whose turn it is,
    or would be after the end. `occurred` has, by the seat that had moved, the hand that it then
    had, with the piles that lay there, concatenated: the deck gives the other hand, and a hand
    hardly ever comes back. A copy shares these dictionaries until one of both moves: `shared` has a
    bit for each seat whose dictionary is to be copied before it changes. `not_beating` and
    `take_size` are the tables of ``moves.py`` for each seat's trump, `situations` those of
    ``key.py``.
    """

    __slots__ = (
        "deal",
        "deck",
        "final_scores",
        "hands",
        "max_plies",
        "not_beating",
        "occurred",
        "options",
        "pile",
        "ply",
        "seat",
        "seed",
        "shared",
        "situations",
        "stop_at_deal",
        "take_size",
        "trumps",
        "turn",
        "voluntary_take",
    )
    seat: int | None
    deal: int
    trumps: tuple[int | None, int | None]
    hands: list[bytes]
    occurred: list[dict[bytes, bytes]]
    final_scores: tuple[float, float] | None
    not_beating: list[list[bytes]]
    take_size: list[list[int]]
    situations: list[int]

    def __init__(self, options: SvoiKozyriOptions, seed: bytes) -> None:
        """Still without cards: `set_up` must follow."""
        self.deal = 0
        self.options = options
        self.max_plies = options.max_plies
        self.voluntary_take = options.voluntary_take
        self.seed = seed
        self.stop_at_deal = False

    def set_up(self, position: Position) -> None:
        """Sets up a position, and counts it. Raises BadPosition for one that the options
        exclude."""
        notation.check_options(position, self.options)
        self.stop_at_deal = position.stop_at_deal
        self.trumps = position.trumps
        self.pile = EMPTY_PILE + bytes(position.pile)
        self.ply = position.ply
        self.occurred = [{}, {}]
        self.shared = 0
        for seat, hand, pile, times in position.earlier:
            occurred = self.occurred[seat]
            occurred[hand] = occurred.get(hand, b"") + (EMPTY_PILE + pile) * times
        self.final_scores = None
        self.not_beating = []
        self.take_size = []
        self._begin(position.hands, position.seat)

    # The course of the game

    def _begin(self, hands: tuple[Cards, Cards], turn: int) -> None:
        """Puts the hands into play, or asks for the next trump while one is not chosen."""
        first, second = self.trumps
        self.situations = key.SITUATIONS[self.trumps]
        self.hands = [bytes(to_list(cards)) for cards in hands]
        self.deck = bytes(to_list(hands[0] | hands[1] | to_mask(self.pile[1:])))
        self.seat = self.turn = turn
        if first is None or second is None:
            self.seat = self.turn = 1 if second is None else 0
            return
        self.not_beating = [NOT_BEATING[first], NOT_BEATING[second]]
        self.take_size = [TAKE_SIZE[first], TAKE_SIZE[second]]
        if hands[1 - turn]:
            self._count_position()
        else:
            self._go_out(1 - turn)

    def _choose(self, trump: int) -> None:
        """Seat 1 chooses its trump, then seat 0, then the cards are dealt (SR3)."""
        first, second = self.trumps
        if second is None:
            self.trumps = (first, trump)
            self._begin((0, 0), 0)
        else:
            self.trumps = (trump, second)
            self._begin(deal_hands(self.seed, (trump, second), self.options.deal), 0)

    def _count_position(self) -> None:
        """Counts the position now reached. Its third occurrence or the last ply is a draw."""
        mover = 1 - self.turn
        hand = self.hands[mover]
        occurred = self._own_occurred(mover)
        occurred[hand] = occurred.get(hand, b"") + self.pile
        if self.repetition() >= REPETITIONS or self.ply >= self.max_plies:
            self.seat = None
            self.final_scores = draw_scores()

    def _own_occurred(self, seat: int) -> dict[bytes, bytes]:
        """What occurred after moves of a seat, in a dictionary that no copy shares."""
        if (self.shared >> seat) & 1:
            self.shared ^= 1 << seat
            self.occurred[seat] = self.occurred[seat].copy()
        return self.occurred[seat]

    def repetition(self) -> int:
        """How often the position now reached was counted, this time included."""
        mover = 1 - self.turn
        return split_piles(self.occurred[mover].get(self.hands[mover], b"")).count(self.pile[1:])

    def _go_out(self, winner: int) -> None:
        """Ends the game: `winner` has laid its last card."""
        loser = 1 - winner
        self.seat = None
        self.turn = loser
        trump = self.trumps[loser]
        assert trump is not None, "trumps are chosen before the cards are dealt"
        self.final_scores = going_out_scores(
            winner, self.hands[loser], self.pile[-1], trump, self.options.draw_rule
        )

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by seat. Raises GameNotOver before the end."""
        if self.final_scores is None:
            raise GameNotOver("the game is not over: it has no scores yet")
        return self.final_scores

    # Moves

    def legal(self) -> Moves[Move]:
        """Every legal move: beating cards in deck order, each with its second cards; `take` is
        last."""
        if self.seat is None:
            return []
        seat = self.turn
        hand = self.hands[seat]
        top = self.pile[-1]
        if top == NO_CARD:
            return list(hand) if hand else [TRUMP + s for s in range(4) if s not in self.trumps]
        beating = hand.translate(None, self.not_beating[seat][top])
        if not beating:
            return [TAKE]
        beats: Moves[Move] = Beats(beating, hand) if len(hand) > 1 else [BEATS[hand[0]][hand[0]]]
        return [*beats, TAKE] if self.voluntary_take else beats

    def play(self, move: Move) -> None:
        """Plays a legal move."""
        seat = self.turn
        if move < TAKE:
            cards = CARDS[move]
            pile = self.pile + cards
            hand = self.hands[seat].translate(None, cards)
        elif move == TAKE:
            pile = self.pile
            pile = pile[: -self.take_size[seat][pile[-1]]] or EMPTY_PILE
            hand = self.deck.translate(None, self.hands[1 - seat] + pile)
        else:
            self._choose(move - TRUMP)
            return
        self.hands[seat] = hand
        self.pile = pile
        self.ply = ply = self.ply + 1
        if not hand:
            self._go_out(seat)
            return
        self.seat = self.turn = 1 - seat
        # This counts the position as `_count_position` does, which is called only where the game
        # may end: the call shows in bench/engine.py, "engine, random play: svoi-kozyri".
        occurred = self._own_occurred(seat) if self.shared else self.occurred[seat]
        if hand in occurred or ply >= self.max_plies:
            self._count_position()
        else:
            occurred[hand] = pile

    def actions(self) -> tuple[int, ...]:
        """The legal moves, sorted."""
        return tuple(self.legal())

    def action(self, move: Move) -> int:
        """A move is its own number (``moves.py``)."""
        return move

    def move(self, action: int) -> Move:
        """The legal move with this number. Raises BadAction or IllegalMove."""
        move = checked_number(action, NUM_ACTIONS, "action", "svoi-kozyri")
        return move if move in self.legal() else self.parse(TEXT[move])

    def output(self, move: Move) -> int:
        """The output of a policy network: a move is its own (``policy.py``)."""
        return move

    def move_of_output(self, output: int) -> Move:
        """The legal move that an output stands for. Raises BadAction or IllegalMove."""
        move = policy.move_of(self, output)
        return no_move(output) if move is None else move

    def mask(self, out: Any) -> None:
        """Marks the outputs that stand for legal moves."""
        policy.mask(self, out)

    def text(self, move: Move) -> str:
        return TEXT[move]

    def texts(self, moves: Iterable[Move]) -> list[str]:
        """The texts of legal moves; empty when the game is over."""
        return [] if self.seat is None else [TEXT[move] for move in moves]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises BadMove or IllegalMove."""
        move = parse_move(text)
        if move not in self.legal():
            raise IllegalMove(text, self._why_illegal(TEXT[move]))
        return move

    def _why_illegal(self, text: str) -> Reason:
        if self.seat is None:
            return Reason("The game is over.")
        return why_illegal(self.view(self.seat), self.seat, text)

    # What is known

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def event(self, move: Move, seat: int) -> Event | None:
        return view.event(self, move)

    def layout(self) -> Layout:
        """Where all cards lie."""
        return Layout(
            hands=tuple([tuple(hand) for hand in self.hands]),
            pile=tuple(self.pile[1:]),
            trumps=self.trumps,
        )

    def observe(self, seat: int, out: Any) -> None:
        """Writes what a seat may know as numbers (``observation.py``)."""
        observation.observe(self, seat, out)

    def key(self) -> int:
        """64 bits that equal positions share (``key.py``)."""
        return key.key(self)

    # The state as a value

    def position(self) -> str:
        """This state on one line, with the positions that occurred before."""
        return notation.write(self.snapshot())

    def snapshot(self) -> Position:
        """This state as a value."""
        if None in self.trumps:
            return Position(self.trumps, seed=self.seed, stop_at_deal=self.stop_at_deal)
        times = Counter(
            (seat, hand, pile)
            for seat, occurred in enumerate(self.occurred)
            for hand, piles in occurred.items()
            for pile in split_piles(piles)
        )
        if self.repetition():
            mover = 1 - self.turn
            times[mover, self.hands[mover], self.pile[1:]] -= 1
        earlier = sorted(Occurrence(*where, count) for where, count in times.items() if count)
        first, second = self.hands
        return Position(
            trumps=self.trumps,
            hands=(to_mask(first), to_mask(second)),
            pile=tuple(self.pile[1:]),
            seat=self.turn,
            ply=self.ply,
            earlier=tuple(earlier),
            stop_at_deal=self.stop_at_deal,
        )

    def copy(self) -> "SvoiKozyriState":
        other = SvoiKozyriState(self.options, self.seed)
        other.seat = self.seat
        other.turn = self.turn
        other.trumps = self.trumps
        other.not_beating = self.not_beating
        other.take_size = self.take_size
        other.situations = self.situations
        other.deck = self.deck
        other.hands = self.hands[:]
        other.pile = self.pile
        other.ply = self.ply
        other.occurred = self.occurred[:]
        self.shared = other.shared = 3
        other.final_scores = self.final_scores
        other.stop_at_deal = self.stop_at_deal
        return other

    def identity(self) -> tuple[object, object]:
        return self.options, self.snapshot()

    def __reduce__(self) -> tuple[object, ...]:
        return state_at, self.identity()


def state_at(options: SvoiKozyriOptions, position: Position) -> SvoiKozyriState:
    """The state at a position. Raises BadPosition, as `SvoiKozyriState.set_up` does."""
    state = SvoiKozyriState(options, position.seed)
    state.set_up(position)
    return state
