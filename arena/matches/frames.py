"""A game of a finished match, position by position, for the replay viewer.

Each frame is the view that rules.md gives a seat, or with everything open; after the first one
only what changed is sent, so that a long game stays small.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.matches import records
from arena.matches.models import Match
from engine.record import replay, ruleset_of
from engine.ruleset import State

Json = dict[str, Any]

# Part of the address that the viewer asks for: raise it when what `frames` gives changes, since
# browsers keep an answer for a year.
FORMAT = 1


def frames(record: Mapping[str, Any], index: int, seat: int | None = None) -> Json:
    """Game `index` (from 0) of a record as `seat` saw it, or with all cards open.

    ``moves`` holds what the seat noticed: ``n`` (1 for the game's first move), ``seat``, ``text``
    as in the record, or for cards laid face down ``drop``, ``discard``… with their number; ``ms``
    and ``note``. ``frames`` holds one more: the view before the first move, then what changed
    after each, with null for a key that is gone. Other seats' notes and the words of a fault may
    name hidden cards, so they are left out for a seat. Raises IndexError for a game that was not
    played, engine.record.BadRecord for a record that does not replay.
    """
    game = record["games"][index]
    moves: list[Json] = []
    views: list[Json] = []
    shown: Json = {}
    positions = replay(record, index)
    _, state = next(positions)
    for n in range(len(game["moves"]) + 1):
        if n:
            move = _move(state, game, n, seat)
            next(positions)
            if move is None:
                continue
            moves.append(move)
        view = json.loads(json.dumps(state.view(seat)))
        views.append(_changes(shown, view))
        shown = view
    fault = game["fault"]
    if fault and seat not in (None, fault["seat"]):
        fault = {**fault, "detail": ""}
    return {
        "ruleset": record["ruleset"],
        "options": record["options"],
        "seats": ruleset_of(record).seats,
        "sides": [record["bots"][bot]["name"] for bot in game["sides"]],
        "game": index + 1,
        "games": [
            {
                "sides": [record["bots"][bot]["name"] for bot in other["sides"]],
                "scores": other["scores"],
                "reason": other["reason"],
            }
            for other in record["games"]
        ],
        "pair": game["pair"],
        "seat": seat,
        "scores": game["scores"],
        "reason": game["reason"],
        "fault": fault,
        "moves": moves,
        "frames": views,
    }


def _move(state: State, game: Mapping[str, Any], n: int, seat: int | None) -> Json | None:
    """Move `n` (from 1) of a game, about to be played in `state`, as `seat` sees it."""
    text: str = game["moves"][n - 1]
    note = game["notes"].get(str(n - 1))
    shown: Json = {"seat": state.seat, "text": text}
    if seat is not None and seat != state.seat:
        event = state.event(state.parse(text), seat)
        if event is None:
            return None
        note = None
        shown = dict(event)
        if "move" in shown:
            shown["text"] = shown.pop("move")
    return {"n": n, **shown, "ms": game["ms"][n - 1], "note": note}


def _changes(before: Json, after: Json) -> Json:
    """What of `after` differs from `before`; null for what is gone."""
    gone = dict.fromkeys(before.keys() - after.keys())
    return gone | {
        key: value for key, value in after.items() if key not in before or before[key] != value
    }


@require_safe
@gzip_page
def frames_view(request: HttpRequest, match_id: int, game: int) -> HttpResponse:
    """Game `game` (from 1) of a match; ``?seat=`` for one seat's eyes."""
    match = get_object_or_404(Match, pk=match_id, state=Match.State.FINISHED)
    if not records.visible_to(request.user, match):
        raise Http404
    record = records.load(match)
    if not 1 <= game <= len(record["games"]):
        raise Http404
    seats = [str(seat) for seat in range(ruleset_of(record).seats)]
    chosen = request.GET.get("seat", "")
    if chosen and chosen not in seats:
        raise Http404
    content = frames(record, game - 1, int(chosen) if chosen else None)
    response = HttpResponse(
        json.dumps(content, separators=(",", ":")), content_type="application/json"
    )
    # A finished match never changes; a qualification is for its owner's eyes.
    secret = match.queue == Match.Queue.CHECK
    patch_cache_control(
        response, max_age=31536000, immutable=True, **{"private" if secret else "public": True}
    )
    return response
