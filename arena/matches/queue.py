"""How a match enters the queue, and its position there.

A message in Celery's queue is only a hint that a match waits for a worker. The sweep replaces lost
messages, and surplus messages are harmless.
"""

import logging
import secrets
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from arena.bots.models import Version
from arena.celery import app
from arena.matches.models import Match
from engine import randomness, rulesets
from referee.play.clock import Clock

TASK = "arena.matches.tasks.play_match"

log = logging.getLogger(__name__)


def create(
    ruleset: str,
    options: Mapping[str, object],
    version0: Version,
    version1: Version,
    *,
    pairs: int,
    clock: Clock,
    queue: str,
    rated: bool,
    seed: bytes | None = None,
) -> Match:
    """A new match in the queue, with a seed and its published commitment.

    Without a `seed` it gets a new, secret one. `ruleset` names a ruleset or a variant, and
    `options` holds what differs from its defaults. The message to the workers is sent when the
    transaction commits. Raises BadOption for an unknown ruleset or option, and ValueError for a
    version that plays another game.
    """
    rules = rulesets.ruleset(ruleset, options)
    for version in (version0, version1):
        if rulesets.ruleset(version.bot.ruleset).name != rules.name:
            raise ValueError(f"{version} plays {version.bot.ruleset}, not {ruleset}")
    if pairs < 1:
        raise ValueError(f"a match needs at least 1 pair, not {pairs}")
    seed = seed or secrets.token_bytes(randomness.SEED_BYTES)
    match = Match.objects.create(
        ruleset=ruleset,
        options={name: getattr(rules, name) for name in options},
        version0=version0,
        version1=version1,
        pairs=pairs,
        clock=clock.as_dict(),
        queue=Match.Queue(queue),
        rated=rated,
        seed=seed,
        commitment=randomness.commitment(seed),
        queued=timezone.now(),
    )
    transaction.on_commit(lambda: send([(match.pk, match.queue)]))
    return match


def send(matches: Iterable[tuple[int, str]]) -> None:
    """Sends the workers a message for each match, given as (id, queue).

    Without a broker this only logs a warning: the matches stay queued, and the sweep sends them.
    """
    for match_id, queue in matches:
        try:
            app.send_task(TASK, [match_id], queue=queue, retry_policy={"max_retries": 1})
        except OperationalError as error:
            log.warning("no broker for match %s, the sweep will send it: %s", match_id, error)
            return


def position(match: Match) -> int | None:
    """The match's position in its queue, from 1; None unless it is queued."""
    if match.state != Match.State.QUEUED:
        return None
    before = Match.objects.queued().filter(queue=match.queue, pk__lt=match.pk)
    return before.count() + 1
