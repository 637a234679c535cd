"""Pages of the matches. Whoever may not see a match finds that it does not exist."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.accounts.models import User
from arena.matches import lists, queue, records, scoresheet, times
from arena.matches.models import Attempt, Match, SideLog
from arena.tournaments.models import Pairing

REFRESH_SECONDS = 5


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    chosen = lists.Filter(request.GET)
    visible = Match.objects.named().visible_to(request.user)
    page = lists.page(chosen.apply(visible), request.GET.get("page"))
    context = {"filter": chosen, "page": page, "filtered": any(map(request.GET.get, chosen.fields))}
    return render(request, "matches/list.html", context)


@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    match = _visible(request, match_id)
    attempts = list(match.attempts.order_by("number"))
    finished = match.state == Match.State.FINISHED
    context: dict[str, Any] = {
        "match": match,
        "pairing": Pairing.objects.filter(match=match).select_related("tournament").first(),
        "attempts": attempts,
        "running": _running(attempts),
        "position": queue.position(match),
        "games": scoresheet.games(records.load(match)) if finished else [],
        "logs": _own_logs(request.user, match) if finished else [],
        "refresh": None if match.ended else REFRESH_SECONDS,
    }
    return render(request, "matches/match.html", context)


@require_safe
@gzip_page
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record as a file, for `goat verify` and `goat replay`."""
    match = _visible(request, match_id)
    if match.state != Match.State.FINISHED:
        raise Http404
    return HttpResponse(
        records.text(match),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="match-{match.pk}.json"'},
    )


@require_safe
@gzip_page
def log(request: HttpRequest, match_id: int, side: int, kind: str) -> HttpResponse:
    """A side's standard error or times as a file, for its owner and the staff."""
    match = _visible(request, match_id)
    if side not in _own_sides(request.user, match):
        raise Http404
    found = get_object_or_404(SideLog, match=match, side=side)
    name = f"match-{match.pk}-side-{side}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.{kind}"',
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    if kind == "json":
        return JsonResponse(found.times, safe=False, headers=headers)
    return HttpResponse(found.stderr, content_type="text/plain; charset=utf-8", headers=headers)


def _visible(request: HttpRequest, match_id: int) -> Match:
    return get_object_or_404(Match.objects.named().visible_to(request.user), pk=match_id)


def _running(attempts: list[Attempt]) -> Attempt | None:
    last = attempts[-1] if attempts else None
    return last if last and last.outcome == Attempt.Outcome.RUNNING else None


def _own_sides(user: User | AnonymousUser, match: Match) -> list[int]:
    versions = (match.version0, match.version1)
    return [side for side in (0, 1) if user.is_staff or versions[side].bot.owner == user]


def _own_logs(user: User | AnonymousUser, match: Match) -> list[dict[str, Any]]:
    sides = _own_sides(user, match)
    if not sides:
        return []
    versions = (match.version0, match.version1)
    return [
        {
            "side": log.side,
            "version": versions[log.side],
            "stderr": log.stderr,
            "games": times.summary(log.times),
        }
        for log in match.logs.filter(side__in=sides).order_by("side")
    ]
