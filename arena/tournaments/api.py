"""Tournaments over the API."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.authentication import require_scope
from arena.accounts.models import User
from arena.bots.models import HEAVY, Bot
from arena.matches.models import Match
from arena.tournaments import arbiter, export, seeding, stages
from arena.tournaments import forecast as forecasts
from arena.tournaments.entering import bots_of, enter
from arena.tournaments.models import AuditEntry, Entry, Pairing, Tournament
from arena.tournaments.results import results
from arena.tournaments.serializers import (
    AuditEntrySerializer,
    CrosstableSerializer,
    EntrySerializer,
    ForecastSerializer,
    NewEntrySerializer,
    NewTournamentSerializer,
    PairingSerializer,
    ReasonSerializer,
    SeedsSerializer,
    TournamentFilterSerializer,
    TournamentSerializer,
)
from arena.web.conditional import etag, unchanging
from arena.web.cursors import CursorPagination
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.idempotency import idempotent
from arena.web.pagination import whole_number
from arena.web.release import release
from arena.web.scopes import ORGANISE
from referee.play.clock import Clock

Answer = TypeVar("Answer")

REFUSED: dict[int | str, Any] = {
    409: OpenApiResponse(ErrorSerializer, "Not possible in the current state of the tournament."),
}


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


class OrganiserAction(APIView):
    """An action of the organiser or the staff on a tournament."""

    write_scope = ORGANISE

    def perform(
        self, request: Request, slug: str, action: Callable[[Tournament, User], None]
    ) -> Response:
        tournament = find(request, slug)
        if not tournament.may_run(request.user):
            raise exceptions.PermissionDenied(
                gettext("Only the organiser and the staff can do this.")
            )
        with_conflicts(lambda: action(tournament, user_of(request)))
        return answer(request, tournament)


class OneTournament(OrganiserAction):
    @extend_schema(operation_id="tournaments_retrieve", responses=TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Returns a tournament."""
        return answer(request, find(request, slug))

    @extend_schema(
        operation_id="tournaments_update",
        request=NewTournamentSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def put(self, request: Request, slug: str) -> Response:
        """Replaces all settings of a tournament that has not started, except its game."""
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = dict(asked.validated_data)
        clock, ruleset = Clock(**data.pop("clock")), data.pop("ruleset")

        def edit(tournament: Tournament, by: User) -> None:
            if ruleset != tournament.ruleset:
                message = gettext("The game of a tournament cannot change.")
                raise exceptions.ValidationError({"ruleset": [message]})
            try:
                stages.edit(tournament, clock=clock, by=by, **data)
            except ValidationError as error:
                if not hasattr(error, "error_dict"):
                    raise  # the state forbids it
                raise exceptions.ValidationError(error.message_dict) from error

        return self.perform(request, slug, edit)


class Seeds(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_seed",
        request=SeedsSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seeds the entries by hand, before the start."""
        asked = SeedsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data["seeds"]

        def seed(tournament: Tournament, by: User) -> None:
            entries = tournament.entries.select_related("bot__owner")
            keys = {str(entry.bot): entry.pk for entry in entries}
            if unknown := sorted(wanted.keys() - keys.keys()):
                message = gettext("%s is not entered.") % unknown[0][:80]
                raise exceptions.ValidationError({"seeds": [message]})
            seeds = {key: wanted.get(name) for name, key in keys.items()}
            seeding.seed_by_hand(tournament, seeds, by)

        return self.perform(request, slug, seed)


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


class Open(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_open",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Opens a draft for entries."""
        return self.perform(request, slug, stages.open_)


class Start(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_start",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seeds the entries, pins their versions and starts the first round."""
        return self.perform(request, slug, stages.start)


class Cancel(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_cancel",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Cancels it permanently; matches that have ended keep their results."""
        return self.perform(request, slug, stages.cancel)


class Pause(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_pause",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Starts no new matches; current ones are played to the end."""
        return self.perform(request, slug, stages.pause)


class Resume(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_resume",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ends a pause."""
        return self.perform(request, slug, stages.resume)


class Disqualify(OrganiserAction):
    @extend_schema(
        operation_id="entries_disqualify",
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, owner: str, name: str) -> Response:
        """Disqualifies a bot: it forfeits its current match and all later ones."""
        entries = find(request, slug).entries.select_related("bot__owner")
        entry = get_object_or_404(entries, bot__owner__username=owner, bot__name=name)
        asked = ReasonSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        reason = asked.validated_data["reason"]
        return self.perform(
            request,
            slug,
            lambda tournament, by: arbiter.disqualify(tournament, entry.bot, by, reason),
        )


class ReplayMatch(OrganiserAction):
    @extend_schema(
        operation_id="pairings_replay",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, match: int) -> Response:
        """Puts a void match of the tournament back in the queue."""
        found = get_object_or_404(Match, pairing__tournament=find(request, slug), pk=match)
        return self.perform(
            request, slug, lambda tournament, by: arbiter.replay(tournament, found, by)
        )


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


def find(request: Request, slug: str) -> Tournament:
    """The tournament with this slug. Drafts are found by their organiser and the staff only."""
    visible = Tournament.objects.visible_to(request.user).select_related("organiser")
    return get_object_or_404(visible, slug=slug)


def answer(request: Request, tournament: Tournament, status: int = 200) -> Response:
    data = TournamentSerializer(tournament, context={"request": request}).data
    return Response(data, status=status)


def with_conflicts(action: Callable[[], Answer]) -> Answer:
    """Performs an action. One that the state forbids is a conflict, not a bad request."""
    try:
        return action()
    except ValidationError as error:
        raise Conflict(" ".join(error.messages), code=error.code) from error


def user_of(request: Request) -> User:
    """The user of a request; the permissions let only users make changes."""
    assert isinstance(request.user, User)
    return request.user


def _bot(bots: QuerySet[Bot], full_name: str) -> Bot | None:
    owner, _, name = full_name.partition("/")
    return bots.filter(owner__username=owner, name=name).first()


TOURNAMENT = "tournaments/<slug:slug>/"

urlpatterns = [
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, OneTournament.as_view(), name="tournament"),
    path(TOURNAMENT + "seeds/", Seeds.as_view(), name="tournament_seeds"),
    path(TOURNAMENT + "forecast/", ForecastOfTournament.as_view(), name="tournament_forecast"),
    path(TOURNAMENT + "open/", Open.as_view(), name="tournament_open"),
    path(TOURNAMENT + "start/", Start.as_view(), name="tournament_start"),
    path(TOURNAMENT + "cancel/", Cancel.as_view(), name="tournament_cancel"),
    path(TOURNAMENT + "pause/", Pause.as_view(), name="tournament_pause"),
    path(TOURNAMENT + "resume/", Resume.as_view(), name="tournament_resume"),
    path(TOURNAMENT + "history/", History.as_view(), name="tournament_history"),
    path(
        TOURNAMENT + "matches/<int:match>/replay/", ReplayMatch.as_view(), name="tournament_replay"
    ),
    path(
        TOURNAMENT + "entries/<slug:owner>/<slug:name>/disqualify/",
        Disqualify.as_view(),
        name="entry_disqualify",
    ),
    path(TOURNAMENT + "entries/", Entries.as_view(), name="entries"),
    path(TOURNAMENT + "entries/<slug:owner>/<slug:name>/", OneEntry.as_view(), name="entry"),
    path(TOURNAMENT + "pairings/", Pairings.as_view(), name="pairings"),
    path(TOURNAMENT + "crosstable/", TournamentCrosstable.as_view(), name="crosstable"),
]
