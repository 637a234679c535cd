"""How a state of any game is copied, compared and hashed as a value, with defaults for the rest.

The defaults are for a game of one deal with few actions. A game with more of either overrides them.
"""

from collections.abc import Sequence
from typing import Any, Never, Self

from engine.digest import sha256
from engine.errors import IllegalMove, Reason


def no_move(output: int) -> Never:
    """Raises the error about an output that stands for no legal move."""
    reason = "The seat to act has no such move; state.mask(out) marks the outputs of those it has."
    raise IllegalMove(f"output {output}", Reason(reason))


class StateValue:
    """A state that is equal to another, and has its hash, if both have the same identity.

    A game's state inherits from this and implements `copy`, `identity` and `__reduce__` (for
    pickle).
    """

    __slots__ = ()

    @property
    def deal_over(self) -> bool:
        """Whether the state stopped at the end of a deal, with the game still undecided: never in a
        game of one deal."""
        return False

    def scores(self) -> tuple[float, float]:
        """1, ½ or 0 by side."""
        raise NotImplementedError

    def utility(self) -> tuple[float, float]:
        """In a game of one deal: its result as 1, 0 or −1 by side. Raises GameNotOver before the
        end."""
        first, second = self.scores()
        return (first - second, second - first)

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def identity(self) -> tuple[object, object]:
        """The options and the position: all that makes one state differ from another."""
        raise NotImplementedError

    def position(self) -> str:
        """This state on one line."""
        raise NotImplementedError

    def key(self) -> int:
        """64 bits that equal positions share."""
        return int.from_bytes(sha256(self.position().encode()).digest()[:8], "big")

    def actions(self) -> Sequence[int]:
        """The numbers of the legal moves, sorted."""
        raise NotImplementedError

    def action(self, move: Any) -> int:
        """The number of a legal move."""
        raise NotImplementedError

    def move(self, action: int) -> Any:
        """The legal move with this number. Raises BadAction or IllegalMove."""
        raise NotImplementedError

    def output(self, move: Any) -> int:
        """The output of a policy network that stands for a legal move: its action, in a game with
        few of them."""
        return self.action(move)

    def move_of_output(self, output: int) -> Any:
        """The legal move that an output stands for. Raises BadAction or IllegalMove."""
        return self.move(output)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateValue):
            return NotImplemented
        return self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.identity())
