"""An event as the tournament systems see it: its entries, its pairings and their results.

Entries are numbered from 0 in the order of their seeds: a smaller number is a better seed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class Outcome(StrEnum):
    """What decides a pairing. What each counts for: referee/tournaments/scoring.py."""

    MATCH = "match"  # the scores of its match
    BYE = "bye"  # no opponent
    FIRST_FORFEITS = "first_forfeits"
    SECOND_FORFEITS = "second_forfeits"
    BOTH_FORFEIT = "both_forfeit"
    VOID = "void"  # the machines could not play it, and no bot is to blame


class EntryStatus(StrEnum):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"  # left voluntarily: its results stand
    DISQUALIFIED = "disqualified"  # removed by the organiser: ranked below all others


@dataclass(frozen=True)
class EventEntry:
    """`joined`: the first round that it could play. `knockout`: its seed, from 0, in the bracket
    that follows groups; None until that bracket is drawn, and for entries that are not in it."""

    status: EntryStatus = EntryStatus.ACTIVE
    joined: int = 1
    knockout: int | None = None

    @property
    def active(self) -> bool:
        return self.status == EntryStatus.ACTIVE


@dataclass(frozen=True)
class EventPairing:
    """Two entries that meet; `second` is None for a bye. Rounds and boards count from 1.

    `scores` are the sums of the game scores of its match, once that has ended. In a bracket a drawn
    match is followed by tiebreak pairs between the same two on the same board: `tiebreak` is 0 for
    the match itself and counts these from 1.
    """

    round: int
    board: int
    first: int
    second: int | None
    outcome: Outcome = Outcome.MATCH
    scores: tuple[float, float] | None = None
    tiebreak: int = 0

    @property
    def open(self) -> bool:
        """Whether its match has not ended."""
        return self.outcome == Outcome.MATCH and self.scores is None


@dataclass(frozen=True)
class Event:
    """`games`: the number of games in a match. `pairings`: all so far, by round and board."""

    entries: tuple[EventEntry, ...]
    pairings: tuple[EventPairing, ...] = ()
    games: int = 2

    @classmethod
    def of(cls, n: int, games: int = 2) -> "Event":
        """An event of `n` active entries before its first round."""
        return cls((EventEntry(),) * n, (), games)

    @property
    def rounds(self) -> int:
        """How many rounds have been paired."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def playing(self) -> bool:
        """Whether any match has not ended."""
        return any(pairing.open for pairing in self.pairings)

    def of_round(self, number: int) -> list[EventPairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]

    def up_to_round(self, number: int) -> "Event":
        """The event with the pairings of rounds 1 to `number` only."""
        early = tuple(pairing for pairing in self.pairings if pairing.round <= number)
        return replace(self, pairings=early)

    def followed_by(self, pairings: Iterable[EventPairing]) -> "Event":
        return replace(self, pairings=(*self.pairings, *pairings))

    def with_bracket_seeds(self, seeds: Sequence[int]) -> "Event":
        """The event once these entries, the best first, have been drawn into its bracket."""
        drawn = {entry: seed for seed, entry in enumerate(seeds)}
        entries = tuple(
            replace(state, knockout=drawn.get(entry)) for entry, state in enumerate(self.entries)
        )
        return replace(self, entries=entries)

    def pair(self, round: int, board: int, first: int, second: int | None) -> EventPairing:
        """The pairing of these two. An entry that has left forfeits it."""
        if second is None:
            return EventPairing(round, board, first, None, Outcome.BYE)
        outcome = {
            (True, True): Outcome.MATCH,
            (False, True): Outcome.FIRST_FORFEITS,
            (True, False): Outcome.SECOND_FORFEITS,
            (False, False): Outcome.BOTH_FORFEIT,
        }[self.entries[first].active, self.entries[second].active]
        return EventPairing(round, board, first, second, outcome)

    def pair_round(
        self, number: int, games: Iterable[tuple[int, int | None]]
    ) -> tuple[EventPairing, ...]:
        """The pairings of a round, on boards from 1 in the order of `games`."""
        return tuple(
            self.pair(number, board, first, second)
            for board, (first, second) in enumerate(games, 1)
        )


@dataclass(frozen=True)
class NextStep:
    """What an event does now. `pairings`: to be made at once; none while matches are being played.
    `seeds`: the entries, the best first, if this step draws them into a bracket."""

    pairings: tuple[EventPairing, ...] = ()
    seeds: tuple[int, ...] = ()
    finished: bool = False
