"""How many challenges and experiments a user may ask for."""

import math
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.experiments.models import Challenge, Experiment
from arena.matches.models import Match
from engine import rulesets
from referee.play.clock import Clock, longest_seconds

MAX_PENDING_CHALLENGES = 3  # of one user
MAX_RUNNING_EXPERIMENTS = 1  # of one user
# When to try again, by the code of the refusal.
RETRY_SECONDS = {"waiting": 10, "running": 60, "throttled": 600}
# Hours of play if both bots use up their clocks.
MAX_CHALLENGE_HOURS = 8
MAX_EXPERIMENT_HOURS = 250


def challenges_left(user: User) -> int:
    """How many challenges the user has left in this hour."""
    hour = timezone.now() - timedelta(hours=1)
    made = Challenge.objects.filter(user=user, created__gt=hour).count()
    return max(0, int(settings.CHALLENGES_PER_HOUR) - made)


def check_challenge(user: User) -> None:
    """Raises ValidationError if the user cannot start a challenge now."""
    open_states = (Match.State.QUEUED, Match.State.RUNNING)
    pending = Challenge.objects.filter(user=user, match__state__in=open_states).count()
    if pending >= MAX_PENDING_CHALLENGES:
        raise ValidationError(
            gettext("%(count)d of your challenges are still pending. Wait until one has ended.")
            % {"count": pending},
            code="waiting",
        )
    if not challenges_left(user):
        raise ValidationError(
            gettext("The limit is %(count)d challenges an hour. Try again later.")
            % {"count": settings.CHALLENGES_PER_HOUR},
            code="throttled",
        )


def check_experiment(user: User) -> None:
    """Raises ValidationError if the user cannot start an experiment now."""
    own = Experiment.objects.filter(user=user, kind=Experiment.Kind.REQUESTED)
    if own.filter(state=Experiment.State.RUNNING).count() >= MAX_RUNNING_EXPERIMENTS:
        raise ValidationError(
            gettext("You already have a running experiment. Cancel it, or wait until it ends."),
            code="running",
        )
    day = timezone.now() - timedelta(days=1)
    if own.filter(created__gt=day).count() >= settings.EXPERIMENTS_PER_DAY:
        raise ValidationError(
            gettext("The limit is %(count)d experiments a day. Try again tomorrow.")
            % {"count": settings.EXPERIMENTS_PER_DAY},
            code="throttled",
        )


def check_hours(
    ruleset: str, options: Mapping[str, object], clock: Clock, pairs: int, most: int
) -> None:
    """Raises ValidationError if this many pairs could take more than `most` hours of play."""
    hours = longest_seconds(rulesets.ruleset(ruleset, options), clock, pairs) / 3600
    if hours > most:
        raise ValidationError(
            gettext(
                "That could take %(hours)d hours of play if both bots use up their clocks. The "
                "limit is %(most)d. Choose fewer pairs, or options that make the games shorter."
            )
            % {"hours": math.ceil(hours), "most": most},
            code="too_long",
        )
