"""The analysis of a game as a page, for browsers without JavaScript too, and its positions."""

import itertools
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from arena.accounts.models import User
from arena.analysis import shown
from arena.analysis.errors import AnalysisError
from arena.analysis.lookup import game_of_match, game_of_table
from arena.analysis.models import Analysis
from arena.analysis.requesting import request_analysis
from arena.analysis.subjects import Subject
from arena.replays.scoresheet import in_words
from arena.web.addresses import client_network
from engine.record import replay, ruleset_of

REFRESH_SECONDS = 5  # while the analysis is not done
WAITING = (Analysis.State.QUEUED, Analysis.State.RUNNING)


@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, match_id: int, game: int) -> HttpResponse:
    return _page(request, game_of_match(request.user, match_id, game))


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, game_of_table(request, code))


@require_safe
def match_position(request: HttpRequest, match_id: int, game: int) -> HttpResponse:
    return _position(request, game_of_match(request.user, match_id, game))


@require_safe
def table_position(request: HttpRequest, code: str) -> HttpResponse:
    return _position(request, game_of_table(request, code))


def _page(request: HttpRequest, subject: Subject) -> HttpResponse:
    """The mistakes as a list; a POST asks for the analysis."""
    refusal = ""
    status = 200
    content: dict[str, Any] = {"state": "none", "result": None}
    try:
        if request.method == "POST":
            user = request.user if isinstance(request.user, User) else None
            request_analysis(subject, user, client_network(request))
            return redirect(subject.page())
    except AnalysisError as error:
        refusal, status = error.message, error.status
    try:
        version, analysis = shown.analysis_of(subject)
        content = shown.as_json(analysis, version, subject.page())
    except AnalysisError as error:
        if error.status == 404:
            raise Http404(error.message) from None
        refusal, status = error.message, error.status
    context = {
        "subject": subject,
        "refusal": refusal,
        "analysis": content,
        "waiting": content["state"] in WAITING,
        "refresh": REFRESH_SECONDS,
        "mistakes": _mistakes(subject, content["result"]),
        "sides": _sides(subject, content["result"]),
    }
    return render(request, "analysis/game.html", context, status=status)


def _mistakes(subject: Subject, result: dict[str, Any] | None) -> list[dict[str, Any]]:
    decisions = result["decisions"] if result else []
    return [
        {
            **one,
            "url": f"{subject.replay()}m{one['move']}",
            "side": "AB"[one["seat"] % 2],
            "played": in_words(one["played"]),
            "better": in_words(one["better"]),
        }
        for one in decisions
        if one["marked"]
    ]


def _sides(subject: Subject, result: dict[str, Any] | None) -> list[dict[str, Any]]:
    if not result:
        return []
    names = subject.side_names()
    return [
        {
            **one,
            "letter": "AB"[side],
            "name": names[side],
            "mean_luck": one["luck"] / one["decisions"] if one["decisions"] else None,
        }
        for side, one in enumerate(result["sides"])
    ]


def _position(request: HttpRequest, subject: Subject) -> HttpResponse:
    """The position after ``?move=`` moves, as other tools read it."""
    if not subject.ended or not 1 <= subject.game <= subject.games:
        raise Http404
    wanted = request.GET.get("move", "0")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 6):
        raise Http404
    record = subject.record()
    rules = ruleset_of(record)
    states = (state for _, state in replay(record, subject.game - 1))
    state = next(itertools.islice(states, int(wanted), None), None)
    if state is None:
        raise Http404
    found = {
        "ruleset": rules.name,
        "options": dict(rules.options),
        "position": state.position(),
        "over": state.seat is None,
    }
    response = JsonResponse(found)
    patch_cache_control(response, max_age=86400, private=True)
    return response
