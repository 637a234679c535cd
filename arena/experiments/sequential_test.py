"""An experiment from its start to its verdict.

Every step may be taken any number of times, by any number of workers: what is done is decided
under the experiment's lock from the matches as they stand. Matches count in the order in which
they were made, not in which they ended, so that quick games have no louder voice.
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
from arena.ratings.head_to_head import pair_counts
from referee.play.clock import Clock
from referee.statistics.pentanomial import NOTHING, added
from referee.statistics.sprt import Test, Verdict

AT_ONCE = 2  # matches of one experiment that wait or are played at a time
WORTHLESS = (Match.State.VOID, Match.State.CANCELLED)  # and another match takes its place
MAX_VOID = 5  # so many void matches end an experiment: the machines are to blame

log = logging.getLogger(__name__)

VERDICTS = {Verdict.H0: Experiment.State.REJECTED, Verdict.H1: Experiment.State.ACCEPTED}


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
    """A new experiment with its first matches in the queue. The versions are to be qualified.

    For a gate the caller holds the bot's lock.
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
            batch=min(batch, max_pairs),
            max_pairs=max_pairs,
        )
        advance(experiment.pk)
    return experiment


def match_ended(match: Match, **_signal: Any) -> None:
    """Receives the end of every match; those of an experiment take it a step on."""
    row = ExperimentMatch.objects.filter(match=match).first()
    if row is not None:
        advance(row.experiment_id)


def sweep() -> None:
    """Takes each running experiment as far as its matches allow."""
    for pk in Experiment.objects.filter(state=Experiment.State.RUNNING).values_list(
        "pk", flat=True
    ):
        try:
            advance(pk)
        except Exception:  # whatever is wrong with one is no reason to forget the others
            log.exception("experiment %s cannot go on", pk)


def advance(pk: int) -> None:
    """Counts what has been played, and ends the experiment or makes its next matches."""
    with transaction.atomic():
        experiment = _lock(pk)
        if experiment.state != Experiment.State.RUNNING:
            return
        rows = list(
            experiment.matches.select_related("match").defer("match__seed").order_by("number")
        )
        verdict = _count(experiment, rows)
        pending = [row for row in rows if not row.match.ended]
        void = sum(row.match.state == Match.State.VOID for row in rows)
        # Also those that are over and do not count yet, since one before them is not.
        planned = sum(row.match.pairs for row in rows if row.match.state not in WORTHLESS)
        state = None
        if verdict is not None:
            state = VERDICTS[verdict]
        elif void >= MAX_VOID:
            state = Experiment.State.CANCELLED
        elif not pending and experiment.pairs >= experiment.max_pairs:
            state = Experiment.State.UNDECIDED
        if state is not None:
            _conclude(experiment, state, pending)
            if experiment.kind == Experiment.Kind.PROMOTION_GATE:
                promotion.conclude(experiment)
        else:
            experiment.save(update_fields=["tally", "ratio"])
            number = rows[-1].number if rows else 0
            for _ in range(len(pending), AT_ONCE):
                pairs = min(experiment.batch, experiment.max_pairs - planned)
                if pairs <= 0:
                    break
                number, planned = number + 1, planned + pairs
                ExperimentMatch.objects.create(
                    experiment=experiment, number=number, match=_match(experiment, pairs)
                )


def cancel(pk: int) -> bool:
    """Ends a running experiment because somebody wants it to; whether it was running."""
    with transaction.atomic():
        experiment = _lock(pk)
        if experiment.state != Experiment.State.RUNNING:
            return False
        pending = [
            row
            for row in experiment.matches.select_related("match").defer("match__seed")
            if not row.match.ended
        ]
        _conclude(experiment, Experiment.State.CANCELLED, pending)
    return True


def _lock(pk: int) -> Experiment:
    """The experiment, locked. A gate's bot is locked before it, everywhere, since what changes a
    bot's versions ends gates and the end of a gate changes the bot."""
    kind, bot = Experiment.objects.values_list("kind", "version_a__bot").get(pk=pk)
    if kind == Experiment.Kind.PROMOTION_GATE:
        Bot.objects.select_for_update(no_key=True).get(pk=bot)
    return Experiment.objects.select_for_update().get(pk=pk)


def _count(experiment: Experiment, rows: list[ExperimentMatch]) -> Verdict | None:
    """Adds up the matches up to the first that is not over, or to the verdict."""
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


def _conclude(experiment: Experiment, state: str, pending: list[ExperimentMatch]) -> None:
    experiment.state, experiment.ended = state, timezone.now()
    experiment.save(update_fields=["tally", "ratio", "state", "ended"])
    ids = [row.match_id for row in pending]
    transaction.on_commit(lambda: _cancel_all(ids), robust=True)


def _cancel_all(ids: list[int]) -> None:
    for match_id in ids:
        lifecycle.cancel(match_id, "the experiment has ended")


def _match(experiment: Experiment, pairs: int) -> Match:
    versions = Version.objects.light().select_related("bot")
    return queue.create(
        experiment.ruleset,
        experiment.options,
        versions.get(pk=experiment.version_a_id),
        versions.get(pk=experiment.version_b_id),
        pairs=pairs,
        clock=Clock(),
        queue=Match.Queue.LADDER,
        rated=False,
    )
