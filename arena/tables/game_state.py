"""The game of a table, restored from its seed and its moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from arena.games.labels import GAMES
from arena.tables.models import Entry, Table
from engine import rulesets
from engine.ruleset import SPECTATOR, Ruleset, State


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
    of others. It numbers the questions to a seat, so that the number gives nothing away.
    """

    def __init__(self, table: Table, moves: Iterable[Move]) -> None:
        """`moves` are those of the log. Raises MoveError for one that is not legal."""
        self.ruleset = ruleset_of(table)
        self.moves: list[Move] = []
        self.state: State[Any] = self.ruleset.start(table.game_seed)
        self.noticed = [0] * self.ruleset.seats
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
        return self._game.may_ask_in_secret(self.ruleset, self.state.view(SPECTATOR))

    def legal(self) -> list[str]:
        """The texts of the legal moves."""
        return self.state.texts(self.state.legal())

    def play(self, move: Move) -> None:
        """Adds the next move. Raises MoveError."""
        state = self.state
        parsed = state.parse(move.text)
        for seat in range(len(self.noticed)):
            if state.event(parsed, seat) is not None:
                self.noticed[seat] += 1
        state.play(parsed)
        self.moves.append(move)
