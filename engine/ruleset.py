"""The interfaces that every game implements: Ruleset and State.

docs/development.md says how to add a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol, Self, TypeVar

from engine.options import Option, Value

MoveT = TypeVar("MoveT")
MoveT_co = TypeVar("MoveT_co", covariant=True)
View = dict[str, Any]
Event = dict[str, Any]

SPECTATOR = -1  # the seat of a spectator, who knows only what everyone at the table knows


class Moves(Protocol[MoveT_co]):
    """The legal moves of a turn in a fixed order: a list, or a sequence that computes each move
    when it is asked for. No slices."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> MoveT_co: ...

    def __iter__(self) -> Iterator[MoveT_co]: ...

    def __contains__(self, move: object, /) -> bool: ...


class State(Protocol[MoveT]):
    """A game in progress. `play` changes it in place; `copy` makes an independent one.

    `seat` is the seat to act, None when the game is over. `deal` is the number of the current deal,
    from 0.

    `copy.copy`, `copy.deepcopy` and `pickle` work too. Two states are equal, and have the same
    hash, if they are the same position of the same ruleset with the same options. A state that is
    a key of a dictionary must not be played on.
    """

    seat: int | None
    deal: int

    def legal(self) -> Moves[MoveT]:
        """Every legal move, in a fixed order. Empty when the game is over."""

    def play(self, move: MoveT) -> None:
        """Plays a move that `legal` offers. Other moves are not checked."""

    def copy(self) -> Self: ...

    def view(self, seat: int | None) -> View:
        """What `seat` may know, complete, with the keys of docs/2-rules.md; None sees everything.

        JSON values only. For None the same keys hold cards where a seat sees a count (``hands``,
        ``stock``, ``drop``). The SPECTATOR sees what a seat sees without a hand: ``hand`` and
        similar keys are null.
        """

    def event(self, move: MoveT, seat: int) -> Event | None:
        """How `seat`, or the SPECTATOR, sees `move` that `self.seat` is about to play.

        None if that seat may not notice it.
        """

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by side. Raises GameNotOver before the end."""

    def text(self, move: MoveT) -> str:
        """A legal move as the protocol writes it."""

    def texts(self, moves: Iterable[MoveT]) -> list[str]:
        """`text` of each move, but faster: a turn may offer dozens. Empty when the game is over."""

    def parse(self, text: str) -> MoveT:
        """The legal move that `text` names; the cards of a set may be in any order.

        Raises BadMove for a text that is not a move of the game, IllegalMove for a move that is
        not legal now. Both are a MoveError.
        """

    def position(self) -> str:
        """This state on one line. `Ruleset.position` reads it."""


class Ruleset(Protocol):
    """A game with its options: a frozen value with an attribute for each option.

    `name` is the protocol's (``kozel``), `OPTIONS` are the options it takes. Side = seat mod 2.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    OPTIONS: ClassVar[dict[str, Option]]

    @property
    def options(self) -> Mapping[str, Value]:
        """The options that differ from their defaults."""

    @property
    def most_turns(self) -> int:
        """The turns of the longest game, all seats together. It bounds how long a match takes.

        Where only chance bounds a game: more turns than one game in ten thousand takes.
        """

    def start(self, seed: bytes) -> State[Any]:
        """The start of the game that a seed of 32 bytes deals."""

    def position(self, text: str) -> State[Any]:
        """The state that a position text describes. Raises BadPosition."""
