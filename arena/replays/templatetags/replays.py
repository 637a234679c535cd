"""The parts that other apps' pages show of matches."""

from typing import Any

from django import template

from arena.bots.models import Bot
from arena.replays import bot_matches

register = template.Library()


@register.inclusion_tag("replays/recent_matches.html")
def recent_matches(bot: Bot) -> dict[str, Any]:
    """The bot's last matches, and how many it has won, drawn and lost."""
    return {
        "bot": bot,
        "counts": bot_matches.counts_of(bot),
        "matches": bot_matches.recent_of(bot),
    }
