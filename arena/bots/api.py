"""Bots and versions over the API."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.models import User
from arena.bots import activation, submission, views
from arena.bots.models import Bot, Version
from arena.bots.serializers import (
    BotFilterSerializer,
    BotSerializer,
    BotSettingsSerializer,
    NewBotSerializer,
    OwnVersionSerializer,
    ProgramSerializer,
    VersionSerializer,
)
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.parsing import JSONParser
from referee.programs.program import BadProgram

SUBMITTED: dict[int | str, Any] = {
    201: OwnVersionSerializer,
    409: OpenApiResponse(ErrorSerializer, "The same program was submitted before."),
    429: OpenApiResponse(ErrorSerializer, "Too many submissions; see Retry-After."),
}
REFUSED: dict[int | str, Any] = {
    409: OpenApiResponse(ErrorSerializer, "The version has not qualified."),
}


class Bots(ListAPIView[Bot]):
    """All bots, and submitting the first version of a new one."""

    serializer_class = BotSerializer
    parser_classes = (JSONParser, MultiPartParser)

    @extend_schema(operation_id="bots_list", parameters=[BotFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """All bots, by owner and name."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Bot]:
        wanted = BotFilterSerializer(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        bots = Bot.objects.listed().order_by("owner__username", "name")
        if ruleset := wanted.validated_data.get("ruleset"):
            bots = bots.filter(ruleset=ruleset)
        if owner := wanted.validated_data.get("owner"):
            bots = bots.filter(owner__username=owner)
        return bots.search(wanted.validated_data.get("search", ""))

    @extend_schema(operation_id="bots_create", request=NewBotSerializer, responses=SUBMITTED)
    def post(self, request: Request) -> Response:
        """Submits a new bot with its first version, whose qualification begins at once."""
        asked = NewBotSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        if Bot.objects.filter(owner=user_of(request), name=data["name"]).exists():
            message = gettext("You have a bot of this name; send a new version to its address.")
            raise exceptions.ValidationError({"name": [message]}, code="taken")
        return submit(request, asked, data["ruleset"], data["name"], data["description"])


class OneBot(APIView):
    @extend_schema(operation_id="bots_retrieve", responses=BotSerializer)
    def get(self, request: Request, owner: str, name: str) -> Response:
        """One bot."""
        bot = views.find_bot(owner, name)
        return Response(BotSerializer(bot, context={"request": request}).data)

    @extend_schema(
        operation_id="bots_update", request=BotSettingsSerializer, responses=BotSerializer
    )
    def patch(self, request: Request, owner: str, name: str) -> Response:
        """Describes a bot of yours, or sets when its new versions play."""
        bot = own_bot(request, owner, name)
        asked = BotSettingsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        for name, value in asked.validated_data.items():
            setattr(bot, name, value)
        bot.save(update_fields=list(asked.validated_data))
        return Response(BotSerializer(bot, context={"request": request}).data)


class Versions(ListAPIView[Version]):
    serializer_class = VersionSerializer
    parser_classes = (JSONParser, MultiPartParser)

    @extend_schema(operation_id="versions_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The versions of a bot, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Version]:
        if getattr(self, "swagger_fake_view", False):
            return Version.objects.none()
        bot = views.find_bot(self.kwargs["owner"], self.kwargs["name"])
        return bot.versions.light().select_related("bot__owner").order_by("-number")

    @extend_schema(operation_id="versions_create", request=ProgramSerializer, responses=SUBMITTED)
    def post(self, request: Request, owner: str, name: str) -> Response:
        """Submits a new version of a bot of yours. Look at `api_url` again for its state."""
        bot = own_bot(request, owner, name)
        asked = ProgramSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return submit(request, asked, bot.ruleset, bot.name)


class OneVersion(APIView):
    @extend_schema(operation_id="versions_retrieve", responses=OwnVersionSerializer)
    def get(self, request: Request, owner: str, name: str, number: int) -> Response:
        """One version; for its owner with its place in the queue, its faults and its log."""
        version = views.find_version(views.find_bot(owner, name), number)
        return Response(OwnVersionSerializer(version, context={"request": request}).data)


class Source(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="versions_source",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> HttpResponse:
        """The program of a version of yours, as it was uploaded. Nobody else's is found."""
        bot = views.find_bot(owner, name)
        if bot.owner != request.user:
            raise exceptions.NotFound
        return views.download(views.find_version(bot, number))


class Activate(APIView):
    @extend_schema(
        operation_id="versions_activate",
        request=None,
        responses={200: VersionSerializer, **REFUSED},
    )
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        """From now on the bot plays with this version: a newer, an earlier or a retired one."""
        return choose(request, owner, name, number, activation.activate)


class Retire(APIView):
    @extend_schema(
        operation_id="versions_retire", request=None, responses={200: VersionSerializer, **REFUSED}
    )
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        """The version plays no more; its bot rests if it was the active one."""
        return choose(request, owner, name, number, activation.retire)


def choose(
    request: Request, owner: str, name: str, number: int, act: Callable[[Version], None]
) -> Response:
    version = views.find_version(own_bot(request, owner, name), number)
    try:
        act(version)
    except ValidationError as error:
        raise Conflict(" ".join(error.messages), code=error.code) from error
    version = views.find_version(views.find_bot(owner, name), number)
    return Response(VersionSerializer(version, context={"request": request}).data)


def submit(
    request: Request,
    asked: ProgramSerializer,
    ruleset: str,
    name: str,
    description: str = "",
) -> Response:
    """`submission.submit` with its errors as those of the API."""
    activates = asked.validated_data["activates"]
    try:
        version = submission.submit(
            user_of(request),
            ruleset,
            name,
            asked.content(),
            description,
            activates,
            asked.file_name(),
        )
    except BadProgram as error:
        raise exceptions.ValidationError(
            {asked.program_field: [str(error)]}, code="bad_program"
        ) from error
    except submission.SameVersion as error:
        raise Conflict(error.messages[0], code="identical") from error
    except submission.TooManySubmissions as error:
        raise exceptions.Throttled(error.wait, error.messages[0]) from error
    data = OwnVersionSerializer(version, context={"request": request}).data
    return Response(data, status=201, headers={"Location": data["api_url"]})


def user_of(request: Request) -> User:
    """The user of a request that the permissions let through to an unsafe method."""
    assert isinstance(request.user, User)
    return request.user


def own_bot(request: Request, owner: str, name: str) -> Bot:
    """Everyone may read a bot; only its owner changes it."""
    bot = views.find_bot(owner, name)
    if bot.owner != request.user:
        raise exceptions.PermissionDenied(gettext("This bot belongs to someone else."))
    return bot


BOT = "bots/<slug:owner>/<slug:name>/"
VERSION = BOT + "versions/<int:number>/"

urlpatterns = [
    path("bots/", Bots.as_view(), name="bots"),
    path(BOT, OneBot.as_view(), name="bot"),
    path(BOT + "versions/", Versions.as_view(), name="versions"),
    path(VERSION, OneVersion.as_view(), name="version"),
    path(VERSION + "source/", Source.as_view(), name="source"),
    path(VERSION + "activate/", Activate.as_view(), name="activate"),
    path(VERSION + "retire/", Retire.as_view(), name="retire"),
]
