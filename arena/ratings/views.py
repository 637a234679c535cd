"""The rankings, and who scored what against whom."""

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arena.bots.models import Bot
from arena.games import labels
from arena.ratings import matrix
from arena.ratings.models import Freshness, Standing
from arena.ratings.rankings import Filter
from engine.rulesets import RULESETS

MATRIX_ROWS = 16


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The ranking of the first game; its tabs lead to the others."""
    return redirect("ratings:ranking", next(iter(RULESETS)))


@require_safe
def ranking(request: HttpRequest, ruleset: str) -> HttpResponse:
    _check(ruleset)
    chosen = Filter(request.GET)
    everyone = _ranking(ruleset)
    context = {
        "page": Paginator(chosen.apply(everyone), settings.PAGE_ROWS).get_page(
            request.GET.get("page")
        ),
        "filter": chosen,
        "filtered": any(map(request.GET.get, chosen.fields)),
        "freshness": Freshness.objects.filter(ruleset=ruleset).first(),
        "groups": everyone.filter(group__gt=0).exclude(bot__active=None).exists(),
        **_tabs(ruleset),
    }
    return render(request, "ratings/ranking.html", context)


@require_safe
def head_to_head(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Every bot of a page of the ranking against every other."""
    _check(ruleset)
    active = _ranking(ruleset).exclude(bot__active=None)
    page = Paginator(active, MATRIX_ROWS).get_page(request.GET.get("page"))
    bots = [standing.bot for standing in page]
    context = {"page": page, "rows": matrix.of_bots(bots), "bots": bots, **_tabs(ruleset)}
    return render(request, "ratings/head_to_head.html", context)


@require_safe
def against(request: HttpRequest, username: str, name: str) -> HttpResponse:
    """A bot against each that it has met, all versions together."""
    bot = _bot(username, name)
    page = Paginator(matrix.opponents(bot), settings.PAGE_ROWS).get_page(request.GET.get("page"))
    return render(request, "ratings/against.html", {"bot": bot, "page": page})


@require_safe
def versions(
    request: HttpRequest, username: str, name: str, other_username: str, other_name: str
) -> HttpResponse:
    """Every version of one bot against every version of another."""
    bot, other = _bot(username, name), _bot(other_username, other_name)
    context = {"bot": bot, "other": other, **matrix.of_versions(bot, other)}
    return render(request, "ratings/versions.html", context)


def _check(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise Http404(gettext("There is no such game."))


def _ranking(ruleset: str) -> QuerySet[Standing]:
    ranking = Standing.objects.ranking(ruleset).select_related("bot__owner")
    return ranking.defer("bot__description")


def _tabs(ruleset: str) -> dict[str, object]:
    return {"ruleset": ruleset, "games": [(name, labels.name(name)) for name in RULESETS]}


def _bot(username: str, name: str) -> Bot:
    return get_object_or_404(
        Bot.objects.select_related("owner"), owner__username=username, name=name
    )
