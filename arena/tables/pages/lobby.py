"""The lobby, and the tables of the player who looks."""

from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from arena.people.players import find_player
from arena.tables.models import Seat, Table
from arena.tables.pages import own_tables
from arena.tables.pages.forms import SeekForm
from arena.tables.watching import lists

SHOWN = 50
GAMES_A_PAGE = 25


@require_safe
@ensure_csrf_cookie
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables, those that can be watched, and the player's own."""
    player = find_player(request)
    own = list(lists.unfinished_of(player))
    known = [table.pk for table in own]
    context = {
        "own": own,
        "player": player,
        "open": _others(lists.lobby(), known),
        "running": _others(_watchable(), known),
        "seek_form": SeekForm(is_guest=not request.user.is_authenticated),
        "queue": _queue(),
    }
    return render(request, "tables/lobby.html", context)


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The history of the player, and the tables that go on."""
    player = find_player(request)
    played = Paginator(own_tables.played(player), GAMES_A_PAGE)
    page = played.get_page(request.GET.get("page"))
    context = {
        "player": player,
        "own": lists.unfinished_of(player),
        "page": page,
        "results": [own_tables.result_for(table, player) for table in page] if player else [],
    }
    return render(request, "tables/mine.html", context)


@require_safe
def records(request: HttpRequest) -> StreamingHttpResponse:
    """The records of all games of the player, one a line, for `goat verify`."""
    name = f"games-{timezone.now():%Y-%m-%d}.jsonl"
    return StreamingHttpResponse(
        own_tables.records(find_player(request)),
        content_type="application/x-ndjson",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )


@require_safe
def turns(request: HttpRequest) -> JsonResponse:
    """At how many tables it is the player's turn: for the mark beside "Play" on each page."""
    response = JsonResponse({"turns": lists.turns_waiting(find_player(request))})
    patch_cache_control(response, private=True, no_store=True)
    return response


def _others(tables: "QuerySet[Table]", known: list[int]) -> "QuerySet[Table]":
    return tables.exclude(pk__in=known).order_by("-id")[:SHOWN]


def _queue() -> list[tuple[str, int]]:
    """How many people look for an opponent, by what they want to play."""
    seats = Seat.objects.filter(table__in=Table.objects.listed().filter(sought=True))
    waiting = seats.exclude(player=None).values_list("table__ruleset")
    return list(waiting.annotate(count=Count("pk")).order_by("table__ruleset"))


def _watchable() -> "QuerySet[Table]":
    """Games that go on, of tables that were listed in the lobby."""
    return lists.with_seats(
        Table.objects.filter(state=Table.State.PLAYING, watchable=True, in_lobby=True)
    )
