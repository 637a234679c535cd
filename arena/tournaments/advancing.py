"""Advances a running tournament: starts rounds, draws brackets, and finishes it.

Each step is one transaction under the lock of the tournament's row: it makes all pairings that are
due, with their matches, or none. A step is taken when a match has ended, and again by the sweep. A
process can therefore die at any point: the next one finds the same step due.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.bots.models import HEAVY
from arena.matches import queue
from arena.matches.models import Match
from arena.tournaments.event_store import OPEN, StoredEvent, load_for_next_step
from arena.tournaments.locking import note
from arena.tournaments.models import AuditEntry, Entry, Pairing, Tournament
from arena.tournaments.signals import tournament_finished
from referee.tournaments.event import Event, EventPairing, NextStep, Outcome
from referee.tournaments.format import BadFormat
from referee.tournaments.scoring import games_of

ATTEMPTS = 5  # at a step without the lock


def match_over(match: Match, **signal: Any) -> None:
    """Receives the signal that a match has ended, any number of times."""
    running = Tournament.objects.filter(
        pairings__match=match.pk, state=Tournament.State.RUNNING
    ).first()
    if running is not None:
        advance(running)


def advance(tournament: Tournament) -> bool:
    """Takes the steps that are due. Returns whether any was.

    Pairing a large round takes a while. So a step is computed first, without the lock, and taken
    under it if nothing has changed meanwhile.
    """
    # The workers of a large tournament come here after every match. In a bracket, tiebreak pairs
    # can be due while other matches are played.
    if not tournament.format.system.has_bracket and tournament.pairings.filter(OPEN).exists():
        return False
    done = False
    for _ in range(ATTEMPTS):
        stored = load_for_next_step(tournament)
        step = tournament.format.next_step(stored.event)
        if not (step.pairings or step.finished):
            return done
        with transaction.atomic():
            running = _running(tournament)
            if running is None:
                return done
            if not load_for_next_step(running).same_event(stored):
                continue  # a match ended, an entry left, or another process was quicker
            _take(running, stored, step)
            done = True
            if _waits_for_a_match(step):
                return True
    with transaction.atomic():  # it changes all the time
        running = _running(tournament)
        return (running is not None and advance_locked(running)) or done


def _running(tournament: Tournament) -> Tournament | None:
    """Locks the row and reads it again; None if it does not run or is paused."""
    return (
        Tournament.objects.select_for_update(no_key=True)
        .filter(pk=tournament.pk, state=Tournament.State.RUNNING, paused=False)
        .first()
    )


@dataclass(frozen=True)
class Prepared:
    """A step, and the event that it follows from."""

    event: Event
    step: NextStep


def prepare_start(tournament: Tournament) -> Prepared | None:
    """The first step of a tournament that has not started, whatever its draw; None for a field that
    it cannot have."""
    event = Event.of(tournament.entries.count(), tournament.games)
    try:
        tournament.format.check(len(event.entries))
    except BadFormat:
        return None
    return Prepared(event, tournament.format.next_step(event))


def advance_locked(tournament: Tournament, prepared: Prepared | None = None) -> bool:
    """The same, for callers that hold the lock of a running tournament that is not paused.
    `prepared`: what the caller computed before it took the lock."""
    done = False
    while True:
        stored = load_for_next_step(tournament)
        if prepared is not None and prepared.event == stored.event:
            step = prepared.step
        else:
            step = tournament.format.next_step(stored.event)
        if not (step.pairings or step.finished):
            return done
        _take(tournament, stored, step)
        done = True
        if _waits_for_a_match(step):
            return True


def _waits_for_a_match(step: NextStep) -> bool:
    """Whether nothing more is due after this step. With only byes and forfeits, no match will end
    and trigger the next round."""
    return step.finished or any(one.outcome == Outcome.MATCH for one in step.pairings)


def _take(tournament: Tournament, stored: StoredEvent, step: NextStep) -> None:
    """Takes a step that follows from `stored`, under the lock."""
    if step.finished:
        _finish(tournament)
    else:
        _make(tournament, stored, step)


def _make(tournament: Tournament, stored: StoredEvent, step: NextStep) -> None:
    if step.seeds:
        drawn = [
            Entry(pk=stored.entries[entry], knockout=seed) for seed, entry in enumerate(step.seeds)
        ]
        Entry.objects.bulk_update(drawn, ["knockout"], batch_size=1000)
        note(tournament, AuditEntry.Kind.DRAWN)
    number = step.pairings[0].round
    if not step.pairings[0].tiebreak:
        format = tournament.format
        if format.system.has_bracket and number > format.rounds_before_bracket(len(stored.entries)):
            settle_void_matches(tournament)
        note(tournament, AuditEntry.Kind.ROUND, round=number)
    entries = _entries(stored, step.pairings)
    pairings = [_pairing(tournament, stored, entries, pairing) for pairing in step.pairings]
    queue.add([pairing.match for pairing in pairings if pairing.match is not None])
    Pairing.objects.bulk_create(pairings, batch_size=1000)


def _entries(stored: StoredEvent, pairings: Sequence[EventPairing]) -> dict[int, Entry]:
    """The entries that meet, by key, with the columns of their versions that a match needs."""
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
    tournament: Tournament, stored: StoredEvent, entries: dict[int, Entry], made: EventPairing
) -> Pairing:
    first = entries[stored.entries[made.first]]
    second = None if made.second is None else entries[stored.entries[made.second]]
    match = None
    if made.outcome == Outcome.MATCH:
        assert second is not None
        match = _match(tournament, first, second, games_of(made, tournament.games) // 2)
    return Pairing(
        tournament=tournament,
        round=made.round,
        board=made.board,
        tiebreak=made.tiebreak,
        first=first,
        second=second,
        outcome=made.outcome,
        match=match,
    )


def _match(tournament: Tournament, first: Entry, second: Entry, pairs: int) -> Match:
    assert first.version is not None and second.version is not None
    return queue.new(
        tournament.ruleset,
        tournament.options,
        first.version,
        second.version,
        pairs=pairs,
        clock=tournament.time_control,
        queue=Match.Queue.TOURNAMENT,
        account=tournament.organiser,
        rated=tournament.rated,
    )


def settle_void_matches(tournament: Tournament) -> None:
    """Fixes the outcome of void matches: a bracket is about to build on it, so that replaying them
    later changes nothing."""
    void = tournament.pairings.filter(
        outcome=Outcome.MATCH, match__state__in=[Match.State.VOID, Match.State.CANCELLED]
    )
    void.update(outcome=Outcome.VOID)


def _finish(tournament: Tournament) -> None:
    if tournament.format.system.has_bracket:
        settle_void_matches(tournament)
    tournament.state = Tournament.State.FINISHED
    tournament.finished = timezone.now()
    tournament.save(update_fields=["state", "finished"])
    note(tournament, AuditEntry.Kind.FINISHED)
    tournament_finished.send(sender=Tournament, tournament=tournament)
