"""The ranking pages and the head-to-head pages."""

from django.conf import settings
from django.contrib.auth.decorators import user_passes_test
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.bots.models import Bot
from arena.games import labels
from arena.ratings import export, head_to_head_tables, suspicion
from arena.ratings.forms import RankingFilter
from arena.ratings.models import RatingRefresh, Standing
from engine.rulesets import RULESETS

HEAD_TO_HEAD_ROWS = 16


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Redirects to the ranking of the first game; tabs lead to the others."""
    return redirect("ratings:ranking", next(iter(RULESETS)))


@require_safe
def ranking(request: HttpRequest, ruleset: str) -> HttpResponse:
    _check(ruleset)
    form = RankingFilter(request.GET)
    everyone = _ranking(ruleset)
    context = {
        "page": Paginator(form.apply(everyone), settings.PAGE_ROWS).get_page(
            request.GET.get("page")
        ),
        "filter": form,
        "filtered": any(map(request.GET.get, form.fields)),
        "refresh": RatingRefresh.objects.filter(ruleset=ruleset).first(),
        "groups": everyone.filter(group__gt=0).exclude(bot__active=None).exists(),
        **_tabs(ruleset),
    }
    return render(request, "ratings/ranking.html", context)


@require_safe
def ranking_csv(request: HttpRequest, ruleset: str) -> HttpResponse:
    _check(ruleset)
    return HttpResponse(
        export.as_csv(_ranking(ruleset)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="ranking-{ruleset}.csv"'},
    )


@require_safe
def ranking_json(request: HttpRequest, ruleset: str) -> HttpResponse:
    _check(ruleset)
    rows = [export.as_dict(standing) for standing in _ranking(ruleset)]
    return JsonResponse({"ruleset": ruleset, "ranking": rows})


@require_safe
def head_to_head(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The bots on one page of the ranking against each other."""
    _check(ruleset)
    active = _ranking(ruleset).exclude(bot__active=None)
    page = Paginator(active, HEAD_TO_HEAD_ROWS).get_page(request.GET.get("page"))
    bots = [standing.bot for standing in page]
    context = {
        "page": page,
        "rows": head_to_head_tables.of_bots(bots),
        "bots": bots,
        **_tabs(ruleset),
    }
    return render(request, "ratings/head_to_head.html", context)


@require_safe
@user_passes_test(lambda user: user.is_staff, login_url="accounts:login")
@never_cache
def suspicious(request: HttpRequest, ruleset: str) -> HttpResponse:
    """For the staff: pairings that look as if games were thrown."""
    _check(ruleset)
    try:
        report = suspicion.report(ruleset)
    except ValueError:
        report = None
    return render(request, "ratings/suspicious.html", {"report": report, **_tabs(ruleset)})


@require_safe
def against(request: HttpRequest, username: str, name: str) -> HttpResponse:
    """A bot against each of its opponents, all versions together."""
    bot = _bot(username, name)
    page = Paginator(head_to_head_tables.opponents(bot), settings.PAGE_ROWS).get_page(
        request.GET.get("page")
    )
    return render(request, "ratings/against.html", {"bot": bot, "page": page})


@require_safe
def versions(
    request: HttpRequest, username: str, name: str, other_username: str, other_name: str
) -> HttpResponse:
    """The versions of one bot against the versions of another."""
    bot, other = _bot(username, name), _bot(other_username, other_name)
    context = {"bot": bot, "other": other, **head_to_head_tables.of_versions(bot, other)}
    return render(request, "ratings/versions.html", context)


def _check(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise Http404(gettext("This game does not exist."))


def _ranking(ruleset: str) -> QuerySet[Standing]:
    ranking = Standing.objects.ranking(ruleset).select_related("bot__owner")
    return ranking.defer("bot__description")


def _tabs(ruleset: str) -> dict[str, object]:
    return {"ruleset": ruleset, "games": [(name, labels.name(name)) for name in RULESETS]}


def _bot(username: str, name: str) -> Bot:
    return get_object_or_404(
        Bot.objects.select_related("owner"), owner__username=username, name=name
    )
