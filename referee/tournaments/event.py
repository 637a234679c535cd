"""An event as its pairings see it: who is in it, who has met, and what came of it.

Entries are numbers from 0 in the order of their seeds: a smaller number is the better seed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Outcome(StrEnum):
    """What decides a pairing. The last four are decided without a match, or in spite of one."""

    MATCH = "match"  # the scores of its match, once it has ended
    BYE = "bye"  # the first has no opponent
    FIRST_FORFEITS = "first_forfeits"
    SECOND_FORFEITS = "second_forfeits"
    BOTH_FORFEIT = "both_forfeit"
    VOID = "void"  # the machines could not play it, and nobody is to blame


class Status(StrEnum):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"  # left by itself: what it has done stands
    DISQUALIFIED = "disqualified"  # put out by the organiser: ranked below all others


@dataclass(frozen=True)
class Entrant:
    """`joined`: the first round that it could play. `knockout`: its seed, from 0, in the bracket
    that follows groups, once that has been drawn."""

    status: Status = Status.ACTIVE
    joined: int = 1
    knockout: int | None = None

    @property
    def active(self) -> bool:
        return self.status == Status.ACTIVE


@dataclass(frozen=True)
class Pairing:
    """Two entries that meet; `second` is None for a bye. Rounds, boards and legs count from 1.

    `scores` are the sums of game scores of its match when that has ended. A drawn match of a
    bracket is followed by further legs between the same two on the same board.
    """

    round: int
    board: int
    first: int
    second: int | None
    outcome: Outcome = Outcome.MATCH
    scores: tuple[float, float] | None = None
    leg: int = 1

    @property
    def open(self) -> bool:
        """Whether its match has not ended."""
        return self.outcome == Outcome.MATCH and self.scores is None

    @property
    def both_failed(self) -> bool:
        """Both lost: nobody came, or no side scored in any game."""
        return self.outcome == Outcome.BOTH_FORFEIT or (
            self.outcome == Outcome.MATCH and self.scores == (0, 0)
        )


@dataclass(frozen=True)
class Event:
    """`games`: how many a match has. `pairings`: all so far, in the order of rounds and boards;
    for a round robin those of the latest round are enough to find the next."""

    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...] = ()
    games: int = 2

    @property
    def rounds(self) -> int:
        """How many have been made."""
        return max((pairing.round for pairing in self.pairings), default=0)

    def of_round(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]

    def followed_by(self, pairings: Iterable[Pairing]) -> "Event":
        return replace(self, pairings=(*self.pairings, *pairings))

    def meet(self, round: int, board: int, first: int, second: int | None) -> Pairing:
        """The pairing of these two, forfeited where one of them has left."""
        if second is None:
            return Pairing(round, board, first, None, Outcome.BYE)
        outcome = {
            (True, True): Outcome.MATCH,
            (False, True): Outcome.FIRST_FORFEITS,
            (True, False): Outcome.SECOND_FORFEITS,
            (False, False): Outcome.BOTH_FORFEIT,
        }[self.entrants[first].active, self.entrants[second].active]
        return Pairing(round, board, first, second, outcome)
