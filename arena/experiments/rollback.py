"""Rollback: a version that crashes in several rated matches in a row is replaced."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from arena.bots import activation, notifications
from arena.bots.models import Bot, Notification, Version
from arena.experiments import promotion_gate
from arena.matches.models import Match

STREAK = 3  # rated matches in a row in which the version lost a game by a crash


def match_ended(match: Match, **_signal: Any) -> None:
    """Receives the end of every match; receiving the same end twice changes nothing.

    Only rated matches count. Nobody can ask for one, so nobody can crash another's bot on purpose.
    """
    crashes = match.crashes or (0, 0)
    if not match.rated or match.state != Match.State.FINISHED or not any(crashes):
        return
    for side, version in enumerate((match.version0_id, match.version1_id)):
        if crashes[side] and _is_streak(version):
            _roll_back(version)


def _is_streak(version: int) -> bool:
    matches = Match.objects.filter(Q(version0=version) | Q(version1=version)).filter(
        rated=True, state=Match.State.FINISHED
    )
    # A version that was activated again after a rollback starts with a clean record.
    if (rolled_back := _last_rollback(version)) is not None:
        matches = matches.filter(created__gt=rolled_back)
    latest = matches.order_by("-pk").values_list("version0_id", "crashes")[:STREAK]
    crashed = [bool(crashes and crashes[0 if first == version else 1]) for first, crashes in latest]
    return len(crashed) == STREAK and all(crashed)


def _last_rollback(version: int) -> datetime | None:
    number = Version.objects.values_list("number", flat=True).get(pk=version)
    rollbacks = Notification.objects.filter(
        bot__versions=version,
        kind__in=(Notification.Kind.ROLLED_BACK, Notification.Kind.DEACTIVATED),
        facts__version=f"v{number}",
    )
    last: datetime | None = rollbacks.aggregate(last=Max("created"))["last"]
    return last


def _roll_back(version: int) -> None:
    """Activates the version before. A version in the promotion gate must now beat that one.

    If there is none before, the version in the gate plays at once, as a bot's first one does.
    """
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(versions=version)
        if bot.active_id != version:
            return
        crashed = bot.versions.light().get(pk=version)
        candidate = promotion_gate.candidate(bot)
        before = activation.previous(bot, crashed)
        activation.set_active(bot, before or candidate)
        if before and candidate:
            promotion_gate.start(candidate, before)
        kind = Notification.Kind.ROLLED_BACK if bot.active else Notification.Kind.DEACTIVATED
        notifications.create(
            bot,
            kind,
            version=f"v{crashed.number}",
            other=f"v{bot.active.number}" if bot.active else "",
            crashes=STREAK,
        )
