"""How many challenges and experiments a user may ask for."""

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.experiments.models import Challenge, Experiment
from arena.matches.models import Match
from arena.web.limit_headers import Noted, note
from engine import rulesets
from referee.play.clock import Clock, longest_seconds

MAX_PENDING_CHALLENGES = 3  # of one user
MAX_RUNNING_EXPERIMENTS = 1  # of one user
# When to try again, by the code of the refusal; "throttled" says it itself.
RETRY_SECONDS = {"waiting": 10, "running": 60}
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Hours of play if both bots use up their clocks.
MAX_CHALLENGE_HOURS = 8
MAX_EXPERIMENT_HOURS = 250


def challenges_left(user: User) -> int:
    """How many challenges the user has left in this hour."""
    return challenges(user).left


def challenges(user: User) -> Noted:
    """The limit of challenges. Programs are told it with the response."""
    made = Challenge.objects.filter(user=user)
    return _limit("challenge", made, int(settings.CHALLENGES_PER_HOUR), HOUR)


def experiments(user: User) -> Noted:
    """The limit of experiments, as that of challenges."""
    made = Experiment.objects.filter(user=user, kind=Experiment.Kind.REQUESTED)
    return _limit("experiment", made, int(settings.EXPERIMENTS_PER_DAY), DAY)


def retry_seconds(error: ValidationError) -> int | None:
    """When to try again what was refused; None if it is of no use."""
    if error.code == "throttled":
        return int((error.params or {})["seconds"])
    return RETRY_SECONDS.get(error.code or "")


def _limit(name: str, made: QuerySet[Any], most: int, window: timedelta) -> Noted:
    """At most `most` in a window of time that ends now. A use is free again when it leaves it."""
    now = timezone.now()
    recent = made.filter(created__gt=now - window)
    times = list(recent.order_by("-created").values_list("created", flat=True)[: most or 1])
    left = max(0, most - len(times))
    free = times[-1] + window if times else now + window
    limit = Noted(
        name,
        most,
        round(window.total_seconds()),
        left,
        max(1, math.ceil((free - now).total_seconds())),
    )
    note(limit)
    return limit


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
    limit = challenges(user)
    if not limit.left:
        raise ValidationError(
            gettext("The limit is %(count)d challenges an hour. Try again later."),
            code="throttled",
            params={"count": limit.most, "seconds": limit.again},
        )


def check_experiment(user: User) -> None:
    """Raises ValidationError if the user cannot start an experiment now."""
    own = Experiment.objects.filter(user=user, kind=Experiment.Kind.REQUESTED)
    if own.filter(state=Experiment.State.RUNNING).count() >= MAX_RUNNING_EXPERIMENTS:
        raise ValidationError(
            gettext("You already have a running experiment. Cancel it, or wait until it ends."),
            code="running",
        )
    limit = experiments(user)
    if not limit.left:
        raise ValidationError(
            gettext("The limit is %(count)d experiments a day. Try again tomorrow."),
            code="throttled",
            params={"count": limit.most, "seconds": limit.again},
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
