"""The state of a game's ladder, for pages."""

from typing import Any

from django import template
from django.conf import settings

from arena.bots.models import Bot
from arena.ladder import match_scheduling

register = template.Library()


@register.inclusion_tag("ladder/state.html")
def ladder_state(ruleset: str) -> dict[str, Any]:
    return {
        "on": settings.LADDER,
        "bots": match_scheduling.active_bots(ruleset).count(),
        "waiting": match_scheduling.waiting_matches(ruleset).count(),
        "pairs": settings.LADDER_PAIRS,
    }


@register.inclusion_tag("ladder/absence.html")
def ladder_absence(bot: Bot) -> dict[str, Any]:
    """Says so if an active bot is not on the ladder, because its owner has too many."""
    absent = (
        settings.LADDER
        and bot.active_id is not None
        and not match_scheduling.active_bots(bot.ruleset).filter(pk=bot.pk).exists()
    )
    return {"absent": absent, "limit": settings.LADDER_BOTS_PER_OWNER}
