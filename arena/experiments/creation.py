"""Challenges and experiments that people ask for, within their quotas."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.bots.models import Version
from arena.experiments import quotas, sequential_test
from arena.experiments.models import Challenge, Experiment
from arena.matches import queue
from arena.matches.models import Match
from arena.remote.presence import is_online
from referee.play.clock import Clock
from referee.statistics.sprt import Test

BATCH = 5  # pairs a match of an experiment


def create_challenge(
    user: User,
    version: Version,
    opponent: Version,
    *,
    pairs: int,
    seed: bytes | None,
    options: dict[str, Any],
) -> Match:
    """Queues an unrated match. Without a `seed` its deals are random and secret.

    Raises ValidationError when the user's quota is used up, the match could last too long, or a
    remote bot is not connected.
    """
    ruleset = version.bot.ruleset
    for one in (version, opponent):
        if one.bot.remote and not is_online(one.bot):
            raise ValidationError(
                gettext("%(bot)s is a remote bot, and it is not connected now.") % {"bot": one.bot},
                code="offline",
            )
    quotas.check_hours(ruleset, options, Clock(), pairs, quotas.MAX_CHALLENGE_HOURS)
    with transaction.atomic():
        _lock(user)
        quotas.check_challenge(user)
        match = queue.create(
            ruleset,
            options,
            version,
            opponent,
            pairs=pairs,
            clock=Clock(),
            queue=Match.Queue.TABLE,
            account=user,
            rated=False,
            seed=seed,
        )
        Challenge.objects.create(user=user, match=match, chosen_seed=seed is not None)
        quotas.challenges(user)
    return match


def create_experiment(
    user: User,
    version_a: Version,
    version_b: Version,
    test: Test,
    *,
    max_pairs: int,
    options: dict[str, Any],
) -> Experiment:
    """Starts an experiment. Raises ValidationError when the user's quota is used up, or the
    experiment could last too long."""
    ruleset = version_a.bot.ruleset
    quotas.check_hours(ruleset, options, Clock(), max_pairs, quotas.MAX_EXPERIMENT_HOURS)
    with transaction.atomic():
        _lock(user)
        quotas.check_experiment(user)
        experiment = sequential_test.start(
            user, version_a, version_b, test, max_pairs=max_pairs, batch=BATCH, options=options
        )
        quotas.experiments(user)
    return experiment


def _lock(user: User) -> None:
    """One request of a user at a time, so that the quota holds."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
