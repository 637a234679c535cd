"""Bots and versions over the API, and who the token belongs to.

The addresses of `BotList` and `VersionList` are in arena/qualification/api.py, which adds POST.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.models import User
from arena.bots import activation, views
from arena.bots.lookup import find_bot, find_version
from arena.bots.models import Bot, Version
from arena.bots.serializers import (
    BotFilterSerializer,
    BotSerializer,
    BotSettingsSerializer,
    MeSerializer,
    VersionSerializer,
)
from arena.web.conditional import etag, unchanging
from arena.web.cursors import CursorPagination
from arena.web.errors import Conflict, ErrorSerializer

ACTIVATED: dict[int | str, Any] = {
    200: VersionSerializer,
    409: OpenApiResponse(ErrorSerializer, "The version has not qualified."),
}


class Me(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Returns the token's user, and how many submissions are left in this hour."""
        return Response(MeSerializer(user_of(request), context={"request": request}).data)


class BotList(ListAPIView[Bot]):
    serializer_class = BotSerializer
    pagination_class = CursorPagination
    keyset = ("owner__username", "name")

    @extend_schema(operation_id="bots_list", parameters=[BotFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists all bots by owner and name."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Bot]:
        wanted = BotFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        bots = Bot.objects.listed().with_latest()
        if ruleset := wanted.validated_data.get("ruleset"):
            bots = bots.filter(ruleset=ruleset)
        if owner := wanted.validated_data.get("owner"):
            bots = bots.filter(owner__username=owner)
        return bots.search(wanted.validated_data.get("search", ""))


class OneBot(APIView):
    @extend_schema(operation_id="bots_retrieve", responses=BotSerializer)
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns a bot."""
        bot = find_bot(owner, name)
        return Response(BotSerializer(bot, context={"request": request}).data)

    @extend_schema(
        operation_id="bots_update", request=BotSettingsSerializer, responses=BotSerializer
    )
    def patch(self, request: Request, owner: str, name: str) -> Response:
        """Changes the description of your bot, or when new versions become active."""
        bot = own_bot(request, owner, name)
        asked = BotSettingsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        for field, value in asked.validated_data.items():
            setattr(bot, field, value)
        bot.save(update_fields=list(asked.validated_data))
        return Response(BotSerializer(bot, context={"request": request}).data)


class VersionList(ListAPIView[Version]):
    serializer_class = VersionSerializer
    pagination_class = CursorPagination
    keyset = ("-number",)

    @extend_schema(operation_id="versions_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the versions of a bot, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Version]:
        if getattr(self, "swagger_fake_view", False):
            return Version.objects.none()
        bot = find_bot(self.kwargs["owner"], self.kwargs["name"])
        return bot.versions.light().select_related("bot__owner")


class VersionSource(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="versions_source",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, owner: str, name: str, number: int) -> HttpResponseBase:
        """Returns the program of your bot's version as submitted. Other users get 404."""
        bot = find_bot(owner, name)
        if bot.owner != request.user:
            raise exceptions.NotFound
        version = find_version(bot, number)
        tag = etag("source", version.sha256)
        return unchanging(request, tag, lambda: views.download(version), private=True)


class Activate(APIView):
    @extend_schema(operation_id="versions_activate", request=None, responses=ACTIVATED)
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        """Makes this version the active one. It may be newer, earlier or retired."""
        return change(request, owner, name, number, activation.activate)


class Retire(APIView):
    @extend_schema(operation_id="versions_retire", request=None, responses=ACTIVATED)
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        """Retires the version. If it was the active one, its bot becomes inactive."""
        return change(request, owner, name, number, activation.retire)


def change(
    request: Request, owner: str, name: str, number: int, act: Callable[[Version], None]
) -> Response:
    version = find_version(own_bot(request, owner, name), number)
    try:
        act(version)
    except ValidationError as error:
        raise Conflict(" ".join(error.messages), code=error.code) from error
    version = find_version(find_bot(owner, name), number)
    return Response(VersionSerializer(version, context={"request": request}).data)


def user_of(request: Request) -> User:
    """The user of a request that a permission has let through as logged in."""
    assert isinstance(request.user, User)
    return request.user


def own_bot(request: Request, owner: str, name: str) -> Bot:
    """A bot of the user. Everyone may read a bot; only its owner may change it."""
    bot = find_bot(owner, name)
    if bot.owner != request.user:
        raise exceptions.PermissionDenied(gettext("This bot belongs to someone else."))
    return bot


BOT = "bots/<slug:owner>/<slug:name>/"
VERSION = BOT + "versions/<int:number>/"

urlpatterns = [
    path("me/", Me.as_view(), name="me"),
    path(BOT, OneBot.as_view(), name="bot"),
    path(VERSION + "source/", VersionSource.as_view(), name="source"),
    path(VERSION + "activate/", Activate.as_view(), name="activate"),
    path(VERSION + "retire/", Retire.as_view(), name="retire"),
]
