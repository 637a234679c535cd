"""How many unrated matches a person may ask for."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.experiments.models import Challenge, Experiment
from arena.matches.models import Match

WAITING = 3  # challenges of one person that are not over yet
RUNNING = 1  # experiments of one person


def challenges_left(user: User) -> int:
    """How many challenges the user may still make within the hour."""
    hour = timezone.now() - timedelta(hours=1)
    made = Challenge.objects.filter(user=user, created__gt=hour).count()
    return max(0, int(settings.CHALLENGES_PER_HOUR) - made)


def check_challenge(user: User) -> None:
    """Raises ValidationError when the user may not make a challenge now."""
    open_states = (Match.State.QUEUED, Match.State.RUNNING)
    waiting = Challenge.objects.filter(user=user, match__state__in=open_states).count()
    if waiting >= WAITING:
        raise ValidationError(
            gettext("%(count)d of your challenges are still to be played; wait for one to end.")
            % {"count": waiting},
            code="waiting",
        )
    if not challenges_left(user):
        raise ValidationError(
            gettext("That is %(count)d challenges within an hour; try again later.")
            % {"count": settings.CHALLENGES_PER_HOUR},
            code="throttled",
        )


def check_experiment(user: User) -> None:
    """Raises ValidationError when the user may not start an experiment now."""
    own = Experiment.objects.filter(user=user, kind=Experiment.Kind.REQUESTED)
    if own.filter(state=Experiment.State.RUNNING).count() >= RUNNING:
        raise ValidationError(
            gettext("One experiment at a time: yours still runs. Cancel it, or wait for its end."),
            code="running",
        )
    day = timezone.now() - timedelta(days=1)
    if own.filter(created__gt=day).count() >= settings.EXPERIMENTS_PER_DAY:
        raise ValidationError(
            gettext("That is %(count)d experiments within a day; try again tomorrow.")
            % {"count": settings.EXPERIMENTS_PER_DAY},
            code="throttled",
        )
