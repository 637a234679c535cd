"""How ratings and Elo are written, and the parts that other apps' pages show of it."""

from typing import Any

from django import template
from django.utils.formats import number_format

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings import chart, history
from arena.ratings.models import in_points

register = template.Library()
register.filter("elo_gain", in_points)


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
    """34.2 → ``± 34``, never ± 0 for what is not certain."""
    return "± " + number_format(max(1, round(value)) if value else 0, use_l10n=True)


@register.filter
def trend(value: float | None) -> str:
    """12.3 → ``▲ 12``; nothing for what is not known."""
    if value is None:
        return ""
    whole = round(value)
    return f"▲ {whole}" if whole > 0 else f"▼ {-whole}" if whole < 0 else "="


@register.filter
def signed(value: float) -> str:
    """-12.3 → ``−12`` with a real minus sign."""
    whole = round(value)
    return f"−{-whole}" if whole < 0 else f"+{whole}" if whole else "±0"


@register.filter
def percent_number(score: float) -> str:
    """0.6251 → ``63``, the first of two of which the second has the sign."""
    return str(round(100 * score))


@register.filter
def percent(score: float) -> str:
    """0.6251 → ``63 %``."""
    return f"{round(100 * score)} %"


@register.inclusion_tag("ratings/changes.html")
def elo_changes(match: Match) -> dict[str, Any]:
    """What a match did to the Elo of both; nothing for one that does not count."""
    return {"match": match, "changes": history.changes(match)}


@register.inclusion_tag("ratings/standing.html")
def elo_standing(bot: Bot) -> dict[str, Any]:
    """A bot's rating and Elo, its place and the chart of its course."""
    standing = history.standing_of(bot)
    return {
        "standing": standing,
        "chart": chart.chart(history.history(bot)) if standing else None,
    }
