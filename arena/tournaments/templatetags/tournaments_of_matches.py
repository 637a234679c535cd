"""The parts that the pages of matches show of tournaments."""

from typing import Any

from django import template
from django.template.context import Context

from arena.matches.models import Match
from arena.replays.match_lists import Filter
from arena.tournaments.models import Pairing

register = template.Library()


@register.inclusion_tag("tournaments/round_of_match.html")
def tournament_round(match: Match) -> dict[str, Any]:
    """The round and the tournament for which the match is played, if any."""
    pairing = Pairing.objects.filter(match=match).select_related("tournament").first()
    return {"pairing": pairing}


@register.inclusion_tag("tournaments/match_filter.html", takes_context=True)
def tournament_filter(context: Context, filter: Filter) -> dict[str, Any]:
    """The tournament to which a list of matches is limited, if any, with a link to remove it."""
    return {"request": context["request"], "tournament": filter.cleaned_data.get("tournament")}
