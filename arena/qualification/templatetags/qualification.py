"""The qualification of a version, as its page shows it."""

from typing import Any

from django import template
from django.template.context import RequestContext

from arena.bots.models import Version
from arena.qualification import faults, qualification

register = template.Library()


@register.inclusion_tag("qualification/section.html", takes_context=True)
def qualification_of(context: RequestContext, version: Version) -> dict[str, Any]:
    """The version's state, and for its owner also the faults, the log and the match."""
    bot = version.bot
    owned = context["request"].user == bot.owner
    shown: dict[str, Any] = {"bot": bot, "version": version, "owned": owned}
    if owned:
        latest = qualification.latest(version)
        shown["qualification"] = latest
        shown["faults"] = faults.explained(version, qualification.clock_of(latest))
    return shown
