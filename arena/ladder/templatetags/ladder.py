"""The state of a game's ladder, for pages."""

from typing import Any

from django import template
from django.conf import settings

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
