"""``{% load cards %}``: drawn cards and suits."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from arena.games import cards

register = template.Library()


@register.simple_tag
def card(name: str) -> SafeString:
    """``{% card "QH" %}``: a card's face, or its back for ``back``."""
    label = _("a card face down") if name == "back" else cards.card_name(name)
    return format_html(
        '<svg class="playing-card" viewBox="0 0 100 140" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"></use></svg>',
        label,
        label,
        cards.address(),
        name,
    )


@register.simple_tag
def hand(names: str) -> SafeString:
    """``{% hand "6S 7S" %}``: cards side by side."""
    faces = format_html_join("", "{}", ((card(name),) for name in names.split()))
    return format_html('<span class="hand">{}</span>', faces)


@register.simple_tag
def suit(letter: str) -> SafeString:
    """``{% suit "H" %}``: a suit's pip for running text."""
    return format_html(
        '<svg class="pip {}" viewBox="0 0 22 22" role="img" aria-label="{}">'
        '<use href="{}#{}"></use></svg>',
        cards.SUITS[letter],
        cards.suit_name(letter),
        cards.address(),
        letter,
    )
