"""The API of remote bots: making one, its connection, and what it sends."""

from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_GET
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.authentication import TokenAuthentication, require_scope
from arena.bots.api import BOT, own_bot, user_of
from arena.bots.lookup import find_bot
from arena.bots.models import Bot
from arena.bots.submission import NameTaken
from arena.remote import creation, presence, sessions, streaming
from arena.remote.models import Connection
from arena.remote.presence import Replaced
from arena.remote.serializers import (
    CountedSerializer,
    NewRemoteBotSerializer,
    RemoteBotSerializer,
    SentSerializer,
)
from arena.web.errors import Conflict, ErrorSerializer, problem_response
from arena.web.idempotency import idempotent
from arena.web.rate_limit import Limit, LimitReached, take
from arena.web.scopes import SUBMIT

# A bot that connects and disconnects in a loop.
CONNECTIONS = Limit("remote connections", 30, 60)

REMOTE = f"remote/{BOT}"  # remote/bots/<owner>/<name>/


class RemoteBots(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="remote_create",
        request=NewRemoteBotSerializer,
        responses={
            201: RemoteBotSerializer,
            409: OpenApiResponse(ErrorSerializer, "You have too many remote bots."),
        },
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Makes a remote bot: one that runs on your own machine, with `goat connect`."""
        asked = NewRemoteBotSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            bot = creation.create(user_of(request), **asked.validated_data)
        except NameTaken as error:
            raise exceptions.ValidationError(error.message_dict, code="taken") from error
        except creation.TooManyRemoteBots as error:
            raise Conflict(error.messages[0], code="too_many_remote_bots") from error
        data = RemoteBotSerializer(bot, context={"request": request}).data
        return Response(data, status=201)


class RemoteBot(APIView):
    @extend_schema(operation_id="remote_retrieve", responses=RemoteBotSerializer)
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns whether a remote bot is connected."""
        bot = remote_bot(find_bot(owner, name))
        return Response(RemoteBotSerializer(bot, context={"request": request}).data)

    @extend_schema(
        operation_id="remote_send",
        request=SentSerializer,
        responses={
            200: CountedSerializer,
            409: OpenApiResponse(ErrorSerializer, "Another goat connect has taken over."),
        },
    )
    def post(self, request: Request, owner: str, name: str) -> Response:
        """Takes the answers of your connected bot, and its signs of life."""
        bot = remote_bot(own_bot(request, owner, name))
        asked = SentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        sent: dict[str, Any] = asked.validated_data
        program: UUID = sent["program"]
        try:
            presence.hear(bot, program, sent.get("pong"))
        except Replaced:
            raise Conflict(gettext(TAKEN_OVER), code="replaced") from None
        answers = [(one["session"], one["number"], one["line"]) for one in sent["answers"]]
        faults = [(one["session"], one["reason"], one["detail"]) for one in sent["faults"]]
        counted = sessions.answer(bot, program, answers)
        counted += sessions.report(bot, program, faults)
        if sent["bye"]:
            presence.leave(bot, program)
        return Response({"counted": counted})


TAKEN_OVER = (
    "Another goat connect plays this bot now: a bot has one connection, and the newer one counts."
)


@require_GET
async def stream_view(request: HttpRequest, owner: str, name: str) -> HttpResponseBase:
    """``?program=<uuid>&games=<number>``: the lines for a remote bot (docs/10-remote-bots.md).

    For a token only: a browser that follows a link must not take over a bot.
    """
    try:
        program = UUID(request.GET.get("program", ""))
    except ValueError:
        text = gettext("Write ?program= with a UUID of this goat connect.")
        return problem_response(400, "invalid", text, {"program": [text]})
    games = request.GET.get("games", "1")
    wanted = int(games) if games.isascii() and games.isdigit() and len(games) < 4 else 1
    if streaming.open_streams() >= settings.REMOTE_STREAMS:
        text = gettext("Too many remote bots are connected. Try again later.")
        return problem_response(429, "busy", text, headers={"Retry-After": "10"})
    try:
        bot, connection, again, welcome = await sync_to_async(_connect)(
            request, owner, name, program, wanted
        )
    except Http404:
        text = gettext("You have no remote bot of this name.")
        return problem_response(404, "not_found", text)
    except LimitReached as error:
        text = gettext("This bot connects too often. Try again in %(wait)d s.")
        headers = {"Retry-After": str(error.wait)}
        return problem_response(429, "throttled", text % {"wait": error.wait}, headers=headers)
    except exceptions.APIException as error:
        headers = {"WWW-Authenticate": 'Bearer realm="api"'} if error.status_code == 401 else {}
        code = error.get_codes()
        return problem_response(error.status_code, str(code), str(error.detail), headers=headers)
    stream = streaming.Stream(bot.pk, connection.key, again)
    response = StreamingHttpResponse(
        streaming.events(stream, welcome), content_type="text/event-stream"
    )
    add_never_cache_headers(response)
    # Tells nginx not to buffer the events.
    response["X-Accel-Buffering"] = "no"
    return response


def _connect(
    request: HttpRequest, owner: str, name: str, program: UUID, games: int
) -> tuple[Bot, Connection, bool, dict[str, Any]]:
    """The bot, its new connection, whether this program had the one before, and the welcome."""
    asked = Request(request)
    authenticated = TokenAuthentication().authenticate(asked)
    if authenticated is None:
        raise exceptions.NotAuthenticated
    asked.user, asked.auth = authenticated
    require_scope(asked, SUBMIT)
    bot = remote_bot(find_bot(owner, name))
    if bot.owner != authenticated[0]:
        raise Http404
    take((CONNECTIONS, str(bot.pk)))
    again = Connection.objects.filter(bot=bot, program=program).exists()
    lost = sessions.lost_with_another(bot.pk, program)
    connection = presence.connect(bot, program, games)
    welcome = {
        "bot": str(bot),
        "ruleset": bot.ruleset,
        "games": connection.games,
        "grace_s": settings.REMOTE_GRACE_SECONDS,
        "sessions": sessions.going_on(bot.pk, program),
        "lost": lost,
    }
    return bot, connection, again, welcome


def remote_bot(bot: Bot) -> Bot:
    """The bot. Raises Http404 unless it is remote."""
    if not bot.remote:
        raise Http404
    return bot


urlpatterns = [
    path("remote/bots/", RemoteBots.as_view(), name="remote_bots"),
    path(f"{REMOTE}stream/", stream_view, name="remote_stream"),
    path(REMOTE, RemoteBot.as_view(), name="remote_bot"),
]
