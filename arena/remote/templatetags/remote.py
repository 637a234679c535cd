"""What pages of other apps show of remote bots."""

from typing import Any

from django import template
from django.conf import settings

from arena.bots.models import Bot
from arena.remote.models import Connection
from engine.rulesets import RULESETS

register = template.Library()


@register.inclusion_tag("remote/state.html")
def remote_state(bot: Bot) -> dict[str, Any]:
    """Whether the bot is connected, and since when."""
    connection = Connection.objects.filter(bot=bot).first()
    online = Connection.objects.online().filter(bot=bot).exists()
    return {"connection": connection, "online": online}


@register.inclusion_tag("remote/section.html")
def remote_section(bot: Bot, owned: bool) -> dict[str, Any]:
    """What a remote bot is, and for its owner how to connect it."""
    return {
        "bot": bot,
        "owned": owned,
        "partners": RULESETS[bot.ruleset].seats > 2,
        "grace": settings.REMOTE_GRACE_SECONDS,
    }


@register.filter
def partners_may_talk(bot: Bot) -> bool:
    """Whether the seats of a side of this remote bot could tell each other what they see."""
    return bot.remote and RULESETS[bot.ruleset].seats > 2
