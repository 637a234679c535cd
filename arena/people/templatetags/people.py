"""The parts of other apps' pages that are about games with people."""

from typing import Any

from django import template

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.people import levels, pools, profile, ratings
from arena.people.beaten import beaten

register = template.Library()
register.filter("pool_name", pools.name)


@register.filter
def level_name(level: str) -> str:
    """``easy`` in the reader's language."""
    return str(levels.LABELS[level]) if level in levels.LABELS else level


@register.inclusion_tag("people/among_people.html")
def bot_among_people(bot: Bot) -> dict[str, Any]:
    """How a bot does against people: who has beaten it, its rating among them, and its level."""
    return {
        "beaten": beaten(bot),
        "rating": bot.people_ratings.filter(pool=bot.ruleset, games__gte=ratings.ENOUGH).first(),
        "level": levels.level_of(bot),
    }


@register.inclusion_tag("people/profile.html")
def person_profile(person: User, viewer: Any) -> dict[str, Any]:
    """The ratings and the last games of a person at tables, for the person's public page."""
    return {"profile": profile.profile(person, own=person == viewer), "person": person}
