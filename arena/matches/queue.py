"""How a match enters the queue, and where in it it stands.

A message in Celery's queue is only a hint that a row wants work. One that gets lost is sent
again by the sweeper (`ledger.sweep`), and one too many is harmless.
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

    The seed is new and secret, unless one is given. `ruleset` is a ruleset's or a named variant's
    name, `options` what differs from it. A worker is asked to play the match when the transaction
    commits. Raises BadOption for a ruleset or an
    option that does not exist, ValueError for a version that plays another game.
    """
    rules = rulesets.ruleset(ruleset, options)
    for version in (version0, version1):
        if rulesets.ruleset(version.bot.ruleset).name != rules.name:
            raise ValueError(f"{version} plays {version.bot.ruleset}, not {ruleset}")
    if pairs < 1:
        raise ValueError(f"a match has at least one pair, not {pairs}")
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
    transaction.on_commit(lambda: ask([(match.pk, match.queue)]))
    return match


def ask(wanted: Iterable[tuple[int, str]]) -> None:
    """Asks the workers to play these matches, each given with its queue.

    Without a broker it only says so in the log: the rows wait, and the sweeper asks again.
    """
    for match_id, queue in wanted:
        try:
            app.send_task(TASK, [match_id], queue=queue, retry_policy={"max_retries": 1})
        except OperationalError as error:
            log.warning("no broker to ask for match %s, the sweeper will: %s", match_id, error)
            return


def position(match: Match) -> int | None:
    """How many matches of its queue are to be played before this one, plus one.

    None unless the match is queued.
    """
    if match.state != Match.State.QUEUED:
        return None
    waiting = Match.objects.filter(state=Match.State.QUEUED, queue=match.queue)
    return waiting.filter(pk__lt=match.pk).count() + 1
