"""The interfaces that every game implements: Ruleset and State.

docs/development.md says how to add a game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeVar

from engine.layout import Layout
from engine.observation import Feature
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

    `seat` is the seat to act, None when the game is over or the state has stopped at the end of a
    deal. `deal` is the number of the current deal, from 0.

    A state that was started with `stop_at_deal` deals no cards after its first deal: when that
    ends, `seat` is None, and `deal_over` is true unless the game is over too. So a search cannot
    look into deals to come, which follow from the seed. Copies, positions and pickles stop too.

    `legal` lists moves, which are cheap to make and play, but may be places in a hand: the same
    move may play another card in another state. Actions are numbers, the same number for the same
    verb and cards in every state of a ruleset: for trees over many deals, tables and networks.

    `copy.copy`, `copy.deepcopy` and `pickle` work too. Two states are equal, and have the same
    hash, if they are the same position of the same ruleset with the same options. A state that is
    a key of a dictionary must not be played on.
    """

    seat: int | None
    deal: int
    stop_at_deal: bool

    @property
    def deal_over(self) -> bool:
        """Whether the state stopped at the end of a deal, with the game still undecided."""

    def legal(self) -> Moves[MoveT]:
        """Every legal move, in a fixed order. Empty when the game is over."""

    def play(self, move: MoveT) -> None:
        """Plays a move that `legal` offers. Other moves are not checked."""

    def actions(self) -> Sequence[int]:
        """The numbers of all legal moves, sorted. Empty when the game is over."""

    def action(self, move: MoveT) -> int:
        """The number of a legal move, from 0 to `Ruleset.num_actions` − 1."""

    def move(self, action: int) -> MoveT:
        """The legal move with this number; numpy's integers are read too.

        Raises BadAction for a number that is none of the ruleset, IllegalMove for a move that is
        not legal now. Both are a MoveError.
        """

    def output(self, move: MoveT) -> int:
        """The output of a policy network that stands for a legal move, from 0 to
        `Ruleset.num_outputs` − 1.

        There are far fewer outputs than actions: moves of several cards are named by the places of
        the cards in the hand. So an output means the same move in all states that its seat cannot
        tell apart, but not in every state.
        """

    def move_of_output(self, output: int) -> MoveT:
        """The legal move that an output stands for.

        Raises BadAction for a number that is no output, IllegalMove for one without a legal move.
        """

    def mask(self, out: Any) -> None:
        """Writes 1 into `out` for each output that stands for a legal move, 0 for the others.

        `out` is a writable, contiguous buffer of `Ruleset.num_outputs` items of one byte: a
        bytearray, a numpy array of uint8, int8 or bool, or a row of one. Raises BadBuffer.
        """

    def observe(self, seat: int, out: Any) -> None:
        """Writes all that `seat` may know into `out`, as bytes in `Ruleset.features`.

        It says what `view(seat)` says: two states whose views differ have different observations,
        and two whose views are equal have equal ones. `out` is a buffer as for `mask`, of the shape
        `Ruleset.observation_shape`; its values are from 0 to 255. Raises BadSeat or BadBuffer.
        """

    def layout(self) -> Layout:
        """Where all cards lie and how the game stands, in the same form for all games."""

    def key(self) -> int:
        """64 bits that equal positions share, in every process; others hardly ever do.

        A position is what decides the play from here on; what went before, and who knows what of
        it, need not be in the key, nor is the seed. The key is for tables of one version of the
        engine: do not store it.
        """

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
        """1, ½ or 0 by side. Raises GameNotOver before the end of the game."""

    def utility(self) -> tuple[float, float]:
        """What the deal that has ended is worth by side; the two add up to 0.

        Raises GameNotOver while there is a seat to act: where the next deal follows at once, only
        the game's last deal can be asked for.
        """

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

    Actions are the numbers from 0 to `num_actions` − 1, outputs those to `num_outputs` − 1, and an
    observation has the `features`, bytes in a row, in all `observation_shape[0]` of them. Options
    change none of this.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    num_actions: ClassVar[int]
    num_outputs: ClassVar[int]
    features: ClassVar[tuple[Feature, ...]]
    observation_shape: ClassVar[tuple[int, ...]]
    OPTIONS: ClassVar[dict[str, Option]]

    @property
    def options(self) -> Mapping[str, Value]:
        """The options that differ from their defaults."""

    @property
    def most_turns(self) -> int:
        """The turns of the longest game, all seats together. It bounds how long a match takes.

        Where only chance bounds a game: more turns than one game in ten thousand takes.
        """

    def start(self, seed: bytes, stop_at_deal: bool = False) -> State[Any]:
        """The start of the game that a seed of 32 bytes deals, or of its first deal alone."""

    def position(self, text: str, stop_at_deal: bool = False) -> State[Any]:
        """The state that a position text describes; it stops at the end of the deal if the text or
        the caller says so. Raises BadPosition."""

    def action_text(self, action: int) -> str:
        """An action as the protocol writes it. It needs no state. Raises BadAction."""
