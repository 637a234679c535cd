"""``{% load games %}``: what people call a ruleset."""

from django import template

from arena.pages import games

register = template.Library()


@register.filter
def game_name(ruleset: str) -> str:
    """``{{ match.ruleset|game_name }}``: Svoi Kozyri for ``svoi-kozyri``."""
    return games.name(ruleset)
