"""Experiments that people ask for: of their own version against another, one at a time."""

from typing import Any

from django.db import transaction

from arena.accounts.models import User
from arena.bots.models import Version
from arena.experiments import quotas, sequential_test
from arena.experiments.models import Experiment
from referee.statistics.sprt import Test

BATCH = 5  # pairs a match


def begin(
    user: User,
    version_a: Version,
    version_b: Version,
    test: Test,
    *,
    max_pairs: int,
    options: dict[str, Any],
) -> Experiment:
    """The experiment, started. Raises ValidationError when the user's quota is used up."""
    with transaction.atomic():
        # One experiment of a user at a time, so that the quota holds.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        quotas.check_experiment(user)
        return sequential_test.start(
            user, version_a, version_b, test, max_pairs=max_pairs, batch=BATCH, options=options
        )
