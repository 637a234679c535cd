"""The rankings."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from arena.pages import games
from arena.ratings.models import Standing
from engine.rulesets import RULESETS


def index(request: HttpRequest) -> HttpResponse:
    """The ranking of the first game; its tabs lead to the others."""
    return redirect("ratings:ranking", next(iter(RULESETS)))


def ranking(request: HttpRequest, ruleset: str) -> HttpResponse:
    if ruleset not in RULESETS:
        raise Http404(gettext("There is no such game."))
    standings = (
        Standing.objects.ranking(ruleset).select_related("bot__owner").defer("bot__description")
    )
    context = {
        "page": Paginator(standings, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "ruleset": ruleset,
        "games": [(name, games.name(name)) for name in RULESETS],
    }
    return render(request, "ratings/ranking.html", context)
