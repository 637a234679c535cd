"""``{% load lessons %}``: the first steps of a game in words."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def face_up(play: dict[str, Any]) -> str:
    """The cards of a play of Kozel that lie face up, as ``{% hand %}`` takes them."""
    cards: list[str] = play.get("lead") or play.get("beat") or []
    return " ".join(cards)


@register.filter
def best_answer(step: dict[str, Any]) -> dict[str, Any]:
    """The answer to the move that solves an exercise best."""
    answer: dict[str, Any] = step["moves"][step["best"]]
    return answer
