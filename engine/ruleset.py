"""The two small interfaces that every game fulfils: Ruleset and State.

A fourth game is one new module that fulfils them and one line in ``rulesets.py``.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol, Self, TypeVar

from engine.options import Option, Value

MoveT = TypeVar("MoveT")
MoveT_co = TypeVar("MoveT_co", covariant=True)
View = dict[str, Any]
Event = dict[str, Any]

SPECTATOR = -1  # the seat of one who looks on, and knows only what everyone at the table knows


class Moves(Protocol[MoveT_co]):
    """The legal moves of a turn, in a fixed order: a list, or a sequence that computes each when it
    is asked for. No slices."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> MoveT_co: ...

    def __iter__(self) -> Iterator[MoveT_co]: ...

    def __contains__(self, move: object, /) -> bool: ...


class State(Protocol[MoveT]):
    """A game in progress. `play` changes it in place; `copy` makes an independent one.

    `seat`: who acts, None when the game is over. `deal`: number of the current deal, from 0.
    """

    seat: int | None
    deal: int

    def legal(self) -> Moves[MoveT]:
        """Every legal move, in a fixed order; empty when the game is over."""

    def play(self, move: MoveT) -> None:
        """Plays a move that `legal` offers. Other moves are the caller's error: not checked."""

    def copy(self) -> Self: ...

    def view(self, seat: int | None) -> View:
        """What `seat` may know, complete, as rules.md gives it; None sees everything.

        JSON values only. For None the same keys hold the cards where a seat sees a count
        (``hands``, ``stock``, ``drop``). The SPECTATOR sees what a seat sees without a hand:
        ``hand`` and the like are null.
        """

    def event(self, move: MoveT, seat: int) -> Event | None:
        """How `seat`, or the SPECTATOR, sees `move` about to be played by `self.seat`.

        None for what that seat may not notice.
        """

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by side, once the game is over."""

    def text(self, move: MoveT) -> str:
        """The move as the protocol writes it."""

    def texts(self, moves: Iterable[MoveT]) -> list[str]:
        """`text` of each move: faster, for a turn offers dozens."""

    def parse(self, text: str) -> MoveT:
        """The legal move that `text` names, cards of a set in any order. Raises IllegalMove."""

    def position(self) -> str:
        """This state on one line; `Ruleset.position` sets it up again."""


class Ruleset(Protocol):
    """A game with its options: a frozen value."""

    name: ClassVar[str]
    seats: ClassVar[int]
    OPTIONS: ClassVar[dict[str, Option]]

    @property
    def options(self) -> Mapping[str, Value]:
        """The options that differ from their defaults."""

    def start(self, seed: bytes) -> State[Any]: ...

    def position(self, text: str) -> State[Any]:
        """The state that a position text sets up. Raises BadPosition."""
