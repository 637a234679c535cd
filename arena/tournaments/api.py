"""Tournaments over the API."""

from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.authentication import require_scope
from arena.bots.api import user_of
from arena.bots.models import HEAVY, Bot
from arena.tournaments import arbiter, export, organising_api, stages
from arena.tournaments import forecast as forecasts
from arena.tournaments.api_access import answer, find, with_conflicts
from arena.tournaments.entering import bots_of, enter
from arena.tournaments.models import AuditEntry, Entry, Pairing, Tournament
from arena.tournaments.organising_api import REFUSED
from arena.tournaments.results import results
from arena.tournaments.serializers import (
    AuditEntrySerializer,
    CrosstableSerializer,
    EntrySerializer,
    ForecastSerializer,
    NewEntrySerializer,
    NewTournamentSerializer,
    PairingSerializer,
    TournamentFilterSerializer,
    TournamentSerializer,
)
from arena.web.conditional import etag, unchanging
from arena.web.cursors import CursorPagination
from arena.web.idempotency import idempotent
from arena.web.pagination import whole_number
from arena.web.release import release
from arena.web.scopes import ORGANISE
from referee.play.clock import Clock


class Tournaments(ListAPIView[Tournament]):
    """Lists tournaments, and creates one."""

    write_scope = ORGANISE
    serializer_class = TournamentSerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="tournaments_list", parameters=[TournamentFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists tournaments, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Tournament]:
        wanted = TournamentFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        visible = Tournament.objects.visible_to(self.request.user).select_related("organiser")
        return visible.filter(**wanted.validated_data)

    @extend_schema(
        operation_id="tournaments_create",
        request=NewTournamentSerializer,
        responses={201: TournamentSerializer},
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Creates a draft. You are its organiser."""
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = dict(asked.validated_data)
        clock = Clock(**data.pop("clock"))
        tournament = stages.create(user_of(request), clock=clock, **data)
        return answer(request, tournament, status=201)


class ForecastOfTournament(APIView):
    @extend_schema(
        operation_id="tournaments_forecast",
        parameters=[
            OpenApiParameter(
                "entries",
                {"type": "integer", "minimum": 1},
                description="By default as many as there are.",
            )
        ],
        responses=ForecastSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Returns what the tournament would play with its entries, or with so many."""
        tournament = find(request, slug)
        entries = whole_number(request, "entries", 1, 0) or tournament.entries.count()
        expected = None
        if entries <= forecasts.most_entries(tournament):
            expected = forecasts.forecast(tournament, entries)
        rounds = expected.rounds if expected else ()
        found = {
            "entries": entries,
            "possible": expected is not None,
            "rounds": rounds,
            "matches": sum(rounds),
            "games": expected.games if expected else 0,
            "byes": expected.byes if expected else 0,
            "at_most": expected.at_most if expected else 0,
        }
        return Response(ForecastSerializer(found).data)


class History(ListAPIView[AuditEntry]):
    serializer_class = AuditEntrySerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="tournaments_history")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Returns the audit trail, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[AuditEntry]:
        if getattr(self, "swagger_fake_view", False):
            return AuditEntry.objects.none()
        return find(self.request, self.kwargs["slug"]).audit_entries.select_related("by")


class Entries(ListAPIView[Entry]):
    serializer_class = EntrySerializer

    @extend_schema(operation_id="entries_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the entries by their number in the draw."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Entry]:
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        entries = find(self.request, self.kwargs["slug"]).entries
        return (
            entries.select_related("bot__owner", "version")
            .defer("bot__description", *(f"version__{field}" for field in HEAVY))
            .order_by("number", "id")
        )

    @extend_schema(
        operation_id="entries_create",
        request=NewEntrySerializer,
        responses={201: EntrySerializer, **REFUSED},
    )
    @idempotent()
    def post(self, request: Request, slug: str) -> Response:
        """Enters one of your bots."""
        tournament = find(request, slug)
        asked = NewEntrySerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        bot = _bot(bots_of(user_of(request)), asked.validated_data["bot"])
        if bot is None:
            message = gettext("You have no bot of this name.")
            raise exceptions.ValidationError({"bot": [message]}, code="not_found")
        entry = with_conflicts(lambda: enter(tournament, bot, user_of(request)))
        return Response(EntrySerializer(entry).data, status=201)


