"""The parts that other apps' pages show of analyses."""

from typing import Any

from django import template

from arena.analysis import featured
from arena.analysis.accuracy import accuracy_of
from arena.bots.models import Bot

register = template.Library()


@register.inclusion_tag("analysis/accuracy.html")
def accuracy(bot: Bot) -> dict[str, Any]:
    """What the bot's decisions lost on average, if games of it have been analysed."""
    return {"accuracy": accuracy_of(bot)}


@register.inclusion_tag("analysis/games_of_the_day.html")
def games_of_the_day() -> dict[str, Any]:
    """The latest game of the day of each ruleset."""
    return {"games": featured.latest()}
