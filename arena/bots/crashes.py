"""A version that crashes again and again is taken out of play, and its author told."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from arena.bots import notices
from arena.bots.choosing import previous
from arena.bots.models import Bot, Notice
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
    latest = (
        Match.objects.filter(Q(version0=version) | Q(version1=version))
        .filter(rated=True, state=Match.State.FINISHED)
        .order_by("-pk")
        .values_list("version0_id", "crashes")[:STREAK]
    )
    crashed = [bool(crashes and crashes[0 if first == version else 1]) for first, crashes in latest]
    return len(crashed) == STREAK and all(crashed)


def _roll_back(version: int) -> None:
    with transaction.atomic():
        bot = Bot.objects.select_for_update(no_key=True).get(versions=version)
        if bot.active_id != version:
            return
        crashed = bot.versions.light().get(pk=version)
        bot.active = previous(bot, crashed)
        bot.save(update_fields=["active"])
        kind = Notice.Kind.ROLLED_BACK if bot.active else Notice.Kind.RESTS
        notices.tell(
            bot,
            kind,
            version=f"v{crashed.number}",
            other=f"v{bot.active.number}" if bot.active else "",
            crashes=STREAK,
        )
