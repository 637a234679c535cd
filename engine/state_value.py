"""How a state of any game is copied, compared and hashed as a value; and what a one-deal game need
not say again."""

from typing import Self


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
