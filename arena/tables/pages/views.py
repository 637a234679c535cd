"""The page of a table: the invitation, the waiting room, the game, or why there is none."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from arena.games.labels import GAMES
from arena.people.levels import LABELS
from arena.people.models import Player
from arena.people.players import find_player, make_player
from arena.tables import log
from arena.tables.actions import ACTIONS
from arena.tables.errors import Forbidden, TableError
from arena.tables.models import Table
from arena.tables.pages import invitation, offers, plain_table, viewer
from arena.tables.seats import expiry, presence
from arena.tables.watching.history import not_found
from arena.tables.watching.updates import update_for
from arena.web.addresses import client_network

# Pages without JavaScript load themselves again, sooner if a bot is to act, or a window is open.
REFRESH_SECONDS = 5
REFRESH_SOON_SECONDS = 2

Json = dict[str, Any]


@require_safe
@gzip_page
@ensure_csrf_cookie
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Looking at a table changes nothing, but that whoever sits there is seen to be there: link
    previews open invitations too."""
    try:
        expiry.expire(code)
        player = find_player(request)
        if player is not None:
            presence.seen_all([(code, player.pk)])
        update = update_for(code, player)
    except TableError as refusal:
        return _refused(request, refusal)
    response = _page(request, code, player, update)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """The link of an open table as a picture. A page cannot have it inline, because of the
    Content-Security-Policy."""
    found = get_object_or_404(Table, code=code, state=Table.State.OPEN)
    picture = invitation.qr_code(invitation.link(request, found))
    response = HttpResponse(picture, content_type="image/svg+xml")
    patch_cache_control(response, max_age=3600)
    return response


@require_POST
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """Does something at a table by a form, and shows the table again."""
    if action not in ACTIONS:
        raise Http404
    response = redirect("tables:table", code)
    try:
        table = _do(request, response, code, action)
    except Table.DoesNotExist:
        return _refused(request, not_found())
    except TableError as refusal:
        messages.error(request, refusal.message)
        return response
    if action == "leave" and not table.started:
        return redirect("tables:lobby")
    if action == "rematch" and (rematch := getattr(table, "rematch", None)):
        response["Location"] = rematch.get_absolute_url()
    return response


def _do(request: HttpRequest, response: HttpResponse, code: str, name: str) -> Table:
    action = ACTIONS[name]
    body = action.body(data={key: value for key, value in request.POST.items() if value != ""})
    if not body.is_valid():
        raise TableError("invalid", _("The form is incomplete. Load the page again."), 400)
    expiry.expire(code)
    with transaction.atomic():
        if not Table.objects.filter(code=code).exists():
            raise Table.DoesNotExist
        player = make_player(request, response) if action.for_visitors else find_player(request)
        if player is None:
            raise Forbidden(_("You do not sit at this table."))
        with log.locked(code) as table:
            action.act(table, player, body.validated_data | {"network": client_network(request)})
    presence.seen(table, player)
    return table


def _page(request: HttpRequest, code: str, player: Player | None, update: Json) -> HttpResponse:
    now = update["now"]
    found = Table.objects.select_related("host__user").get(code=code)
    mine = now["you"]["seat"] is not None or now["you"]["host"]
    title = offers.title(found.ruleset)
    context: Json = {
        "table": found,
        "title": title,
        "game": GAMES[offers.game_of(found.ruleset)],
        "update": update,
        "now": now,
        "player": player,
        "host": found.host.name if found.host else "",
        "link": invitation.link(request, found),
        "setup": viewer.for_table(update, player),
        "refresh": _refresh(now),
        "levels": LABELS.items(),
        "others": any(
            seat["kind"] == "person" and seat["seat"] != now["you"]["seat"] for seat in now["seats"]
        ),
    }
    watches = found.watchable and "watch" in request.GET
    if found.state == Table.State.OPEN and not mine and not watches:
        return render(request, "tables/invitation.html", context)
    if found.state in (Table.State.OPEN, Table.State.WAITING):
        return render(request, "tables/waiting.html", context)
    if found.started is None:
        return render(request, "tables/closed.html", context, status=410)
    return render(request, "tables/played.html", context | _plain(update))


def _plain(update: Json) -> Json:
    """The table in words, for browsers without JavaScript."""
    now = update["now"]
    names = update["game"]["names"]
    if len(set(names)) < len(names):  # the same bot in several seats
        label = _("%(name)s (seat %(seat)d)")
        names = [label % {"name": name, "seat": seat} for seat, name in enumerate(names)]
    legal = now["question"]["legal"] if now["question"] else []
    turn = now["turn"]
    asked = None if turn is None else now["seats"][turn]
    return {
        "items": list(plain_table.items(plain_table.view_of(update), names)),
        "last_moves": plain_table.last_moves(update, names),
        "moves": plain_table.choices(legal),
        "turn_of": names[turn] if turn is not None else "",
        "bot_away": asked is not None and asked["remote"] and asked["away"],
    }


def _refresh(now: Json) -> int:
    """After how many seconds a page without JavaScript looks again; 0: never."""
    if now["question"] or now["result"]:
        return 0
    turn = now["turn"]
    soon = now["window"] or (turn is not None and now["seats"][turn]["kind"] == "bot")
    return REFRESH_SOON_SECONDS if soon else REFRESH_SECONDS


def _refused(request: HttpRequest, refusal: TableError) -> HttpResponse:
    context = {"message": refusal.message, "status": refusal.status, "code": refusal.code}
    return render(request, "tables/refused.html", context, status=refusal.status)
