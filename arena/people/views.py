"""The rankings of people."""

from django.conf import settings
from django.contrib.auth.decorators import user_passes_test
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.people import pools
from arena.people.models import PlayerRating
from arena.people.rating_pool import LATEST
from arena.people.suspicion import suspicious_pairs


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Redirects to the ranking of the first game; tabs lead to the others."""
    return redirect("people:ranking", pools.POOLS[0])


@require_safe
def ranking(request: HttpRequest, pool: str) -> HttpResponse:
    _check(pool)
    ratings = PlayerRating.objects.ranking(pool).select_related("player__user")
    context = {
        "page": Paginator(ratings, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "ruleset": pools.base(pool),
        "latest": LATEST,
        **_tabs(pool),
    }
    return render(request, "people/ranking.html", context)


@require_safe
@user_passes_test(lambda user: user.is_staff, login_url="accounts:login")
@never_cache
def suspicious(request: HttpRequest, pool: str) -> HttpResponse:
    """For the staff: people who lose to one person and play hardly anybody else."""
    _check(pool)
    context = {"pairs": suspicious_pairs(pool), **_tabs(pool)}
    return render(request, "people/suspicious.html", context)


def _check(pool: str) -> None:
    if pool not in pools.POOLS:
        raise Http404(gettext("This game does not exist."))


def _tabs(pool: str) -> dict[str, object]:
    return {"pool": pool, "pools": [(name, pools.name(name)) for name in pools.POOLS]}
