"""A running tournament goes on by itself: rounds begin, brackets are drawn, and it finishes.

Each step is one transaction under the lock of the tournament's row: what it finds due from the
rows it makes, with the matches, or nothing. It is taken when a match has ended and again by the
sweep, so that a process may die between any two lines: the next one finds the same step due.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from arena.bots.models import HEAVY
from arena.matches import queue
from arena.matches.models import Match
from arena.tournaments.event_store import OPEN, Stored, load_for_next
from arena.tournaments.locking import note
from arena.tournaments.models import Entry, Pairing, Step, Tournament
from referee.tournaments import event, steps
from referee.tournaments.event import Outcome

FURTHER_PAIRS = 1  # of a further leg


def match_over(match: Match, **signal: Any) -> None:
    """Receives the end of every match, any number of times."""
    running = Tournament.objects.filter(
        pairings__match=match.pk, state=Tournament.State.RUNNING
    ).first()
    if running is not None:
        advance(running)


def advance(tournament: Tournament) -> bool:
    """Does what is due; whether anything was."""
    # Looked at before the lock, which the workers of a large tournament would queue for. In a
    # bracket a further leg may be due while others play.
    if not tournament.format.has_bracket and tournament.pairings.filter(OPEN).exists():
        return False
    with transaction.atomic():
        running = (
            Tournament.objects.select_for_update(no_key=True)
            .filter(pk=tournament.pk, state=Tournament.State.RUNNING, paused=False)
            .first()
        )
        return running is not None and advance_locked(running)


def advance_locked(tournament: Tournament) -> bool:
    """The same, for who holds the lock of a running tournament that is not paused."""
    format = tournament.format
    done = False
    while True:
        stored = load_for_next(tournament)
        step = steps.next_step(format, stored.event)
        if step.finished:
            _finish(tournament)
            return True
        if not step.pairings:
            return done
        _make(tournament, stored, step)
        done = True
        if any(pairing.outcome == Outcome.MATCH for pairing in step.pairings):
            return True
        # Nothing but byes and forfeits: nobody's end would call for the next round.


def _make(tournament: Tournament, stored: Stored, step: steps.Step) -> None:
    if step.seeds:
        drawn = [
            Entry(pk=stored.entries[entry], knockout=seed) for seed, entry in enumerate(step.seeds)
        ]
        Entry.objects.bulk_update(drawn, ["knockout"], batch_size=1000)
        note(tournament, Step.Kind.DRAWN)
    number = step.pairings[0].round
    if step.pairings[0].leg == 1:
        format = tournament.format
        if format.has_bracket and number > format.group_rounds(len(stored.entries)):
            set_aside(tournament)
        note(tournament, Step.Kind.ROUND, round=number)
    entries = _entries(stored, step.pairings)
    Pairing.objects.bulk_create(
        [_pairing(tournament, stored, entries, pairing) for pairing in step.pairings],
        batch_size=1000,
    )


def _entries(stored: Stored, pairings: Sequence[event.Pairing]) -> dict[int, Entry]:
    """Those who meet, by key, with what a match needs to know of their versions."""
    numbers = {
        number
        for pairing in pairings
        for number in (pairing.first, pairing.second)
        if number is not None
    }
    found = Entry.objects.select_related("version__bot__owner").defer(
        "version__bot__description", *(f"version__{field}" for field in HEAVY)
    )
    return found.in_bulk([stored.entries[number] for number in numbers])


def _pairing(
    tournament: Tournament, stored: Stored, entries: dict[int, Entry], made: event.Pairing
) -> Pairing:
    first = entries[stored.entries[made.first]]
    second = None if made.second is None else entries[stored.entries[made.second]]
    match = None
    if made.outcome == Outcome.MATCH:
        assert second is not None
        match = _match(tournament, first, second, made.leg)
    return Pairing(
        tournament=tournament,
        round=made.round,
        board=made.board,
        leg=made.leg,
        first=first,
        second=second,
        outcome=made.outcome,
        match=match,
    )


def _match(tournament: Tournament, first: Entry, second: Entry, leg: int) -> Match:
    assert first.version is not None and second.version is not None
    return queue.create(
        tournament.ruleset,
        tournament.options,
        first.version,
        second.version,
        pairs=tournament.pairs if leg == 1 else FURTHER_PAIRS,
        clock=tournament.time_control,
        queue=Match.Queue.TOURNAMENT,
        rated=tournament.rated,
    )


def set_aside(tournament: Tournament) -> None:
    """Void matches from which a bracket has gone on stay void, even if they are played later."""
    gone = tournament.pairings.filter(
        outcome=Outcome.MATCH, match__state__in=[Match.State.VOID, Match.State.CANCELLED]
    )
    gone.update(outcome=Outcome.VOID)


def _finish(tournament: Tournament) -> None:
    if tournament.format.has_bracket:
        set_aside(tournament)
    tournament.state = Tournament.State.FINISHED
    tournament.finished = timezone.now()
    tournament.save(update_fields=["state", "finished"])
    note(tournament, Step.Kind.FINISHED)


def progress(tournament: Tournament) -> tuple[int, int]:
    """How many of its matches have ended, and how many there are, or will be by the plan."""
    counted = tournament.pairings.aggregate(
        done=Count("match", filter=Q(match__state__in=Match.ENDED)), total=Count("match")
    )
    done, total = counted["done"], counted["total"]
    if tournament.state == Tournament.State.RUNNING:
        total = max(total, tournament.planned, done + 1)
    return done, total
