"""How a state of any game is copied, compared and hashed as a value."""

from typing import Self


class StateValue:
    """A state that is equal to another, and has its hash, if both have the same identity.

    A game's state inherits from this and implements `copy`, `identity` and `__reduce__` (for
    pickle).
    """

    __slots__ = ()

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
