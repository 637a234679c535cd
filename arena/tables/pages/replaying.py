"""The replay of a table that has ended, and its record. Everything is open then."""

import copy
import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.people.players import find_player
from arena.replays import scoresheet, viewer
from arena.replays.replay_json import FORMAT, game_json, legal_moves
from arena.tables.game.record import Record, table_record
from arena.tables.models import Table
from arena.tables.pages import offers
from engine.faults import Reason
from engine.record import ruleset_of

Json = dict[str, Any]


@require_safe
@gzip_page
def replay(request: HttpRequest, code: str) -> HttpResponse:
    table = _seen(request, code)
    made = _record(table)
    remote = [player["name"] for player in made["seats"] if player.get("remote")]
    context = {
        "table": table,
        "title": offers.title(table.ruleset),
        "players": [player for player in made["seats"] if "from" not in player],
        "setup": _setup(table) | {"remote": remote},
        "moves": scoresheet.moves(made, 0),
    }
    return render(request, "tables/replay.html", context)


@require_safe
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file, for `goat verify` and `goat replay`."""
    table = _seen(request, code)
    if table.state != Table.State.OVER:
        raise Http404
    response = _answer(table, table_record(table))
    response["Content-Disposition"] = f'attachment; filename="table-{table.code}.json"'
    return response


@require_safe
@gzip_page
def frames(request: HttpRequest, code: str, game: int) -> HttpResponse:
    """The game as the replay viewer reads it; ``?seat=`` selects a seat's view."""
    table, made, seat = _requested(request, code, game)
    return _answer(table, game_json(made, 0, seat))


@require_safe
@gzip_page
def choices(request: HttpRequest, code: str, game: int) -> HttpResponse:
    table, made, seat = _requested(request, code, game)
    return _answer(table, legal_moves(made, 0, seat))


def _seen(request: HttpRequest, code: str) -> Table:
    """The table, if it has been played and the visitor may see it. Raises Http404."""
    table = get_object_or_404(Table, code=code, state__in=Table.ENDED, started__isnull=False)
    player = find_player(request)
    if not table.watchable and not (player and table.seats.filter(player=player).exists()):
        raise Http404
    return table


def _record(table: Table) -> Record:
    """The record; of a game without a result, the game as far as it went, without scores."""
    if table.state == Table.State.OVER:
        return table_record(table)
    stopped = copy.copy(table)
    stopped.state, stopped.reason, stopped.fault = Table.State.OVER, Reason.NORMAL, None
    made = table_record(stopped)
    made["scores"] = made["games"][0]["scores"] = None
    return made


def _requested(request: HttpRequest, code: str, game: int) -> tuple[Table, Record, int | None]:
    table = _seen(request, code)
    made = _record(table)
    seats = [str(seat) for seat in range(ruleset_of(made).seats)]
    chosen = request.GET.get("seat", "")
    if game != 1 or (chosen and chosen not in seats):
        raise Http404
    return table, made, int(chosen) if chosen else None


def _setup(table: Table) -> Json:
    def at(name: str) -> str:
        return f"{reverse(f'tables:{name}', args=[table.code, 0])}?format={FORMAT}"

    return viewer.of_game(offers.game_of(table.ruleset)) | {
        "mode": "table",
        "frames": at("frames"),
        "choices": at("choices"),
        "check": {"seed": table.public_seed, "commitment": table.commitment},
        "analysis": (
            viewer.for_analysis(table.ruleset, "table", table.code)
            if table.state == Table.State.OVER
            else None
        ),
    }


def _answer(table: Table, content: Any) -> HttpResponse:
    """A response that browsers keep, because the game never changes."""
    response = HttpResponse(
        json.dumps(content, separators=(",", ":")), content_type="application/json"
    )
    patch_cache_control(response, max_age=86400, private=True)
    return response
