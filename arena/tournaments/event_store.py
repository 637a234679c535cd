"""A stored tournament as the event that referee/pairings knows."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from arena.matches.models import Match
from arena.tournaments.models import Tournament
from referee.tournaments import event
from referee.tournaments.event import Entrant, Event, Outcome
from referee.tournaments.format import System

OPEN = Q(outcome=Outcome.MATCH, match__state__in=[Match.State.QUEUED, Match.State.RUNNING])

COLUMNS = (
    *("pk", "round", "board", "leg", "first", "second", "outcome"),
    *("match", "match__state", "match__score0", "match__score1"),
)


@dataclass(frozen=True)
class Stored:
    """`entries`: the key of each entrant; `rows`: the row of each pairing, a value of COLUMNS."""

    event: Event
    entries: list[int]
    rows: list[dict[str, Any]]


def load(tournament: Tournament, *, latest_round: bool = False) -> Stored:
    """The event as it is now, in two queries; three for the `latest_round` alone, with whatever
    is being played again of the rounds before."""
    entrants = list(
        tournament.entries.exclude(number=None)
        .order_by("number")
        .values_list("pk", "status", "joined", "knockout")
    )
    index = {key: number for number, (key, *_) in enumerate(entrants)}
    pairings = tournament.pairings.order_by("round", "board", "leg")
    if latest_round:
        last = pairings.aggregate(last=Max("round"))["last"]
        pairings = pairings.filter(Q(round=last) | OPEN)
    rows = list(pairings.values(*COLUMNS))
    if tournament.state == Tournament.State.CANCELLED:
        # What was not played before the end is of no consequence.
        rows = [row for row in rows if _counts_in_the_end(row)]
    return Stored(
        Event(
            tuple(
                Entrant(event.Status(status), joined, knockout)
                for _, status, joined, knockout in entrants
            ),
            tuple(_pairing(row, index) for row in rows),
            tournament.games,
        ),
        [key for key, *_ in entrants],
        rows,
    )


def load_for_next(tournament: Tournament) -> Stored:
    """As much of the event as it takes to find the next round."""
    return load(tournament, latest_round=tournament.system == System.ROUND_ROBIN)


def _counts_in_the_end(row: dict[str, Any]) -> bool:
    return bool(row["outcome"] != Outcome.MATCH or row["match__state"] == Match.State.FINISHED)


def _pairing(row: dict[str, Any], index: dict[int, int]) -> event.Pairing:
    outcome, scores = Outcome(row["outcome"]), None
    if outcome == Outcome.MATCH:
        if row["match__state"] == Match.State.FINISHED:
            scores = (row["match__score0"], row["match__score1"])
        elif row["match__state"] in Match.ENDED:
            outcome = Outcome.VOID
    second = row["second"]
    return event.Pairing(
        row["round"],
        row["board"],
        index[row["first"]],
        None if second is None else index[second],
        outcome,
        scores,
        row["leg"],
    )
