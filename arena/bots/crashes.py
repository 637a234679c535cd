"""A version that crashes again and again is taken out of play, and its author told."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from arena.bots import notices
from arena.bots.activation import previous
from arena.bots.models import Bot, Notice, Version
from arena.experiments import promotion_gate
from arena.matches.models import Match

STREAK = 3  # rated matches in a row, with a game in each that was lost by a crash


def watch(match: Match, **_signal: Any) -> None:
    """Receives the end of every match. Told twice of the same end it does nothing new.

    Only rated matches count: nobody can ask for one, so nobody can crash another's bot on purpose.
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
    # Who activates it again wants to see it play: what it was taken out of play for is over.
    if (taken_out := _last_taken_out(version)) is not None:
        matches = matches.filter(created__gt=taken_out)
    latest = matches.order_by("-pk").values_list("version0_id", "crashes")[:STREAK]
    crashed = [bool(crashes and crashes[0 if first == version else 1]) for first, crashes in latest]
    return len(crashed) == STREAK and all(crashed)


def _last_taken_out(version: int) -> datetime | None:
    number = Version.objects.values_list("number", flat=True).get(pk=version)
    notices = Notice.objects.filter(
        bot__versions=version,
        kind__in=(Notice.Kind.ROLLED_BACK, Notice.Kind.RESTS),
        facts__version=f"v{number}",
    )
    last: datetime | None = notices.aggregate(last=Max("created"))["last"]
    return last


def _roll_back(version: int) -> None:
    """The version before plays instead, and a version whose gate runs has to beat that one.

    Where there is none before, the one in the gate plays at once, as a bot's first one does.
    """
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(versions=version)
        if bot.active_id != version:
            return
        crashed = bot.versions.light().get(pk=version)
        candidate = promotion_gate.candidate(bot)
        before = previous(bot, crashed)
        promotion_gate.give_up(bot)
        bot.active = before or candidate
        bot.save(update_fields=["active"])
        if before and candidate:
            promotion_gate.begin(candidate, before)
        kind = Notice.Kind.ROLLED_BACK if bot.active else Notice.Kind.RESTS
        notices.tell(
            bot,
            kind,
            version=f"v{crashed.number}",
            other=f"v{bot.active.number}" if bot.active else "",
            crashes=STREAK,
        )
