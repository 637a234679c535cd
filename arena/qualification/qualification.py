"""The check that a new version passes before it may play others.

It plays itself in the sandbox, as a rated match would go. A fault rejects it, and its author
reads which, and after which message of the referee. When the machine failed nobody is to blame:
the check is played again.
"""

import logging
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from arena.bots.models import Bot, Version
from arena.experiments import promotion_gate
from arena.matches import queue, records
from arena.matches.models import Match
from arena.qualification import faults
from referee.play.clock import Clock

logger = logging.getLogger(__name__)

PAIRS = 2
CLOCK = Clock()
# After so many checks without an outcome an operator must look at the machines.
MAX_CHECKS = 3

LOG_HEAD, LOG_TAIL = 2_000, 14_000


@dataclass(frozen=True)
class Check:
    """Where the check of a version stands. `position`: its place in the queue, from 1."""

    match: Match
    position: int | None

    @property
    def stalled(self) -> bool:
        """Whether it needs somebody to ask for it again."""
        return self.match.state in (Match.State.VOID, Match.State.CANCELLED)


def begin(version: Version) -> Match:
    """Queues a check of the version."""
    return queue.create(
        version.bot.ruleset,
        {},
        version,
        version,
        pairs=PAIRS,
        clock=CLOCK,
        queue=Match.Queue.CHECK,
        rated=False,
    )


def check_of(version: Version) -> Check | None:
    """The latest check of the version; None for one that never had any."""
    match = _checks(version).order_by("-pk").first()
    if match is None:
        return None
    position = queue.position(match) if match.state == Match.State.QUEUED else None
    return Check(match, position)


def conclude(match: Match, **_kwargs: Any) -> None:
    """Receives the end of every match; only the check of a version still in qualification counts.

    Told twice of the same end it does nothing the second time.
    """
    if match.queue != Match.Queue.CHECK:
        return
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(versions=match.version0_id)
        version = bot.versions.light().get(pk=match.version0_id)
        if version.state != Version.State.CHECKING:
            return
        if match.state == Match.State.FINISHED:
            _judge(bot, version, match)
        elif match.state == Match.State.VOID:
            _check_again(version, match)


def ask_again(version: Version) -> bool:
    """Begins another check of a version whose check has stalled; whether it did."""
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)
        version = bot.versions.light().get(pk=version.pk)
        check = check_of(version)
        stalled = check is None or check.stalled
        if stalled and version.state == Version.State.CHECKING:
            begin(version)
            return True
    return False


def _judge(bot: Bot, version: Version, match: Match) -> None:
    found = faults.of_record(records.load(match))
    version.faults = [asdict(fault) for fault in found]
    version.log = "\n".join(
        f"=== copy {log.side + 1} ===\n{_shortened(log.stderr)}"
        for log in match.logs.order_by("side")
        if log.stderr
    )
    version.state = Version.State.REJECTED if found else Version.State.QUALIFIED
    version.save(update_fields=["faults", "log", "state"])
    newer = bot.active is not None and bot.active.number > version.number
    if version.state == Version.State.QUALIFIED and version.activates and not newer:
        _admit(bot, version)


def _admit(bot: Bot, version: Version) -> None:
    """Lets a qualified version play, by the rule that the author has chosen for the bot."""
    if bot.active is None or bot.gate == Bot.Gate.ALWAYS:
        promotion_gate.give_up(bot)
        bot.active = version
        bot.save(update_fields=["active"])
    elif bot.gate == Bot.Gate.NOT_WORSE:
        promotion_gate.begin(version, bot.active)


def _check_again(version: Version, match: Match) -> None:
    latest = _checks(version).order_by("-pk").values_list("pk", flat=True)
    if latest[0] != match.pk:
        return  # it is being checked again already
    if latest.count() < MAX_CHECKS:
        begin(version)
    else:
        logger.error("no check of %s came to an end; the last is match %s", version, match.pk)


def _checks(version: Version) -> Any:
    return Match.objects.filter(queue=Match.Queue.CHECK, version0=version)


def _shortened(text: str) -> str:
    """The head and the tail of a long log: the start says what ran, the end why it stopped."""
    if len(text) <= LOG_HEAD + LOG_TAIL:
        return text
    return f"{text[:LOG_HEAD]}\n[…]\n{text[-LOG_TAIL:]}"