class OneEntry(APIView):
    @extend_schema(operation_id="entries_destroy", responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str, owner: str, name: str) -> Response:
        """Withdraws a bot, for its owner, the organiser and the staff. After the start it forfeits
        its later matches; its results stand."""
        tournament = find(request, slug)
        entries = tournament.entries.select_related("bot__owner")
        entry = get_object_or_404(entries, bot__owner__username=owner, bot__name=name)
        if entry.bot.owner != request.user and not tournament.may_run(request.user):
            raise exceptions.PermissionDenied(
                gettext("Only its owner or the organiser can withdraw a bot.")
            )
        if entry.bot.owner != request.user:
            require_scope(request, ORGANISE)
        with_conflicts(lambda: arbiter.withdraw(tournament, entry.bot, user_of(request)))
        return Response(status=204)


class Pairings(ListAPIView[Pairing]):
    serializer_class = PairingSerializer
    pagination_class = CursorPagination
    keyset = ("round", "board", "tiebreak")

    @extend_schema(operation_id="pairings_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the pairings by round and board, with the scores so far."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Pairing]:
        if getattr(self, "swagger_fake_view", False):
            return Pairing.objects.none()
        return find(self.request, self.kwargs["slug"]).pairings.listed()


class TournamentCrosstable(APIView):
    @extend_schema(operation_id="crosstable", responses=CrosstableSerializer)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Returns the current standings and crosstable."""
        tournament = find(request, slug)

        def made() -> Response:
            return Response(export.as_dict(tournament, results(tournament)))

        if tournament.state != Tournament.State.FINISHED:
            return made()
        tag = etag("crosstable", tournament.pk, tournament.finished, release())
        return unchanging(request, tag, made, max_age=3600)


def _bot(bots: QuerySet[Bot], full_name: str) -> Bot | None:
    owner, _, name = full_name.partition("/")
    return bots.filter(owner__username=owner, name=name).first()


TOURNAMENT = "tournaments/<slug:slug>/"

urlpatterns = [
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, organising_api.OneTournament.as_view(), name="tournament"),
    path(TOURNAMENT + "seeds/", organising_api.Seeds.as_view(), name="tournament_seeds"),
    path(TOURNAMENT + "forecast/", ForecastOfTournament.as_view(), name="tournament_forecast"),
    path(TOURNAMENT + "open/", organising_api.Open.as_view(), name="tournament_open"),
    path(TOURNAMENT + "start/", organising_api.Start.as_view(), name="tournament_start"),
    path(TOURNAMENT + "cancel/", organising_api.Cancel.as_view(), name="tournament_cancel"),
    path(TOURNAMENT + "pause/", organising_api.Pause.as_view(), name="tournament_pause"),
    path(TOURNAMENT + "resume/", organising_api.Resume.as_view(), name="tournament_resume"),
    path(TOURNAMENT + "history/", History.as_view(), name="tournament_history"),
    path(
        TOURNAMENT + "matches/<int:match>/replay/",
        organising_api.ReplayMatch.as_view(),
        name="tournament_replay",
    ),
    path(
        TOURNAMENT + "entries/<slug:owner>/<slug:name>/disqualify/",
        organising_api.Disqualify.as_view(),
        name="entry_disqualify",
    ),
    path(TOURNAMENT + "entries/", Entries.as_view(), name="entries"),
    path(TOURNAMENT + "entries/<slug:owner>/<slug:name>/", OneEntry.as_view(), name="entry"),
    path(TOURNAMENT + "pairings/", Pairings.as_view(), name="pairings"),
    path(TOURNAMENT + "crosstable/", TournamentCrosstable.as_view(), name="crosstable"),
]
