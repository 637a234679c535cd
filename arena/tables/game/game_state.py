"""The game of a table, restored from its seed and its moves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from arena.games.labels import GAMES
from arena.tables.models import Entry, Table
from engine import rulesets
from engine.ruleset import SPECTATOR, Ruleset, State
from referee.play.clock import Clock

BOT_CLOCK = Clock()  # of the bots at every table; that of matches


@dataclass(frozen=True)
class Move:
    """One move of the log: its seat, its text as in a record, and its charge in milliseconds."""

    seat: int
    text: str
    ms: float
    note: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Self:
        assert entry.seat is not None
        return cls(entry.seat, entry.data["text"], entry.data["ms"], entry.data.get("note"))


def moves_of(table: Table) -> list[Move]:
    """All moves of the table's game, in order, those that nobody else noticed too."""
    entries = Entry.objects.filter(table=table, kind=Entry.Kind.MOVE).order_by("number")
    return [Move.of(entry) for entry in entries]


def ruleset_of(table: Table) -> Ruleset:
    return rulesets.ruleset(table.ruleset, table.options)


class GameState:
    """The state after the moves, and what each seat has noticed of them.

    `noticed[seat]` is how many of the moves the seat noticed: its own, and all but the secret ones
    of others. It numbers the questions to a seat, so that the number gives nothing away. `public`
    is how many of them everybody noticed; `answers` holds the texts of the moves by the seat and
    the number of the question that each answered.
    """

    def __init__(self, table: Table, moves: Iterable[Move]) -> None:
        """`moves` are those of the log. Raises MoveError for one that is not legal."""
        self.ruleset = ruleset_of(table)
        self.moves: list[Move] = []
        self.state: State[Any] = self.ruleset.start(table.game_seed)
        self.noticed = [0] * self.ruleset.seats
        self.public = 0
        self.answers: dict[tuple[int, int], str] = {}
        self._game = GAMES[self.ruleset.name]
        for move in moves:
            self.play(move)

    @property
    def seat(self) -> int | None:
        """Who is to move; None when the game is over. Secret while `asks_in_secret`."""
        return self.state.seat

    @property
    def asks_in_secret(self) -> bool:
        """Whether the seat to move is asked something that no other seat may notice."""
        return self.asks_in_secret_at(self.state)

    def asks_in_secret_at(self, state: State[Any]) -> bool:
        """`asks_in_secret` for another state of this game."""
        seat, secret = state.seat, self._game.secret_phase
        return bool(secret) and seat is not None and state.view(seat)["phase"] == secret

    @property
    def may_ask_in_secret(self) -> bool:
        """Whether by what everybody sees, some seat may be asked something in secret now."""
        return bool(self.may_be_asked)

    @property
    def may_be_asked(self) -> frozenset[int]:
        """The seats that by what everybody sees may be asked something in secret now."""
        return self._game.may_ask_in_secret(self.ruleset, self.state.view(SPECTATOR))

    @property
    def decline(self) -> str:
        """The text of the move that says no to a secret question."""
        return self._game.decline

    def asked_in_secret(self) -> list[int]:
        """The seats that are asked in secret now, in the order in which they are asked, if each
        says no."""
        return [seat for seat, _ in self._secret_questions()]

    @property
    def turn(self) -> int | None:
        """Who is to move as soon as nobody is asked in secret: what everybody may know."""
        seat = self.state.seat
        for _, state in self._secret_questions():
            state.play(state.parse(self.decline))
            seat = state.seat
        return seat

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of the legal moves of the seat to move, or of a seat that is asked in secret.

        Empty for a seat that is not asked.
        """
        if seat is None or seat == self.state.seat:
            return self.state.texts(self.state.legal())
        for asked, state in self._secret_questions():
            if asked == seat:
                return state.texts(state.legal())
        return []

    def text(self, seat: int, text: str) -> str:
        """A move of a seat that is asked, as the engine writes it. Raises MoveError."""
        for asked, state in self._secret_questions():
            if asked == seat:
                return state.text(state.parse(text))
        return self.state.text(self.state.parse(text))

    def play(self, move: Move) -> None:
        """Adds the next move. Raises MoveError."""
        state = self.state
        parsed = state.parse(move.text)
        self.answers[move.seat, self.noticed[move.seat]] = move.text
        self.public += state.event(parsed, SPECTATOR) is not None
        for seat in range(len(self.noticed)):
            if state.event(parsed, seat) is not None:
                self.noticed[seat] += 1
        state.play(parsed)
        self.moves.append(move)

    def _secret_questions(self) -> Iterator[tuple[int, State[Any]]]:
        """Each seat that is asked in secret, and a copy of the state when it is asked."""
        if not self.asks_in_secret:
            return
        state = self.state.copy()
        while (seat := state.seat) is not None and self.asks_in_secret_at(state):
            yield seat, state.copy()
            state.play(state.parse(self.decline))
