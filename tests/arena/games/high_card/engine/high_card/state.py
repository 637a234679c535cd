"""A game of High Card in progress."""

from collections.abc import Iterable
from typing import Any

from engine.action_numbers import checked_number
from engine.cards import NAMES, Card, parse_card
from engine.errors import BadCard, BadMove, GameNotOver, IllegalMove, Reason
from engine.high_card import notation, scoring, view
from engine.high_card.notation import Position
from engine.high_card.observation import observe
from engine.high_card.options import HighCardOptions
from engine.layout import Layout
from engine.observation import fill
from engine.ruleset import Event, View
from engine.state_value import StateValue

NUM_ACTIONS = len(NAMES)


def action_text(action: int) -> str:
    """An action, the number of a card, as the protocol writes it. Raises BadAction."""
    return f"card {NAMES[checked_number(action, NUM_ACTIONS, 'action', 'high-card')]}"


class HighCardState(StateValue):
    """A move is the card that is played, and its action number too. `hands` are sorted; `played`
    are all cards in order. `stop_at_deal` changes nothing, since a game is one deal."""

    __slots__ = ("deal", "hands", "played", "rules", "seat", "stock", "stop_at_deal", "tricks")

    def __init__(self, rules: HighCardOptions, position: Position) -> None:
        self.rules = rules
        self.seat = position.seat
        self.deal = 0  # a game is one deal
        self.stop_at_deal = position.stop_at_deal
        self.hands = [list(hand) for hand in position.hands]
        self.stock = list(position.stock)
        self.played = list(position.played)
        self.tricks = list(position.tricks)

    @property
    def led(self) -> Card | None:
        """The card to answer."""
        return self.played[-1] if len(self.played) % 2 else None

    def legal(self) -> list[Card]:
        return [] if self.seat is None else self.hands[self.seat][:]

    def actions(self) -> list[int]:
        return self.legal()

    def action(self, move: Card) -> int:
        return move

    def move(self, action: int) -> Card:
        """The legal move with this number. Raises BadAction or IllegalMove."""
        return self.parse(action_text(action))

    def mask(self, out: Any) -> None:
        row = bytearray(NUM_ACTIONS)
        for action in self.actions():
            row[action] = 1
        fill(out, row)

    def layout(self) -> Layout:
        led = () if self.led is None or self.seat is None else ((1 - self.seat, (self.led,)),)
        return Layout(
            hands=(tuple(self.hands[0]), tuple(self.hands[1])),
            table=led,
            stock=tuple(self.stock),
            tricks=(self.tricks[0], self.tricks[1]),
        )

    def observe(self, seat: int, out: Any) -> None:
        observe(self, seat, out)

    def play(self, move: Card) -> None:
        assert self.seat is not None
        led = self.led
        self.hands[self.seat].remove(move)
        self.played.append(move)
        if led is None:
            self.seat = 1 - self.seat
            return
        taker = scoring.taker(led, move, leader=1 - self.seat)
        self.tricks[taker] += 1
        self.seat = taker if self.hands[taker] else None

    def copy(self) -> "HighCardState":
        return HighCardState(self.rules, self._value())

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def event(self, move: Card, seat: int) -> Event:
        """Everyone sees every move."""
        return {"seat": self.seat, "move": self.text(move)}

    def scores(self) -> tuple[float, float]:
        if self.seat is not None:
            raise GameNotOver("the game is not over")
        return scoring.game_scores(self.tricks)

    def text(self, move: Card) -> str:
        return action_text(move)

    def texts(self, moves: Iterable[Card]) -> list[str]:
        return [] if self.seat is None else [self.text(move) for move in moves]

    def parse(self, text: str) -> Card:
        verb, _, name = text.partition(" ")
        try:
            card = parse_card(name if verb == "card" else verb)
        except BadCard:
            raise BadMove(
                f"not a move: {text[:80]!r}; write card and the name of one card"
            ) from None
        if verb != "card":
            raise BadMove(f"not a move: {text[:80]!r}; write card before the name of the card")
        if card not in self.legal():
            raise IllegalMove(text, Reason(f"You do not hold {NAMES[card]}."))
        return card

    def position(self) -> str:
        return notation.write(self._value())

    def identity(self) -> tuple[object, object]:
        return self.rules, self._value()

    def __reduce__(self) -> tuple[Any, ...]:
        return HighCardState, (self.rules, self._value())

    def _value(self) -> Position:
        first, second = self.hands
        return Position(
            hands=(tuple(first), tuple(second)),
            stock=tuple(self.stock),
            played=tuple(self.played),
            tricks=(self.tricks[0], self.tricks[1]),
            seat=self.seat,
            stop_at_deal=self.stop_at_deal,
        )
