"""Pages of the matches. A match that a user may not see is not found."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.accounts.models import User
from arena.matches import fair_order, records
from arena.matches.models import Attempt, Match, SideLog
from arena.replays import attempts, match_lists, move_times, own_logs, scoresheet, viewer

REFRESH_SECONDS = 5  # for browsers without JavaScript
GAMES_SHOWN = 50


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    filter = match_lists.Filter(request.GET)
    visible = Match.objects.named().visible_to(request.user)
    page = match_lists.page(filter.apply(visible), request.GET.get("page"))
    context = {"filter": filter, "page": page, "filtered": any(map(request.GET.get, filter.fields))}
    return render(request, "replays/list.html", context)


@require_safe
@gzip_page
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    match = _visible(request, match_id)
    played = list(match.attempts.order_by("number"))
    context: dict[str, Any] = {
        "match": match,
        "reason": attempts.reason_of(match, request.user),
        "programs": [match.version0, match.version1],
        "attempts": [
            (
                attempt,
                attempts.worker_of(attempt, request.user),
                attempts.error_of(attempt, request.user),
            )
            for attempt in played
        ],
        "running": _running(played),
        "position": fair_order.position(match),
        "refresh": REFRESH_SECONDS,
        "delay": settings.LIVE_DELAY_MOVES,
    }
    if match.state == Match.State.FINISHED:
        games = Paginator(scoresheet.games(records.load(match)), GAMES_SHOWN)
        context["games"] = games.get_page(request.GET.get("games"))
        context["logs"] = _own_logs(request.user, match)
        context["setup"] = viewer.for_replay(match, [log["side"] for log in context["logs"]])
    elif not match.ended:
        context["setup"] = viewer.for_live(match)
    return render(request, "replays/match.html", context)


@require_safe
def moves(request: HttpRequest, match_id: int, game: int) -> HttpResponse:
    """A game as a list of moves, for readers who do not see the table."""
    match = _finished(request, match_id)
    record = records.load(match)
    if not 1 <= game <= len(record["games"]):
        raise Http404
    context = {
        "match": match,
        "game": scoresheet.games(record)[game - 1],
        "last": len(record["games"]),
        "moves": scoresheet.moves(record, game - 1),
    }
    return render(request, "replays/moves.html", context)


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """The replay alone, to embed in another site's page."""
    match = _finished(request, match_id)
    setup = viewer.for_replay(match, []) | {"mode": "embed"}
    return render(request, "replays/embed.html", {"match": match, "setup": setup})


@require_safe
@gzip_page
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record as a file, for `goat verify` and `goat replay`."""
    match = _finished(request, match_id)
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
    if side not in own_logs.own_sides(request.user, match):
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


def _finished(request: HttpRequest, match_id: int) -> Match:
    match = _visible(request, match_id)
    if match.state != Match.State.FINISHED:
        raise Http404
    return match


def _running(played: list[Attempt]) -> Attempt | None:
    last = played[-1] if played else None
    return last if last and last.outcome == Attempt.Outcome.RUNNING else None


def _own_logs(user: User | AnonymousUser, match: Match) -> list[dict[str, Any]]:
    sides = own_logs.own_sides(user, match)
    if not sides:
        return []
    versions = (match.version0, match.version1)
    return [
        {
            "side": log.side,
            "version": versions[log.side],
            "stderr": log.stderr,
            "faults": own_logs.faults(log),
            "games": move_times.summary(log.times),
        }
        for log in match.logs.filter(side__in=sides).order_by("side")
    ]
