"""The parts that other apps' pages show of analyses."""

from typing import Any

from django import template
from django.conf import settings

from arena.analysis import featured
from arena.analysis.accuracy import accuracy_of
from arena.bots.models import Bot
from engine.rulesets import VARIANTS
from strategy.evaluators import ANALYSTS

register = template.Library()


@register.filter
def is_analysed(ruleset: str) -> bool:
    """Whether this arena analyses games of a ruleset or variant."""
    base = VARIANTS.get(ruleset, (ruleset, {}))[0]
    return bool(settings.ANALYSIS) and base in ANALYSTS


@register.inclusion_tag("analysis/accuracy.html")
def accuracy(bot: Bot) -> dict[str, Any]:
    """What the bot's decisions lost on average, if games of it have been analysed."""
    return {"accuracy": accuracy_of(bot)}


@register.inclusion_tag("analysis/games_of_the_day.html")
def games_of_the_day() -> dict[str, Any]:
    """The latest game of the day of each ruleset."""
    return {"games": featured.latest()}
