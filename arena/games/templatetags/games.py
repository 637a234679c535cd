"""``{% load games %}``: the names of games."""

from django import template

from arena.games import labels

register = template.Library()


@register.filter
def game_name(ruleset: str) -> str:
    """``{{ match.ruleset|game_name }}``: Svoi Kozyri for ``svoi-kozyri``."""
    return labels.name(ruleset)
