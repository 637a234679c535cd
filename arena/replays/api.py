"""Matches over the API: the list, one match with its attempts, and its record."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.models import Version
from arena.matches import fair_order, live_updates, records
from arena.matches.models import Attempt, Match, SideLog
from arena.replays import attempts, match_lists, own_logs
from arena.replays.bot_matches import with_versions
from arena.web.conditional import etag, unchanging
from arena.web.cursors import CursorPagination
from arena.web.fields import TextField
from engine.rulesets import RULESETS, VARIANTS


class MatchVersionSerializer(serializers.Serializer[Version]):
    bot = serializers.CharField(help_text="owner/name")
    version = serializers.IntegerField(source="number")
    sha256 = serializers.SerializerMethodField(
        help_text="Of the program; null for a remote bot, whose program the arena does not have."
    )
    remote = serializers.BooleanField(
        source="bot.remote", help_text="Whether it ran on its author's machine."
    )

    def get_sha256(self, version: Version) -> str | None:
        return None if version.bot.remote else version.sha256


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    worker = serializers.SerializerMethodField(help_text="For the staff; null for others.")
    error = serializers.SerializerMethodField()

    def get_worker(self, attempt: Attempt) -> str | None:
        return attempts.worker_of(attempt, self.context["request"].user)

    def get_error(self, attempt: Attempt) -> str:
        return attempts.error_of(attempt, self.context["request"].user)

    class Meta:
        model = Attempt
        fields = ["number", "worker", "started", "ended", "outcome", "error"]


class MatchSerializer(serializers.ModelSerializer[Match]):
    bots = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    scores = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField(help_text="Its page, with the replay.")

    class Meta:
        model = Match
        fields = [
            "id",
            "url",
            "ruleset",
            "options",
            "bots",
            "pairs",
            "clock",
            "queue",
            "rated",
            "state",
            "reason",
            "scores",
            "commitment",
            "created",
            "started",
            "finished",
        ]

    @extend_schema_field(MatchVersionSerializer(many=True))
    def get_bots(self, match: Match) -> Any:
        return [
            MatchVersionSerializer(version).data for version in (match.version0, match.version1)
        ]

    def get_reason(self, match: Match) -> str:
        """Why it is void or was cancelled."""
        return attempts.reason_of(match, self.context["request"].user)

    @extend_schema_field(serializers.URLField())
    def get_url(self, match: Match) -> str:
        return str(self.context["request"].build_absolute_uri(match.get_absolute_url()))

    def get_scores(self, match: Match) -> list[float] | None:
        """By bot; null until the match has finished."""
        if match.score0 is None or match.score1 is None:
            return None
        return [match.score0, match.score1]


class SideFaultSerializer(serializers.Serializer[own_logs.FaultRow]):
    """A fault of a side. The same fault in several games is listed once."""

    game = serializers.IntegerField(
        source="first.game", help_text="From 1; the first game with this fault."
    )
    games = serializers.ListField(
        child=serializers.IntegerField(), help_text="All games with this fault."
    )
    seat = serializers.IntegerField(source="first.seat")
    move = serializers.IntegerField(source="first.move", help_text="How many moves had been made.")
    reason = serializers.CharField(source="first.reason")
    cause = serializers.CharField(
        source="first.cause",
        help_text="A line with the cause, the place and what to do; then lines of trace, if any.",
    )


class MatchFaultsSerializer(serializers.Serializer[Any]):
    """The faults of your bots in a match."""

    side = serializers.IntegerField(help_text="0 or 1: the bot in `bots`.")
    faults = SideFaultSerializer(many=True)


class MatchDetailSerializer(MatchSerializer):
    attempts = AttemptSerializer(many=True)
    position = serializers.SerializerMethodField()
    games_over = serializers.SerializerMethodField()
    seed = serializers.CharField(
        source="public_seed", allow_null=True, help_text="Null until the match has ended."
    )
    faults = serializers.SerializerMethodField()

    class Meta(MatchSerializer.Meta):
        fields = [
            *MatchSerializer.Meta.fields,
            "position",
            "games_over",
            "seed",
            "attempts",
            "faults",
        ]

    @extend_schema_field(MatchFaultsSerializer(many=True))
    def get_faults(self, match: Match) -> Any:
        """Those of your own bots, explained; empty for everyone else."""
        sides = own_logs.own_sides(self.context["request"].user, match)
        logs = match.logs.filter(side__in=sides).order_by("side") if sides else []
        found: Any = [{"side": log.side, "faults": own_logs.faults(log)} for log in logs]
        return MatchFaultsSerializer(found, many=True).data

    def get_position(self, match: Match) -> int | None:
        """The position in the queue, from 1; null unless the match is queued."""
        return fair_order.position(match)

    def get_games_over(self, match: Match) -> int | None:
        """How many of its games have been played, as far as is known while it is running."""
        return live_updates.games_over(match)


class SideLogSerializer(serializers.ModelSerializer[SideLog]):
    """What a bot of yours wrote to standard error in a match, and what its turns took."""

    faults = serializers.SerializerMethodField()
    times = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.FloatField())),
        help_text="Per game, a list of [move number, wall, processor, wait, referee] in ms.",
    )

    class Meta:
        model = SideLog
        fields = ["side", "stderr", "faults", "times"]

    @extend_schema_field(SideFaultSerializer(many=True))
    def get_faults(self, log: SideLog) -> Any:
        """Each fault once, explained."""
        found: Any = own_logs.faults(log)
        return SideFaultSerializer(found, many=True).data


class MatchFilterSerializer(serializers.Serializer[Any]):
    """Filters of the list of matches."""

    game = serializers.ChoiceField(
        choices=[*RULESETS, *VARIANTS], required=False, help_text="A ruleset or a variant."
    )
    state = serializers.ChoiceField(choices=Match.State.choices, required=False)
    bot = TextField(required=False, max_length=200, help_text="`owner/name`.")
    against = TextField(required=False, max_length=200, help_text="`owner/name` of the opponent.")
    owner = TextField(
        required=False, max_length=30, help_text="The user name of an owner of one of its bots."
    )
    tournament = TextField(required=False, max_length=200, help_text="The slug of a tournament.")


@extend_schema(
    summary="Matches, newest first", parameters=[MatchFilterSerializer], tags=["matches"]
)
class MatchList(generics.ListAPIView[Match]):
    """Lists the matches that you may see, newest first."""

    serializer_class = MatchSerializer
    pagination_class = CursorPagination
    queryset = Match.objects.none()

    def get_queryset(self) -> Any:
        asked = MatchFilterSerializer(data=self.request.query_params.dict())
        asked.is_valid(raise_exception=True)
        filter = match_lists.Filter(asked.validated_data)
        visible = Match.objects.named().visible_to(self.request.user)
        matches = filter.apply(visible)
        if filter.errors:
            raise serializers.ValidationError(
                {name: [str(text) for text in texts] for name, texts in filter.errors.items()}
            )
        if owner := asked.validated_data.get("owner"):
            versions = Version.objects.filter(bot__owner__username=owner)
            matches = matches.filter(with_versions(list(versions.values_list("pk", flat=True))))
        return matches


@extend_schema(summary="One match with its attempts", tags=["matches"])
class MatchDetail(generics.RetrieveAPIView[Match]):
    """Returns a match with its attempts, and the faults of your own bots."""

    serializer_class = MatchDetailSerializer
    queryset = Match.objects.none()

    def get_queryset(self) -> Any:
        return Match.objects.named().visible_to(self.request.user).prefetch_related("attempts")


class MatchRecord(APIView):
    @extend_schema(
        summary="The record of a finished match",
        description="What `goat verify` checks: seed, moves, scores and faults (goat-record/2).",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
        tags=["matches"],
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        match = Match.objects.visible_to(request.user).filter(pk=pk).first()
        if match is None or match.state != Match.State.FINISHED:
            raise NotFound
        return unchanging(
            request,
            etag("record", match.pk, match.finished),
            lambda: HttpResponse(records.text(match), content_type="application/json"),
            private=match.queue == Match.Queue.CHECK,
        )


class MatchLogs(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="The logs of your bots in a finished match",
        responses=SideLogSerializer(many=True),
        tags=["matches"],
    )
    def get(self, request: Request, pk: int) -> Response:
        """One for each side that is yours. The staff reads both."""
        match = get_object_or_404(Match.objects.named().visible_to(request.user), pk=pk)
        sides = own_logs.own_sides(request.user, match)
        logs = match.logs.filter(side__in=sides).order_by("side")
        return Response(SideLogSerializer(logs, many=True).data)


urlpatterns = [
    path("matches/", MatchList.as_view(), name="matches"),
    path("matches/<int:pk>/", MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/record/", MatchRecord.as_view(), name="record"),
    path("matches/<int:pk>/logs/", MatchLogs.as_view(), name="match_logs"),
]
