"""Beginning a game: "Play now" against bots, and a table with other people."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from arena.games.labels import GAMES
from arena.people.players import find_player, make_player
from arena.tables.errors import TableError
from arena.tables.pages.forms import (
    GameForm,
    PlayNowForm,
    SeekForm,
    TableForm,
    clock,
    find_playable,
)
from arena.tables.pages.offers import game_of
from arena.tables.pages.opponents import opponents
from arena.tables.seats import seeking
from arena.tables.seats.creating import create_table
from arena.tables.seats.seating import DEFAULT_LEVEL
from arena.tables.watching import lists
from arena.web.addresses import client_network


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def play(request: HttpRequest) -> HttpResponse:
    """The form "Play now": ``?game=`` or ``?bot=owner/name`` choose the game and the opponent."""
    name = request.POST.get("bot") or request.GET.get("bot", "")
    bot = find_playable(name)
    if name and bot is None and request.method != "POST":
        raise Http404
    game = bot.ruleset if bot else _game(request)
    initial = {
        "variant": request.GET.get("game", game),
        "bot": str(bot or ""),
        "level": request.GET.get("level", DEFAULT_LEVEL),
    }
    form = PlayNowForm(
        request.POST or None,
        game=game,
        is_guest=not request.user.is_authenticated,
        initial=initial,
    )
    if request.method == "POST" and form.is_valid():
        created = _create(request, form)
        if created is not None:
            return created
    context = {
        "form": form,
        "bot": bot,
        "opponents": opponents(game),
    }
    return _page(request, "tables/play.html", form, context)


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def new(request: HttpRequest) -> HttpResponse:
    """The form of a table with other people; ``?game=`` chooses the game."""
    game = _game(request)
    initial = {"variant": request.GET.get("game", game)}
    form = TableForm(
        request.POST or None,
        game=game,
        is_guest=not request.user.is_authenticated,
        initial=initial,
    )
    if request.method == "POST" and form.is_valid():
        created = _create(request, form)
        if created is not None:
            return created
    return _page(request, "tables/new.html", form, {"form": form})


@require_POST
def seek(request: HttpRequest) -> HttpResponse:
    """Finds an opponent: leads to the table where the player now sits or waits."""
    is_guest = not request.user.is_authenticated
    form = SeekForm(request.POST, is_guest=is_guest)
    if not form.is_valid():
        messages.error(request, _("Choose a game and a time from the lists."))
        return redirect("tables:lobby")
    wanted = form.cleaned_data
    response = HttpResponse(status=303, headers={"Location": reverse("tables:lobby")})
    try:
        with transaction.atomic():
            table = seeking.seek(
                make_player(request, response),
                wanted["ruleset"],
                rated=bool(wanted.get("rated")),
                clock=clock(wanted["clock"]),
                network=client_network(request),
            )
    except TableError as refusal:
        messages.error(request, refusal.message)
        return redirect("tables:lobby")
    response["Location"] = table.get_absolute_url()
    return response


def _game(request: HttpRequest) -> str:
    name = request.GET.get("game") or request.POST.get("game") or next(iter(GAMES))
    game = game_of(name)
    if game not in GAMES:
        raise Http404
    return game


def _create(request: HttpRequest, form: PlayNowForm | TableForm) -> HttpResponse | None:
    """Creates the table, and leads to it. None if that is not possible: the form says why.

    No guest is made then: a flood of requests that are refused would leave as many.
    """
    response = HttpResponse(status=303)
    try:
        with transaction.atomic():
            player = make_player(request, response)
            table = create_table(player, network=client_network(request), **form.wanted())
    except TableError as error:
        field = error.field if error.field in form.fields else None
        form.add_error(field, error.message)
        form.refusal = error
        return None
    response["Location"] = table.get_absolute_url()
    return response


def _page(
    request: HttpRequest, template: str, form: GameForm, context: dict[str, Any]
) -> HttpResponse:
    refusal = form.refusal
    context |= {
        "games": GAMES.values(),
        "game": GAMES[form.game],
    }
    if refusal is not None and refusal.code == "too_many":
        context["unfinished"] = lists.unfinished_of(find_player(request))
    status = refusal.status if refusal else 400 if form.errors else 200
    response = render(request, template, context, status=status)
    if refusal is not None and refusal.wait:
        response["Retry-After"] = str(refusal.wait)
    return response
