"""How scores are written."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def halves(score: float) -> str:
    """6.5 → ``6½``, 0.5 → ``½``, 6.0 → ``6``."""
    whole = int(score)
    if score == whole:
        return str(whole)
    return f"{whole or ''}½"


@register.filter
def quarters(score: float) -> str:
    """12.25 → ``12.25``, with two decimals always, so that a column lines up."""
    return number_format(score, decimal_pos=2)
