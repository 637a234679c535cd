"""An unrated match against any bot, on deals of one's own if one likes."""

from typing import Any

from django.db import transaction

from arena.accounts.models import User
from arena.bots.models import Version
from arena.experiments import quotas
from arena.experiments.models import Challenge
from arena.matches import queue
from arena.matches.models import Match
from referee.play.clock import Clock


def challenge(
    user: User,
    version: Version,
    opponent: Version,
    *,
    pairs: int,
    seed: bytes | None,
    options: dict[str, Any],
) -> Match:
    """The match, in the queue. Raises ValidationError when the user's quota is used up."""
    with transaction.atomic():
        # One challenge of a user at a time, so that the quota holds.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        quotas.check_challenge(user)
        match = queue.create(
            version.bot.ruleset,
            options,
            version,
            opponent,
            pairs=pairs,
            clock=Clock(),
            queue=Match.Queue.LADDER,
            rated=False,
            seed=seed,
        )
        Challenge.objects.create(user=user, match=match, chosen_seed=seed is not None)
    return match
