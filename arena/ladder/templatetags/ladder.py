"""What the pages say of a game's ladder."""

from typing import Any

from django import template
from django.conf import settings

from arena.ladder import climbing

register = template.Library()


@register.inclusion_tag("ladder/state.html")
def ladder_state(ruleset: str) -> dict[str, Any]:
    return {
        "on": settings.LADDER,
        "bots": climbing.active(ruleset).count(),
        "waiting": climbing.waiting(ruleset).count(),
        "pairs": settings.LADDER_PAIRS,
    }
