"""Filters that format ratings and Elo, and the parts of other apps' pages that show them."""

from typing import Any

from django import template
from django.utils.formats import number_format

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings import labels
from arena.ratings.elo_ledger import changes_of
from arena.ratings.models import Standing
from arena.ratings.rating_chart import rating_chart
from arena.ratings.rating_history import rating_history
from arena.web.rounding import rounded

register = template.Library()
register.filter("elo_gain", labels.signed_points)
register.filter("elo_explanation", labels.explanation)


@register.filter
def elo(hundredths: int) -> str:
    """151234 → ``1512``, as rankings show it."""
    return number_format(round(hundredths / 100), use_l10n=True, force_grouping=False)


@register.filter
def elo_exact(hundredths: int) -> str:
    """151234 → ``1512.34``, as the ledger shows it."""
    return number_format(hundredths / 100, decimal_pos=2)


@register.filter
def rating(value: float) -> str:
    """1512.34 → ``1512``."""
    return number_format(round(value), use_l10n=True, force_grouping=False)


@register.filter
def error(value: float) -> str:
    """34.2 → ``± 34``; ``± 0`` for exactly 0 only."""
    return "± " + number_format(max(1, round(value)) if value else 0, use_l10n=True)


@register.filter
def trend(value: float | None) -> str:
    """12.3 → ``▲ 12``; empty for an unknown trend."""
    if value is None:
        return ""
    change = round(value)
    return f"▲ {change}" if change > 0 else f"▼ {-change}" if change < 0 else "="


@register.filter
def signed(value: float) -> str:
    """-12.3 → ``−12``, with a real minus sign."""
    whole = round(value)
    return f"−{-whole}" if whole < 0 else f"+{whole}" if whole else "±0"


@register.filter
def small(probability: float) -> str:
    """0.0213 → ``0.021``, and ``< 0.001`` for less."""
    if probability < 0.001:
        return "< " + number_format(0.001, decimal_pos=3)
    return rounded(probability, 3)


@register.filter
def percent_number(score: float) -> str:
    """0.6251 → ``63``, for the lower bound of a range such as ``63–70 %``."""
    return str(round(100 * score))


@register.filter
def percent(score: float) -> str:
    """0.6251 → ``63 %``."""
    return f"{round(100 * score)} %"


@register.inclusion_tag("ratings/changes.html")
def elo_changes(match: Match) -> dict[str, Any]:
    """How a match changed the Elo of both bots; empty if it does not count."""
    return {"match": match, "changes": changes_of(match)}


@register.inclusion_tag("ratings/standing.html")
def bot_standing(bot: Bot) -> dict[str, Any]:
    """A bot's rating, Elo and place, and the chart of its rating."""
    standing = Standing.objects.of_bot(bot)
    return {
        "standing": standing,
        "chart": rating_chart(rating_history(bot)) if standing else None,
    }
