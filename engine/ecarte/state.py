"""A game of Écarté in progress: its texts, views, numbers and copies."""

from collections.abc import Iterable
from typing import Any

from engine.cards import Card, to_list, to_mask
from engine.ecarte import actions, key, notation, observation, policy, view
from engine.ecarte.course import NOBODY, EcarteCourse
from engine.ecarte.moves import (
    PHASES,
    PLAYING,
    PROPOSING,
    Move,
    move_text,
    parse_move,
)
from engine.ecarte.notation import Position
from engine.ecarte.options import EcarteOptions
from engine.ecarte.reasons import why_illegal
from engine.errors import IllegalMove, Reason
from engine.layout import Layout
from engine.ruleset import Event, View
from engine.state_value import no_move


class EcarteState(EcarteCourse):
    """A game in progress, with all that can be asked about it.

    `EcarteCourse` describes the attributes, and plays.
    """

    __slots__ = ()

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

    # Moves

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
