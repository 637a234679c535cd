"""Tournaments over the API."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.models import User
from arena.bots.models import HEAVY, Bot
from arena.matches.models import Match
from arena.tournaments import arbiter, export, running
from arena.tournaments.entrants import bots_of
from arena.tournaments.models import Entry, Pairing, Tournament
from arena.tournaments.models import Step as Trail
from arena.tournaments.results import results
from arena.tournaments.serializers import (
    CrosstableSerializer,
    EntrySerializer,
    NewEntrySerializer,
    NewTournamentSerializer,
    PairingSerializer,
    ReasonSerializer,
    StepSerializer,
    TournamentFilterSerializer,
    TournamentSerializer,
)
from arena.web.errors import Conflict, ErrorSerializer
from referee.play.clock import Clock

Answer = TypeVar("Answer")

REFUSED: dict[int | str, Any] = {
    409: OpenApiResponse(ErrorSerializer, "Not possible in the state that the tournament is in."),
}


class Tournaments(ListAPIView[Tournament]):
    """All tournaments, and making a new one."""

    serializer_class = TournamentSerializer

    @extend_schema(operation_id="tournaments_list", parameters=[TournamentFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """All tournaments, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Tournament]:
        wanted = TournamentFilterSerializer(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        visible = Tournament.objects.visible_to(self.request.user).select_related("organiser")
        return visible.filter(**wanted.validated_data)

    @extend_schema(
        operation_id="tournaments_create",
        request=NewTournamentSerializer,
        responses={201: TournamentSerializer},
    )
    def post(self, request: Request) -> Response:
        """Makes a draft, of which you are the organiser."""
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = dict(asked.validated_data)
        clock = Clock(**data.pop("clock"))
        tournament = running.create(user_of(request), clock=clock, **data)
        return answer(request, tournament, status=201)


class OneTournament(APIView):
    @extend_schema(operation_id="tournaments_retrieve", responses=TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """One tournament."""
        return answer(request, find(request, slug))


class Step(APIView):
    """A step in the life of a tournament, for its organiser and the staff."""

    def step(
        self, request: Request, slug: str, step: Callable[[Tournament, User], None]
    ) -> Response:
        tournament = find(request, slug)
        if not tournament.may_run(request.user):
            raise exceptions.PermissionDenied(
                gettext("Only the organiser and the staff can do this.")
            )
        with_conflicts(lambda: step(tournament, user_of(request)))
        return answer(request, tournament)


class Open(Step):
    @extend_schema(
        operation_id="tournaments_open",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Opens a draft for entries."""
        return self.step(request, slug, running.open_)


class Start(Step):
    @extend_schema(
        operation_id="tournaments_start",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seeds the entries, pins their versions and begins the first round."""
        return self.step(request, slug, running.start)


class Cancel(Step):
    @extend_schema(
        operation_id="tournaments_cancel",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Cancels it for good; matches that have ended keep their results."""
        return self.step(request, slug, running.cancel)


class Pause(Step):
    @extend_schema(
        operation_id="tournaments_pause",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Lets nothing new begin; matches in play are played to their end."""
        return self.step(request, slug, running.pause)


class Resume(Step):
    @extend_schema(
        operation_id="tournaments_resume",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Goes on after a pause."""
        return self.step(request, slug, running.resume)


class Disqualify(Step):
    @extend_schema(
        operation_id="entries_disqualify",
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, owner: str, name: str) -> Response:
        """Puts a bot out of a running tournament; it forfeits the match in hand and all to come."""
        entries = find(request, slug).entries.select_related("bot__owner")
        entry = get_object_or_404(entries, bot__owner__username=owner, bot__name=name)
        asked = ReasonSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        reason = asked.validated_data["reason"]
        return self.step(
            request,
            slug,
            lambda tournament, by: arbiter.disqualify(tournament, entry.bot, by, reason),
        )


class Replay(Step):
    @extend_schema(
        operation_id="pairings_replay",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, match: int) -> Response:
        """Has a void match of the tournament played after all."""
        found = get_object_or_404(Match, pairing__tournament=find(request, slug), pk=match)
        return self.step(
            request, slug, lambda tournament, by: arbiter.replay(tournament, found, by)
        )


class History(ListAPIView[Trail]):
    serializer_class = StepSerializer

    @extend_schema(operation_id="tournaments_history")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The audit trail, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Trail]:
        if getattr(self, "swagger_fake_view", False):
            return Trail.objects.none()
        return find(self.request, self.kwargs["slug"]).steps.select_related("by")


class Entries(ListAPIView[Entry]):
    serializer_class = EntrySerializer

    @extend_schema(operation_id="entries_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The entries, by their number in the draw."""
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
    def post(self, request: Request, slug: str) -> Response:
        """Enters one of your bots."""
        tournament = find(request, slug)
        asked = NewEntrySerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        bot = _bot(bots_of(user_of(request)), asked.validated_data["bot"])
        if bot is None:
            message = gettext("You have no bot of this name.")
            raise exceptions.ValidationError({"bot": [message]}, code="not_found")
        entry = with_conflicts(lambda: running.enter(tournament, bot, user_of(request)))
        return Response(EntrySerializer(entry).data, status=201)


class OneEntry(APIView):
    @extend_schema(operation_id="entries_destroy", responses={204: None, **REFUSED})
    def delete(self, request: Request, slug: str, owner: str, name: str) -> Response:
        """Withdraws a bot: its owner, the organiser or the staff. After the start it forfeits what
        is to come; what it has done stands."""
        tournament = find(request, slug)
        entries = tournament.entries.select_related("bot__owner")
        entry = get_object_or_404(entries, bot__owner__username=owner, bot__name=name)
        if entry.bot.owner != request.user and not tournament.may_run(request.user):
            raise exceptions.PermissionDenied(
                gettext("Only its owner or the organiser can withdraw a bot.")
            )
        with_conflicts(lambda: arbiter.withdraw(tournament, entry.bot, user_of(request)))
        return Response(status=204)


class Pairings(ListAPIView[Pairing]):
    serializer_class = PairingSerializer

    @extend_schema(operation_id="pairings_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The pairings by round and board, with the scores so far."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Pairing]:
        if getattr(self, "swagger_fake_view", False):
            return Pairing.objects.none()
        return find(self.request, self.kwargs["slug"]).pairings.listed()


class Crosstable(APIView):
    @extend_schema(operation_id="crosstable", responses=CrosstableSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The standings and the crosstable as they are now."""
        tournament = find(request, slug)
        return Response(export.as_dict(tournament, results(tournament)))


def find(request: Request, slug: str) -> Tournament:
    """A draft is found by its organiser and the staff alone."""
    visible = Tournament.objects.visible_to(request.user).select_related("organiser")
    return get_object_or_404(visible, slug=slug)


def answer(request: Request, tournament: Tournament, status: int = 200) -> Response:
    data = TournamentSerializer(tournament, context={"request": request}).data
    return Response(data, status=status)


def with_conflicts(step: Callable[[], Answer]) -> Answer:
    """Takes a step; one that the state forbids is a conflict, not a mistake in the request."""
    try:
        return step()
    except ValidationError as error:
        raise Conflict(" ".join(error.messages), code=error.code) from error


def user_of(request: Request) -> User:
    """The user of a request that the permissions let through to an unsafe method."""
    assert isinstance(request.user, User)
    return request.user


def _bot(bots: QuerySet[Bot], full_name: str) -> Bot | None:
    owner, _, name = full_name.partition("/")
    return bots.filter(owner__username=owner, name=name).first()


TOURNAMENT = "tournaments/<slug:slug>/"

urlpatterns = [
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, OneTournament.as_view(), name="tournament"),
    path(TOURNAMENT + "open/", Open.as_view(), name="tournament_open"),
    path(TOURNAMENT + "start/", Start.as_view(), name="tournament_start"),
    path(TOURNAMENT + "cancel/", Cancel.as_view(), name="tournament_cancel"),
    path(TOURNAMENT + "pause/", Pause.as_view(), name="tournament_pause"),
    path(TOURNAMENT + "resume/", Resume.as_view(), name="tournament_resume"),
    path(TOURNAMENT + "history/", History.as_view(), name="tournament_history"),
    path(TOURNAMENT + "matches/<int:match>/replay/", Replay.as_view(), name="tournament_replay"),
    path(
        TOURNAMENT + "entries/<slug:owner>/<slug:name>/disqualify/",
        Disqualify.as_view(),
        name="entry_disqualify",
    ),
    path(TOURNAMENT + "entries/", Entries.as_view(), name="entries"),
    path(TOURNAMENT + "entries/<slug:owner>/<slug:name>/", OneEntry.as_view(), name="entry"),
    path(TOURNAMENT + "pairings/", Pairings.as_view(), name="pairings"),
    path(TOURNAMENT + "crosstable/", Crosstable.as_view(), name="crosstable"),
]
