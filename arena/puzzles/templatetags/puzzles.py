"""``{% load puzzles %}``: the puzzles of the day on other pages."""

from django import template

from arena.puzzles import daily_puzzles

register = template.Library()


@register.inclusion_tag("puzzles/daily.html")
def puzzles_of_the_day() -> dict[str, object]:
    return {"daily": daily_puzzles.latest()}
