"""The games of a match or table that has ended, as JSON for the replay viewer. It never changes."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.games.replay_frames import Json, Replay
from arena.matches import records
from arena.matches.models import Match
from arena.web.conditional import YEAR, conditional, etag
from engine.errors import BadRecord, MoveError
from engine.record import (
    deal_number,
    first_deal,
    game_seed,
    games_of_pairs,
    is_table,
    ruleset_of,
    sides_in,
)
from engine.record_seats import seat_names, side_names
from engine.ruleset import State

# Part of every address that the viewer loads. Raise it when the shape of an answer changes, because
# browsers keep an answer for a year.
FORMAT = 4


def game_json(record: Mapping[str, Any], index: int, seat: int | None = None) -> Json:
    """Game `index` (from 0) of a record as `seat` saw it, or with all cards open: see Replay.

    The record is that of a match or of a table, which has no mirrored game (null).

    The detail of a fault may name hidden cards, so a seat gets only its own. Raises IndexError for
    a game that was not played, and BadRecord for a record that does not replay.
    """
    game = record["games"][index]
    replay = Replay(_start(record, index), seat)
    try:
        for number, text in enumerate(game["moves"]):
            replay.play(text, game["ms"][number], game["notes"].get(str(number)))
    except MoveError as error:
        raise BadRecord(f"game {index}: {error}") from None
    fault = game["fault"]
    if fault and seat not in (None, fault["seat"]):
        fault = {**fault, "detail": ""}
    return heading(record, index, game["leg"], game["pair"]) | {
        "mirrored": None if is_table(record) else mirrored_game(record, index) + 1,
        "seat": seat,
        "scores": game["scores"],
        "reason": game["reason"],
        "fault": fault,
        "moves": replay.moves,
        "frames": replay.frames,
    }


def heading(match: Mapping[str, Any], index: int, leg: int, pair: int) -> Json:
    """What the viewer needs to know about game `index` beside its moves and frames.

    `match` is a record, or has the same ``ruleset``, ``options``, ``clock``, and ``bots`` or, for a
    table, ``legs`` and ``seats``. ``names`` are by seat.
    """
    sides = list(sides_in(leg))
    seats = ruleset_of(match).seats
    if is_table(match):
        by_side, names = side_names(match), seat_names(match)
    else:
        by_side = [match["bots"][bot]["name"] for bot in sides]
        names = [by_side[seat % 2] for seat in range(seats)]
    return {
        "ruleset": match["ruleset"],
        "options": match["options"],
        "clock": match["clock"],
        "seats": seats,
        "sides": by_side,
        "names": names,
        "bots": sides,
        "game": index + 1,
        "pair": pair,
        "leg": leg,
        **_own_seed(match, leg, pair),
    }


def _own_seed(match: Mapping[str, Any], leg: int, pair: int) -> Json:
    """With fresh deals: which of the match's seeds the game has. Otherwise it is the pair's."""
    if not match.get("fresh_deals", False):
        return {}
    first = first_deal(match)
    return {"seed_index": deal_number(leg, pair, match["pairs"], fresh=True, first=first)}


def mirrored_game(record: Mapping[str, Any], index: int) -> int:
    """The index of the other game of the pair to which game `index` belongs."""
    return sum(next(games for games in games_of_pairs(record) if index in games)) - index


def legal_moves(record: Mapping[str, Any], index: int, seat: int | None = None) -> list[list[str]]:
    """The legal moves before each move of a game. With a `seat`, empty for the other seats."""
    state = _start(record, index)
    legal = []
    for text in record["games"][index]["moves"]:
        own = seat in (None, state.seat)
        legal.append(state.texts(state.legal()) if own else [])
        state.play(state.parse(text))
    return legal


def results(record: Mapping[str, Any]) -> list[Json]:
    """How each game of a match ended; scores by side, ``sides`` as in the record."""
    return [
        {
            "pair": game["pair"],
            "leg": game["leg"],
            "sides": game["sides"],
            "scores": game["scores"],
            "reason": game["reason"],
            "moves": len(game["moves"]),
        }
        for game in record["games"]
    ]


def _start(record: Mapping[str, Any], index: int) -> State[Any]:
    return ruleset_of(record).start(game_seed(record, index))


@require_safe
@gzip_page
def frames_view(request: HttpRequest, match_id: int, game: int) -> HttpResponseBase:
    """Game `game` (from 1) of a match; ``?seat=`` selects a seat's view."""
    match, record, seat = _requested(request, match_id, game)
    return _cached(request, match, lambda: game_json(record, game - 1, seat))


@require_safe
@gzip_page
def choices_view(request: HttpRequest, match_id: int, game: int) -> HttpResponseBase:
    match, record, seat = _requested(request, match_id, game)
    return _cached(request, match, lambda: legal_moves(record, game - 1, seat))


@require_safe
@gzip_page
def results_view(request: HttpRequest, match_id: int) -> HttpResponseBase:
    match = _finished(request, match_id)
    return _cached(request, match, lambda: results(records.load(match)))


def _finished(request: HttpRequest, match_id: int) -> Match:
    match = get_object_or_404(Match, pk=match_id, state=Match.State.FINISHED)
    if not records.visible_to(request.user, match):
        raise Http404
    return match


def _requested(
    request: HttpRequest, match_id: int, game: int
) -> tuple[Match, records.Record, int | None]:
    """The match, its record and the seat of an address. Raises Http404."""
    match = _finished(request, match_id)
    record = records.load(match)
    if not 1 <= game <= len(record["games"]):
        raise Http404
    seats = [str(seat) for seat in range(ruleset_of(record).seats)]
    chosen = request.GET.get("seat", "")
    if chosen and chosen not in seats:
        raise Http404
    return match, record, int(chosen) if chosen else None


def _cached(request: HttpRequest, match: Match, make: Callable[[], Any]) -> HttpResponseBase:
    """A response that browsers keep, because a finished match never changes.

    That of a qualification, which only its owner may see, is not for shared caches.
    """
    response = conditional(
        request,
        etag(request.get_full_path(), match.pk, match.finished, FORMAT),
        lambda: HttpResponse(
            json.dumps(make(), separators=(",", ":")), content_type="application/json"
        ),
    )
    patch_vary_headers(response, ["Accept-Encoding"])  # gzip_page says so of bodies only
    private = match.queue == Match.Queue.CHECK
    patch_cache_control(
        response, max_age=YEAR, immutable=True, **{"private" if private else "public": True}
    )
    return response
