"""``{% load bots_at_tables %}``: what the author of a bot learns of its games with people."""

from typing import Any

from django import template
from django.template import Context

from arena.bots.models import HEAVY, Bot
from arena.tables.models import BotFault
from arena.tables.seats import reporting

MOST = 20

register = template.Library()


@register.inclusion_tag("tables/bot_troubles.html", takes_context=True)
def troubles_at_tables(context: Context, bot: Bot) -> dict[str, Any]:
    """The faults of a bot at tables and the moves of it that people reported, newest first.

    Empty for all but its owner and the staff, and for games that have not ended.
    """
    user = context["request"].user
    if not (user == bot.owner or user.is_staff):
        return {}
    faults = BotFault.objects.shown().filter(version__bot=bot).select_related("table", "version")
    return {
        "faults": faults.defer(*(f"version__{field}" for field in HEAVY))[:MOST],
        "reports": reporting.of_bot(bot)[:MOST],
    }
