"""Loads a stored tournament as the Event that referee.tournaments works with."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from arena.matches.models import Match
from arena.tournaments.models import Tournament
from referee.tournaments.event import EntryStatus, Event, EventEntry, EventPairing, Outcome

OPEN = Q(outcome=Outcome.MATCH, match__state__in=[Match.State.QUEUED, Match.State.RUNNING])

COLUMNS = (
    *("pk", "round", "board", "tiebreak", "first", "second", "outcome"),
    *("match", "match__state", "match__score0", "match__score1"),
)


@dataclass(frozen=True)
class StoredEvent:
    """`entries`: the key of each entry of the event; `rows`: the row of each pairing, as values of
    COLUMNS."""

    event: Event
    entries: list[int]
    rows: list[dict[str, Any]]

    def same_event(self, other: "StoredEvent") -> bool:
        """Whether the same step follows from both."""
        return self.event == other.event and self.entries == other.entries


def load(tournament: Tournament, *, latest_round: bool = False) -> StoredEvent:
    """The event as it is now, in two queries. With `latest_round`, in three: only the pairings of
    the latest round, and of earlier rounds those that are being replayed."""
    pairings = tournament.pairings.order_by("round", "board", "tiebreak")
    if latest_round:
        last = pairings.aggregate(last=Max("round"))["last"]
        pairings = pairings.filter(Q(round=last) | OPEN)
    rows = list(pairings.values(*COLUMNS))
    # After the pairings: all entries that these name are there, also without a lock.
    entries = list(
        tournament.entries.exclude(number=None)
        .order_by("number")
        .values_list("pk", "status", "joined", "knockout")
    )
    index = {key: number for number, (key, *_) in enumerate(entries)}
    if tournament.state == Tournament.State.CANCELLED:
        # Matches that were not played before it was cancelled count for nothing.
        rows = [row for row in rows if _counts_in_the_end(row)]
    return StoredEvent(
        Event(
            tuple(
                EventEntry(EntryStatus(status), joined, knockout)
                for _, status, joined, knockout in entries
            ),
            tuple(_pairing(row, index) for row in rows),
            tournament.games,
        ),
        [key for key, *_ in entries],
        rows,
    )


def load_for_next_step(tournament: Tournament) -> StoredEvent:
    """The part of the event that its next step depends on."""
    return load(tournament, latest_round=tournament.format.system.fixed_schedule)


def _counts_in_the_end(row: dict[str, Any]) -> bool:
    return bool(row["outcome"] != Outcome.MATCH or row["match__state"] == Match.State.FINISHED)


def _pairing(row: dict[str, Any], index: dict[int, int]) -> EventPairing:
    outcome, scores = Outcome(row["outcome"]), None
    if outcome == Outcome.MATCH:
        if row["match__state"] == Match.State.FINISHED:
            scores = (row["match__score0"], row["match__score1"])
        elif row["match__state"] in Match.ENDED:
            outcome = Outcome.VOID
    second = row["second"]
    return EventPairing(
        row["round"],
        row["board"],
        index[row["first"]],
        None if second is None else index[second],
        outcome,
        scores,
        row["tiebreak"],
    )
