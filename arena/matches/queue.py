"""How a match enters the queue, and how idle workers learn of it.

The rows are the queue. A message in Celery's queue, a *hint*, only says that a slot may look for a
match. There are never more than a few, and housekeeping replaces lost ones.
"""

import secrets
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from arena.accounts.models import User
from arena.bots.models import Version
from arena.matches import broker
from arena.matches.models import Match
from engine import randomness, rulesets
from referee.play.clock import Clock

TASK = "arena.matches.tasks.play"
# That wake several idle workers at once, and cost the busy ones next to nothing.
MOST_HINTS = 8


def new(
    ruleset: str,
    options: Mapping[str, object],
    version0: Version,
    version1: Version,
    *,
    pairs: int,
    clock: Clock,
    queue: str,
    rated: bool,
    account: User | None = None,
    seed: bytes | None = None,
) -> Match:
    """A match for `add`, with a seed and its commitment.

    Without a `seed` it gets a new, secret one. `ruleset` names a ruleset or a variant, and
    `options` holds what differs from its defaults. `account` is who asked for the match, whose
    share of the slots it uses (fair_order.py); None for the ladder. `rated` has no effect unless
    the match `can_be_rated`. Raises BadOption for an unknown ruleset or option, and ValueError for
    a version that plays another game.
    """
    rules = rulesets.ruleset(ruleset, options)
    for version in (version0, version1):
        if rulesets.ruleset(version.bot.ruleset).name != rules.name:
            raise ValueError(f"{version} plays {version.bot.ruleset}, not {ruleset}")
    if pairs < 1:
        raise ValueError(f"a match needs at least 1 pair, not {pairs}")
    seed = seed or secrets.token_bytes(randomness.SEED_BYTES)
    return Match(
        ruleset=ruleset,
        options={name: getattr(rules, name) for name in options},
        version0=version0,
        version1=version1,
        pairs=pairs,
        clock=clock.as_dict(),
        queue=Match.Queue(queue),
        account=account,
        rated=rated and can_be_rated(version0, version1),
        remote=version0.bot.remote or version1.bot.remote,
        seed=seed,
        commitment=randomness.commitment(seed),
    )


def add(matches: Sequence[Match]) -> list[Match]:
    """Stores new matches, which are then in the queue. Workers are told when the transaction
    commits."""
    added = Match.objects.bulk_create(matches, batch_size=500)
    transaction.on_commit(lambda: hint(len(added)))
    return added


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
    account: User | None = None,
    seed: bytes | None = None,
) -> Match:
    """A new match in the queue: see `new`, which raises the same errors, and `add`."""
    match = new(
        ruleset,
        options,
        version0,
        version1,
        pairs=pairs,
        clock=clock,
        queue=queue,
        rated=rated,
        account=account,
        seed=seed,
    )
    (added,) = add([match])
    return added


def can_be_rated(version0: Version, version1: Version) -> bool:
    """Whether a match between these versions may change Elo and ratings.

    Not one between bots of one owner, who could let one of them lose on purpose. The house does
    not, and its bots must be rated against each other: they are the anchor of the ratings. Nor one
    with a remote bot: nobody can say what plays, and on how many machines.
    """
    bot0, bot1 = version0.bot, version1.bot
    if bot0.remote or bot1.remote:
        return False
    return bot0.owner_id != bot1.owner_id or (bot0.pk != bot1.pk and bot0.owner.is_house)


def hint(count: int = 1) -> int:
    """Tells idle workers that matches wait, unless enough hints are in the broker's queue.

    Returns how many hints it sent. Without a broker it only logs one line.
    """
    return 0 if broker.is_away() else broker.send(lambda: _send(count))


def _send(count: int) -> int:
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    return broker.send_tasks(TASK, queue, [()] * min(count, MOST_HINTS), most=MOST_HINTS)


def top_up_hints() -> None:
    """Replaces hints that were lost, and wakes workers for matches whose pause has ended."""
    playable = Match.objects.queued().filter(Q(due=None) | Q(due__lte=Now()))
    if waiting := playable[:MOST_HINTS].count():
        broker.send(lambda: _send(waiting))  # also soon after the last try: nobody waits for it
