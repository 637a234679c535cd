"""An experiment from its start to its verdict: a sequential test on matches of mirrored pairs.

Every step can run any number of times, on any number of workers: under the experiment's lock, it
is decided from the matches as they stand. Matches count in the order in which they were created,
not in which they ended; otherwise quick games would count for more.
"""

import logging
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.experiments import promotion
from arena.experiments.models import Experiment, ExperimentMatch
from arena.matches import lifecycle, queue
from arena.matches.models import Match
from arena.matches.reconnect import DatabaseAway
from arena.ratings.head_to_head import pair_counts
from referee.play.clock import Clock
from referee.statistics.pentanomial import NOTHING, added
from referee.statistics.sprt import Test, Verdict

MAX_PENDING = 2  # matches of one experiment that are queued or played at the same time
MAX_VOID = 5  # void matches that cancel an experiment: then the machines are to blame

# Matches in these states do not count; others take their place.
WITHOUT_RESULT = (Match.State.VOID, Match.State.CANCELLED)
STATES = {Verdict.H0: Experiment.State.REJECTED, Verdict.H1: Experiment.State.ACCEPTED}

log = logging.getLogger(__name__)


def start(
    user: User,
    version_a: Version,
    version_b: Version,
    test: Test,
    *,
    max_pairs: int,
    batch: int,
    options: dict[str, Any] | None = None,
    kind: str = Experiment.Kind.REQUESTED,
) -> Experiment:
    """A new experiment with its first matches in the queue. Both versions must be qualified.

    For a promotion gate the caller holds the bot's lock.
    """
    with transaction.atomic():
        experiment = Experiment.objects.create(
            kind=kind,
            user=user,
            ruleset=version_a.bot.ruleset,
            options=options or {},
            version_a=version_a,
            version_b=version_b,
            elo0=test.elo0,
            elo1=test.elo1,
            alpha=test.alpha,
            beta=test.beta,
            batch=batch,
            max_pairs=max_pairs,
        )
        advance(experiment.pk)
    return experiment


def match_ended(match: Match, **_signal: Any) -> None:
    """Receives the end of every match; that of an experiment's match advances the experiment."""
    row = ExperimentMatch.objects.filter(match=match).first()
    if row is not None:
        advance(row.experiment_id)


def sweep() -> None:
    """Advances every running experiment as far as its matches allow."""
    running = Experiment.objects.filter(state=Experiment.State.RUNNING)
    for pk in running.values_list("pk", flat=True):
        try:
            advance(pk)
        except DatabaseAway:
            raise
        except Exception:  # one broken experiment must not stop the others
            log.exception("experiment %s cannot go on", pk)


def advance(pk: int) -> None:
    """Counts the matches that have ended, then ends the experiment or queues more matches."""
    with transaction.atomic():
        experiment = _lock(pk)
        if experiment.state != Experiment.State.RUNNING:
            return
        rows = _rows(experiment)
        verdict = _count(experiment, rows)
        state = _final_state(experiment, rows, verdict)
        if state is None:
            experiment.save(update_fields=["tally", "ratio"])
            _queue_matches(experiment, rows)
            return
        _end(experiment, state, rows)
        if experiment.kind == Experiment.Kind.PROMOTION_GATE:
            promotion.conclude(experiment)


def cancel(pk: int) -> bool:
    """Ends a running experiment without a verdict; whether it was running."""
    with transaction.atomic():
        experiment = _lock(pk)
        if experiment.state != Experiment.State.RUNNING:
            return False
        _end(experiment, Experiment.State.CANCELLED, _rows(experiment))
    return True


def _lock(pk: int) -> Experiment:
    """The experiment, locked.

    The bot of a promotion gate is always locked first: changing a bot's versions ends its gate,
    and the end of a gate changes the bot.
    """
    kind, bot = Experiment.objects.values_list("kind", "version_a__bot").get(pk=pk)
    if kind == Experiment.Kind.PROMOTION_GATE:
        Bot.objects.select_for_update(no_key=True).get(pk=bot)
    return Experiment.objects.select_for_update().get(pk=pk)


def _rows(experiment: Experiment) -> list[ExperimentMatch]:
    return list(experiment.matches.select_related("match").defer("match__seed").order_by("number"))


def _pending(rows: list[ExperimentMatch]) -> list[ExperimentMatch]:
    return [row for row in rows if not row.match.ended]


def _count(experiment: Experiment, rows: list[ExperimentMatch]) -> Verdict | None:
    """Adds up the results before the first pending match, or up to the verdict."""
    test = experiment.test
    counts = NOTHING
    verdict = None
    for row in rows:
        if not row.match.ended:
            break
        if row.match.state != Match.State.FINISHED:
            continue
        counts = added([counts, pair_counts(row.match)])
        ratio = test.ratio(counts)
        if row.ratio != ratio:
            row.ratio = ratio
            row.save(update_fields=["ratio"])
        verdict = test.verdict(counts)
        if verdict is not None:
            break
    experiment.tally, experiment.ratio = list(counts), test.ratio(counts)
    return verdict


def _final_state(
    experiment: Experiment, rows: list[ExperimentMatch], verdict: Verdict | None
) -> Experiment.State | None:
    """The state in which the experiment ends now; None if it goes on."""
    if verdict is not None:
        return STATES[verdict]
    if sum(row.match.state == Match.State.VOID for row in rows) >= MAX_VOID:
        return Experiment.State.CANCELLED
    if experiment.pairs >= experiment.max_pairs:
        return Experiment.State.UNDECIDED
    return None


def _queue_matches(experiment: Experiment, rows: list[ExperimentMatch]) -> None:
    """Queues matches until MAX_PENDING are pending or `max_pairs` are planned."""
    # Pairs that do not count yet, because an earlier match is pending, are planned too.
    planned = sum(row.match.pairs for row in rows if row.match.state not in WITHOUT_RESULT)
    number = rows[-1].number if rows else 0
    for _ in range(len(_pending(rows)), MAX_PENDING):
        pairs = min(experiment.batch, experiment.max_pairs - planned)
        if pairs <= 0:
            break
        number, planned = number + 1, planned + pairs
        match = _create_match(experiment, pairs)
        ExperimentMatch.objects.create(experiment=experiment, number=number, match=match)


def _create_match(experiment: Experiment, pairs: int) -> Match:
    versions = Version.objects.light().select_related("bot")
    return queue.create(
        experiment.ruleset,
        experiment.options,
        versions.get(pk=experiment.version_a_id),
        versions.get(pk=experiment.version_b_id),
        pairs=pairs,
        clock=Clock(),
        queue=Match.Queue.LADDER,
        account=experiment.user,
        rated=False,
    )


def _end(experiment: Experiment, state: Experiment.State, rows: list[ExperimentMatch]) -> None:
    """Writes the final state, and cancels the pending matches once it is committed."""
    experiment.state, experiment.ended = state, timezone.now()
    experiment.save(update_fields=["tally", "ratio", "state", "ended"])
    pending = [row.match_id for row in _pending(rows)]
    transaction.on_commit(lambda: _cancel_matches(pending), robust=True)


def _cancel_matches(ids: list[int]) -> None:
    for match_id in ids:
        lifecycle.cancel(match_id, "the experiment has ended")
