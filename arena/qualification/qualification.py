"""The qualification of a new version: what it must pass before it may play others.

It plays itself in the sandbox under the conditions of a rated match. A fault rejects it, and its
author sees which fault, and what the bot was asked. When the machine failed, no bot is to blame:
the match is played again.
"""

import logging
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from arena.bots import activation, notifications
from arena.bots.models import Bot, Notification, Version
from arena.matches import fair_order, queue, records
from arena.matches.models import Match
from arena.qualification import faults
from arena.qualification.signals import promotion_requested
from referee.play.clock import Clock

log = logging.getLogger(__name__)

PAIRS = 2
CLOCK = Clock()
# After this number of matches without a result an operator must look at the machines.
MAX_MATCHES = 3

LOG_HEAD, LOG_TAIL = 2_000, 14_000  # characters


@dataclass(frozen=True)
class Qualification:
    """Where the qualification of a version stands. `position`: its place in the queue, from 1."""

    match: Match
    position: int | None

    @property
    def stalled(self) -> bool:
        """Whether it continues only after a restart."""
        return self.match.state in (Match.State.VOID, Match.State.CANCELLED)


def latest(version: Version) -> Qualification | None:
    """The latest qualification of the version; None if there was none."""
    match = _matches(version).order_by("-pk").first()
    if match is None:
        return None
    position = fair_order.position(match) if match.state == Match.State.QUEUED else None
    return Qualification(match, position)


def clock_of(qualification: Qualification | None) -> Clock:
    """The clock that its match was played with; without a match, the one of the next."""
    return Clock(**qualification.match.clock) if qualification else CLOCK


def start(version: Version) -> Match:
    """Queues a match of the version against itself."""
    return queue.create(
        version.bot.ruleset,
        {},
        version,
        version,
        pairs=PAIRS,
        clock=CLOCK,
        queue=Match.Queue.CHECK,
        account=version.bot.owner,
        rated=False,
    )


def restart(version: Version) -> bool:
    """Queues another match if the qualification has stalled; whether it did."""
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)
        version = bot.versions.light().get(pk=version.pk)
        qualification = latest(version)
        stalled = qualification is None or qualification.stalled
        if stalled and version.state == Version.State.CHECKING:
            start(version)
            return True
    return False


def version_submitted(version: Version, **_signal: Any) -> None:
    """Receives arena.bots.signals.version_submitted."""
    start(version)


def match_ended(match: Match, **_signal: Any) -> None:
    """Receives the end of every match; only that of a version in qualification counts.

    Receiving the same end twice changes nothing.
    """
    if match.queue != Match.Queue.CHECK:
        return
    with transaction.atomic():
        activation.lock_owner(match.version0)
        bot = Bot.objects.select_for_update(no_key=True).get(versions=match.version0_id)
        version = bot.versions.light().get(pk=match.version0_id)
        if version.state != Version.State.CHECKING:
            return
        if match.state == Match.State.FINISHED:
            _conclude(bot, version, match)
        elif match.state == Match.State.VOID:
            _repeat(version, match)


def _conclude(bot: Bot, version: Version, match: Match) -> None:
    logs = list(match.logs.order_by("side"))
    found = faults.of_record(records.load(match), faults.causes(logs))
    version.faults = [asdict(fault) for fault in found]
    version.log = "\n".join(
        f"=== copy {log.side + 1} ===\n{_shortened(log.stderr)}" for log in logs if log.stderr
    )
    version.state = Version.State.REJECTED if found else Version.State.QUALIFIED
    version.save(update_fields=["faults", "log", "state"])
    newer = bot.active is not None and bot.active.number > version.number
    if version.state == Version.State.QUALIFIED and version.activates and not newer:
        _promote(bot, version)


def _promote(bot: Bot, version: Version) -> None:
    """Lets a qualified version play, by the promotion rule that the author chose for the bot.

    Not if the author has too many active bots in the game: then a notification says so.
    """
    if bot.active is None or bot.promotion == Bot.Promotion.ALWAYS:
        try:
            activation.set_active(bot, version)
        except activation.TooManyBots:
            notifications.create(
                bot,
                Notification.Kind.NO_ROOM,
                version=f"v{version.number}",
                limit=settings.LADDER_BOTS_PER_OWNER,
            )
    elif bot.promotion == Bot.Promotion.NOT_WORSE:
        promotion_requested.send(sender=Version, bot=bot, version=version)


def _repeat(version: Version, match: Match) -> None:
    """Queues another match after a void one, until there have been MAX_MATCHES."""
    latest = _matches(version).order_by("-pk").values_list("pk", flat=True)
    if latest[0] != match.pk:
        return  # another match is queued already
    if latest.count() < MAX_MATCHES:
        start(version)
    else:
        log.error(
            "the qualification of %s has stalled: %d matches had no result, the last is match %s",
            version,
            MAX_MATCHES,
            match.pk,
        )


def _matches(version: Version) -> QuerySet[Match]:
    return Match.objects.filter(queue=Match.Queue.CHECK, version0=version)


def _shortened(text: str) -> str:
    """The head and the tail of a long log: the start says what ran, the end why it stopped."""
    if len(text) <= LOG_HEAD + LOG_TAIL:
        return text
    return f"{text[:LOG_HEAD]}\n[…]\n{text[-LOG_TAIL:]}"
