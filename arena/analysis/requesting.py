"""Asking for an analysis: who may, how often, and how many may wait."""

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.analysis.errors import AnalysisError
from arena.analysis.models import Analysis
from arena.analysis.subjects import Subject
from arena.web.rate_limit import Limit, LimitReached, give_back, take

HOUR = 3600
FULL_SECONDS = 60  # after which to try again when the queue is full


def request_analysis(subject: Subject, user: User | None, network: str) -> Analysis:
    """The analysis of the game, queued unless it exists. Raises AnalysisError.

    `user`: who asks, None for a visitor without an account. `network`: the address, whose limit
    counts too. Only a new row counts, so any number of people may ask for the same one.
    """
    version = subject.check()
    if not settings.ANALYSIS:
        raise AnalysisError("no_analysis", _("This arena does not analyse games."))
    found = subject.analyses().light().filter(version=version).first()
    if found is not None and found.state != Analysis.State.FAILED:
        # Somebody waits for it now.
        Analysis.objects.queued().filter(pk=found.pk).update(priority=Analysis.Priority.ASKED)
        return found
    taken = _check_limits(user, network)
    if found is not None:
        again = Analysis.objects.filter(pk=found.pk, state=Analysis.State.FAILED)
        again.update(
            state=Analysis.State.QUEUED, attempts=0, error="", priority=Analysis.Priority.ASKED
        )
        found.refresh_from_db(fields=["state", "attempts", "error", "priority"])
        return found
    analysis, created = queue(subject, version, user=user)
    if not created:
        give_back(taken)
    return analysis


def queue(
    subject: Subject,
    version: str,
    priority: Analysis.Priority = Analysis.Priority.ASKED,
    user: User | None = None,
) -> tuple[Analysis, bool]:
    """The row of the analysis, and whether this created it: of many at once, one does."""
    try:
        with transaction.atomic():
            analysis = Analysis.objects.create(
                match=subject.match,
                table=subject.table,
                game=subject.game,
                version=version,
                priority=priority,
                user=user,
            )
    except IntegrityError:
        return subject.analyses().light().get(version=version), False
    return analysis, True


def _check_limits(user: User | None, network: str) -> list[int]:
    """Counts a use for the user and the address; returns what `give_back` takes. Raises
    AnalysisError if a limit is reached, or the queue is full."""
    if Analysis.objects.queued().count() >= settings.ANALYSES_WAITING:
        message = _("Too many games wait for their analysis. Try again in a minute.")
        raise AnalysisError("queue_full", message, 429, wait=FULL_SECONDS)
    limits = [(Limit("analyses of an address", settings.ANALYSES_PER_ADDRESS, HOUR), network)]
    if user is not None:
        limits = [(Limit("analyses", settings.ANALYSES_PER_HOUR, HOUR), str(user.pk)), *limits]
    if user is not None and user.is_staff:
        return []
    try:
        return take(*limits)
    except LimitReached as reached:
        message = _(
            "You have asked for as many analyses as this arena allows in an hour. "
            "Try again in %(minutes)d minutes, or analyse the record yourself: goat analyse."
        ) % {"minutes": reached.minutes}
        raise AnalysisError("throttled", message, 429, wait=reached.wait) from None
