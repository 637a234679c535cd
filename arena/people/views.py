"""The rankings of people."""

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arena.people import pools
from arena.people.models import PlayerRating
from arena.people.rating_pool import LATEST


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Redirects to the ranking of the first game; tabs lead to the others."""
    return redirect("people:ranking", pools.POOLS[0])


@require_safe
def ranking(request: HttpRequest, pool: str) -> HttpResponse:
    if pool not in pools.POOLS:
        raise Http404(gettext("This game does not exist."))
    ratings = PlayerRating.objects.ranking(pool).select_related("player__user")
    context = {
        "page": Paginator(ratings, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "pool": pool,
        "ruleset": pools.base(pool),
        "pools": [(name, pools.name(name)) for name in pools.POOLS],
        "latest": LATEST,
    }
    return render(request, "people/ranking.html", context)
