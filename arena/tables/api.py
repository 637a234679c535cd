"""Tables over the API: the lists, creating one, its Updates, and all that people do there."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.authentication import TokenAuthentication, may_change
from arena.people.models import Player
from arena.people.players import find_player, make_player
from arena.tables import log
from arena.tables.actions import ACTIONS, Action
from arena.tables.authentication import CookieAuthentication
from arena.tables.errors import Forbidden, NotNow, TableError
from arena.tables.game.record import table_record
from arena.tables.models import Table
from arena.tables.seats import creating, expiry, presence, seeking
from arena.tables.serializers import (
    AfterFilterSerializer,
    CreatedSerializer,
    LobbyFilterSerializer,
    LobbyTableSerializer,
    NewTableSerializer,
    OwnTableSerializer,
    SeekSerializer,
    WhyFilterSerializer,
    WhySerializer,
)
from arena.tables.update_serializers import UpdateSerializer
from arena.tables.watching import lists, streaming
from arena.tables.watching.history import not_found
from arena.tables.watching.updates import require_visible, update_for, why_not
from arena.web.addresses import client_network
from arena.web.conditional import etag, unchanging
from arena.web.errors import ErrorSerializer, error_response
from arena.web.idempotency import idempotent
from arena.web.pagination import whole_number
from arena.web.release import release
from arena.web.scopes import SUBMIT

CONFLICTS = 409
CODE = "tables/<slug:code>/"
CONFLICT = OpenApiResponse(
    ErrorSerializer, "Not possible now. The key `update` has the Update that says what is."
)
TOO_MANY = OpenApiResponse(ErrorSerializer, "A limit is reached; see Retry-After if it is there.")


class TableView(APIView):
    """A view of the API of tables: for guests too; a TableError is an error of the API."""

    authentication_classes = (TokenAuthentication, CookieAuthentication)
    permission_classes = (AllowAny,)

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(api_error(exc) if isinstance(exc, TableError) else exc)


class Lobby(TableView, ListAPIView[Table]):
    serializer_class = LobbyTableSerializer
    queryset = Table.objects.none()

    @extend_schema(operation_id="tables_list", parameters=[LobbyFilterSerializer], tags=["tables"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the open tables where anyone may sit down, newest first."""
        return self.list(request)

    def get_queryset(self) -> Any:
        asked = LobbyFilterSerializer(data=self.request.query_params.dict())
        asked.is_valid(raise_exception=True)
        return lists.lobby(asked.validated_data.get("ruleset"))

    @extend_schema(
        operation_id="tables_create",
        request=NewTableSerializer,
        responses={201: CreatedSerializer, 409: CONFLICT, 429: TOO_MANY},
        tags=["tables"],
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Creates a table, of which you are the host. It starts when no seat is open."""
        asked = NewTableSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return created(
            request,
            lambda player: creating.create_table(
                player, **asked.validated_data, network=client_network(request)
            ),
        )


class Seek(TableView):
    @extend_schema(
        operation_id="tables_seek",
        request=SeekSerializer,
        responses={201: CreatedSerializer, 409: CONFLICT, 429: TOO_MANY},
        tags=["tables"],
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Finds an opponent: you sit down where another waits for the same, or wait yourself."""
        asked = SeekSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return created(
            request,
            lambda player: seeking.seek(
                player, **asked.validated_data, network=client_network(request)
            ),
        )


class Mine(TableView, ListAPIView[Table]):
    serializer_class = OwnTableSerializer
    queryset = Table.objects.none()

    @extend_schema(operation_id="tables_mine", tags=["tables"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists your unfinished tables, newest first."""
        return self.list(request)

    def get_queryset(self) -> Any:
        return lists.unfinished_of(self.player)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "player": self.player}

    @cached_property
    def player(self) -> Player | None:
        return find_player(self.request)


class OneTable(TableView):
    @extend_schema(
        operation_id="tables_retrieve",
        parameters=[AfterFilterSerializer],
        responses={200: UpdateSerializer, 403: OpenApiResponse(ErrorSerializer, "It is private.")},
        tags=["tables"],
    )
    def get(self, request: Request, code: str) -> Response:
        """Returns what you may know of a table, beyond the entries that you know already."""
        after = whole_number(request, "after", 0, 0)
        expiry.expire(code)
        player = find_player(request)
        if player is not None and may_change(request, SUBMIT):
            presence.seen_all([(code, player.pk)])
        return Response(update_for(code, player, after), headers=NOT_STORED)


class Why(TableView):
    @extend_schema(
        operation_id="tables_why",
        parameters=[WhyFilterSerializer],
        responses={200: WhySerializer, 403: OpenApiResponse(ErrorSerializer, "It is private.")},
        tags=["tables"],
    )
    def get(self, request: Request, code: str) -> Response:
        """Says why you may not play a move now, and which rule forbids it."""
        asked = WhyFilterSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        player = find_player(request)
        return Response(why_not(code, player, asked.validated_data["move"]), headers=NOT_STORED)


class Record(TableView):
    @extend_schema(
        operation_id="tables_record",
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            403: OpenApiResponse(ErrorSerializer, "It is private."),
            409: OpenApiResponse(ErrorSerializer, "The game is not over: everything is secret."),
        },
        tags=["tables"],
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Returns the record of a game that is over: what `goat verify` checks."""
        require_visible(code, find_player(request))
        table = Table.objects.get(code=code)
        if table.state != Table.State.OVER:
            raise NotNow(_("The game is not over, so it has no record."))
        return unchanging(
            request,
            etag("table", table.code, release()),
            lambda: Response(table_record(table)),
            private=not table.watchable,
        )


class TableAction(TableView):
    """Something that a person does at a table."""

    action: Action

    def do(self, request: Request, code: str) -> Response:
        asked = self.action.body(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data | {"network": client_network(request)}
        expiry.expire(code)
        cookies = HttpResponse()
        try:
            with transaction.atomic():
                player = self._player(request, code, cookies)
                with log.locked(code) as table:
                    self.action.act(table, player, data)
        except Table.DoesNotExist:
            raise not_found() from None
        except TableError as error:
            if error.status != CONFLICTS:
                raise
            return self._conflict(error, request, code, data["after"])
        presence.seen(table, player)
        response = Response(update_for(code, player, data["after"]), headers=NOT_STORED)
        response.cookies.update(cookies.cookies)
        return response

    def _player(self, request: Request, code: str, cookies: HttpResponse) -> Player:
        if self.action.for_visitors:
            if not Table.objects.filter(code=code).exists():
                raise not_found()
            return make_player(request, cookies)
        player = find_player(request)
        if player is None:
            raise Forbidden(_("You do not sit at this table."))
        return player

    def _conflict(self, error: TableError, request: Request, code: str, after: int) -> Response:
        """The error with the Update that makes the client current."""
        response = error_response(api_error(error), {})
        assert response is not None
        with suppress(TableError):  # the table cannot be seen
            response.data["update"] = update_for(code, find_player(request), after)
        return response


NOT_STORED = {"Cache-Control": "no-store, private"}


def created(request: Request, create: Callable[[Player], Table]) -> Response:
    """Creates a table for the request's player, who may be a new guest."""
    cookies = HttpResponse()
    with transaction.atomic():
        table = create(make_player(request, cookies))
    address = request.build_absolute_uri(f"/tables/{table.code}/")
    response = Response(
        {"code": table.code, "url": address},
        status=201,
        headers={**NOT_STORED, "Location": address},
    )
    response.cookies.update(cookies.cookies)
    return response


def api_error(error: TableError) -> exceptions.APIException:
    """The error as REST framework and arena.web.errors know it."""
    if error.field is not None:
        return exceptions.ValidationError({error.field: [error.message]}, code=error.code)
    refused = exceptions.APIException(error.message, error.code)
    refused.status_code = error.status
    if error.wait is not None:
        refused.wait = error.wait  # type: ignore[attr-defined]
    return refused


def action_view(name: str, action: Action) -> Callable[..., HttpResponseBase]:
    @extend_schema(
        operation_id=f"tables_{name}",
        request=action.body,
        responses={200: UpdateSerializer, 409: CONFLICT, 429: TOO_MANY},
        tags=["tables"],
        description=action.summary,
    )
    def post(self: TableAction, request: Request, code: str) -> Response:
        return self.do(request, code)

    view: Any = type(f"{name.title()}Table", (TableAction,), {"action": action, "post": post})
    made: Callable[..., HttpResponseBase] = view.as_view()
    return made


urlpatterns = [
    path("tables/", Lobby.as_view(), name="tables"),
    path("tables/seek/", Seek.as_view(), name="seek"),
    path("tables/stream/", streaming.stream_view, name="tables-stream"),
    path("tables/mine/", Mine.as_view(), name="own-tables"),
    path(CODE, OneTable.as_view(), name="table"),
    path(f"{CODE}record/", Record.as_view(), name="table-record"),
    path(f"{CODE}why/", Why.as_view(), name="table-why"),
    *(
        path(f"{CODE}{name}/", action_view(name, action), name=f"table-{name.replace('_', '-')}")
        for name, action in ACTIONS.items()
    ),
]
