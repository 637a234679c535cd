"""A game of Kozel in progress: its texts, views, numbers and copies."""

from collections.abc import Iterable
from typing import Any

from engine.cards import Cards, to_list, to_mask
from engine.errors import BadPosition, IllegalMove, Reason
from engine.kozel import actions, key, notation, observation, policy, view
from engine.kozel.course import KozelCourse
from engine.kozel.moves import (
    DROP,
    INDICES,
    PASS,
    SINGLE_INDEX,
    SINGLE_TEXT,
    VERBS,
    Move,
    cards_of,
    indices_of,
    move_text,
    parse_move,
)
from engine.kozel.notation import ANYONE, NOBODY, Position
from engine.kozel.options import KozelOptions
from engine.kozel.reasons import why_illegal
from engine.layout import Layout
from engine.ruleset import Event, View
from engine.state_value import no_move


class KozelState(KozelCourse):
    """A game in progress, with all that can be asked about it.

    `KozelCourse` describes the attributes, and plays.
    """

    __slots__ = ()

    def set_up(self, position: Position) -> None:
        """Sets up a position. Raises BadPosition for one that the options exclude, or whose trick
        cannot have been played."""
        notation.check_options(position, self.options)
        self.dealer = position.dealer
        self.leader = position.leader
        self.deal = position.deal
        self.stop_at_deal = position.stop_at_deal
        self.penalties = position.penalties
        self.eggs = position.eggs
        self.hands = [to_list(cards) for cards in position.hands_before_trick()]
        self.stock = list(position.stock)
        self.exposed = position.exposed
        self.trump = self.exposed // 9
        self.drawn = 0
        self.points = position.points
        self.tricks = position.tricks
        self.taken = position.taken
        self.dropped = list(position.dropped)
        self.drops = [cards.bit_count() for cards in self.dropped]
        self.returned = [0, 0, 0, 0]
        if self.hands[0]:
            self._begin_trick()
            self._replay_trick(position)
        else:
            self._end()
        self.returned = list(position.returned)

    def _replay_trick(self, position: Position) -> None:
        """Plays the trick again, so that each play is checked against those before it."""
        for play in position.table:
            while self.asking:
                self.play(PASS)
            move = self._with_cards(*play)
            if move not in self.legal():
                raise BadPosition(f"table: {notation.play_text(play)} is not legal there")
            self.play(move)
        asked = position.asked
        if asked == ANYONE:
            return
        while self.asking and self.seat != asked:
            self.play(PASS)
        if asked != NOBODY and not self.asking:
            raise BadPosition(f"asked: seat {asked} is not asked about a molodka here")

    # Moves

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
        return self.texts((move,))[0]

    def texts(self, moves: Iterable[Move]) -> list[str]:
        """The texts of legal moves; empty when the game is over."""
        if self.seat is None:
            return []
        hand = self.hands[self.seat]
        return [
            SINGLE_TEXT[move & ~INDICES][hand[index]]
            if (index := SINGLE_INDEX[move]) >= 0
            else move_text(move & ~INDICES, cards_of(hand, move))
            for move in moves
        ]

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Raises BadMove or IllegalMove."""
        verb, cards = parse_move(text)
        move = self._with_cards(verb, cards)
        if move not in self.legal():
            raise IllegalMove(text, self._why_illegal(verb, cards))
        return move

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

    def _with_cards(self, verb: Move, cards: Cards) -> Move:
        """The move with these cards, legal or not; -1 if they are not in the hand."""
        hand = [] if self.seat is None else self.hands[self.seat]
        indices = indices_of(hand, cards)
        return verb | indices if indices.bit_count() == cards.bit_count() else -1

    def _why_illegal(self, verb: Move, cards: Cards) -> Reason:
        if self.seat is None:
            return Reason("The game is over.")
        return why_illegal(self.view(self.seat), self.options, VERBS[verb], cards)

    # What is known

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def event(self, move: Move, seat: int) -> Event | None:
        return view.event(self, move, seat)

    def layout(self) -> Layout:
        """Where all cards lie, and how the game stands."""
        table = [
            ((self.leader + turn) & 3, tuple(to_list(cards)))
            for turn, (_, cards) in enumerate(self.table)
        ]
        return Layout(
            hands=tuple([tuple(hand) for hand in self.hands]),
            table=tuple(table),
            stock=tuple(self.stock[self.drawn :]),
            trumps=(self.trump, self.trump),
            tricks=self.tricks,
            points=self.points,
            score=self.penalties,
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
        first, second, third, fourth = map(to_mask, self.hands)
        dropped = self.dropped[:]
        for turn, (verb, cards) in enumerate(self.table):
            if verb == DROP:
                dropped[(self.leader + turn) & 3] ^= cards  # they are in `table`
        return Position(
            hands=(first, second, third, fourth),
            exposed=self.exposed,
            stock=tuple(self.stock[self.drawn :]),
            dealer=self.dealer,
            leader=self.leader,
            table=tuple(self.table),
            asked=self.seat if self.seat is not None and self.asking else NOBODY,
            points=self.points,
            tricks=self.tricks,
            taken=self.taken,
            dropped=(dropped[0], dropped[1], dropped[2], dropped[3]),
            returned=(self.returned[0], self.returned[1], self.returned[2], self.returned[3]),
            penalties=self.penalties,
            eggs=self.eggs,
            deal=self.deal,
            seed=self.seed,
            stop_at_deal=self.stop_at_deal,
        )

    def copy(self) -> "KozelState":
        other = KozelState(self.options, self.seed)
        other.deal = self.deal
        other.dealer = self.dealer
        other.leader = self.leader
        other.seat = self.seat
        other.phase = self.phase
        first, second, third, fourth = self.hands
        other.hands = [first[:], second[:], third[:], fourth[:]]
        other.stock = self.stock
        other.drawn = self.drawn
        other.exposed = self.exposed
        other.trump = self.trump
        other.table = self.table[:]
        other.best = self.best
        other.best_seat = self.best_seat
        other.count = self.count
        other.face_up = self.face_up
        other.trick_points = self.trick_points
        other.claimants = self.claimants
        other.points = self.points
        other.tricks = self.tricks
        other.taken = self.taken
        other.dropped = self.dropped[:]
        other.drops = self.drops
        other.returned = self.returned
        other.penalties = self.penalties
        other.eggs = self.eggs
        other.stop_at_deal = self.stop_at_deal
        other.deal_keys = self.deal_keys
        other.trick_key = self.trick_key
        other.taken_planes = self.taken_planes
        return other

    def identity(self) -> tuple[object, object]:
        return self.options, self.snapshot()

    def __reduce__(self) -> tuple[object, ...]:
        return state_at, self.identity()


def state_at(options: KozelOptions, position: Position) -> KozelState:
    """The state at a position. Raises BadPosition, as `KozelState.set_up` does."""
    state = KozelState(options, position.seed)
    state.set_up(position)
    return state
