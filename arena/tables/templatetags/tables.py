"""``{% load tables %}``: the parts of playing that other apps' pages show."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from arena.bots.models import Bot
from arena.games.labels import GAMES
from arena.games.lessons import lesson_of
from arena.people.players import COOKIE
from arena.tables.models import Seat
from arena.tables.pages import offers, own_tables
from arena.tables.pages.opponents import opponents

register = template.Library()


@register.filter
def table_title(ruleset: str) -> str:
    """A game with its variant: ``Écarté, Classic``."""
    return offers.title(ruleset)


@register.filter
def seat_name(seat: Seat) -> str:
    """Who sits there: a person or a bot."""
    return own_tables.name_of(seat)


@register.filter
def clock_words(clock: dict[str, int] | None) -> str:
    """The clock of a table in words."""
    if clock is None:
        return _("no clock")
    move, bank = clock["move_s"], clock["bank_s"]
    if not bank:
        return _("%(move)d s a move") % {"move": move}
    more = _("%d s") % bank if bank % 60 else _("%d min") % (bank // 60)
    return _("%(move)d s a move + %(more)s") % {"move": move, "more": more}


@register.inclusion_tag("tables/play_now.html")
def play_now(ruleset: str | None = None, bot: Bot | None = None) -> dict[str, Any]:
    """The ways to a game of this ruleset, or against a bot that can play."""
    if bot is not None:
        return {"bot": bot}
    return {"game": GAMES[str(ruleset)], "opponents": opponents(str(ruleset))}


@register.simple_tag
def first_steps_link(ruleset: str) -> SafeString:
    """A link to the game's lesson, if it has one."""
    if lesson_of(ruleset) is None:
        return SafeString("")
    address = reverse("pages:first_steps", args=[ruleset])
    return format_html(' · <a href="{}">{}</a>', address, _("First steps"))


@register.simple_tag(takes_context=True)
def may_have_turns(context: dict[str, Any]) -> bool:
    """Whether the visitor may be somebody whose turn it is; asks nothing of the database."""
    request: HttpRequest | None = context.get("request")
    if request is None or not hasattr(request, "user"):
        return False
    return COOKIE in request.COOKIES or request.user.is_authenticated
