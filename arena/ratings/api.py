"""The API of rankings and of the Elo ledger."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.lookup import find_bot
from arena.bots.models import Bot
from arena.ratings import head_to_head_tables
from arena.ratings.models import EloChange, Standing
from arena.ratings.rating_history import RatingPoint, rating_history
from arena.web.cursors import CursorPagination
from engine.rulesets import RULESETS


class EloField(serializers.FloatField):
    """Points, stored in hundredths."""

    def to_representation(self, value: Any) -> float:  # type: ignore[override]
        return int(value) / 100


class StandingSerializer(serializers.Serializer[Standing]):
    place = serializers.IntegerField(
        allow_null=True,
        help_text="From 1, among the active bots of the group; null for an inactive bot.",
    )
    place_best = serializers.IntegerField(
        allow_null=True, help_text="The best that the true place may be, with 95 % confidence."
    )
    place_worst = serializers.IntegerField(
        allow_null=True, help_text="The worst that the true place may be."
    )
    bot = serializers.CharField(help_text="`owner/name`.")
    rating = serializers.FloatField(help_text="The rating of the active version, in Elo.")
    as_of = serializers.DateTimeField(
        allow_null=True,
        help_text="Of an inactive bot: the time of its rating, which no longer changes.",
    )
    error = serializers.FloatField(
        allow_null=True, help_text="Half of the 95 % interval; null until it is computed."
    )
    group = serializers.IntegerField(
        help_text="0 for the main group. Ratings of different groups cannot be compared."
    )
    elo = EloField(help_text="All versions of a bot share one Elo.")
    matches = serializers.IntegerField(help_text="Rated matches played.")
    games = serializers.IntegerField()
    score = serializers.FloatField(help_text="Points scored in `games`.")
    wins = serializers.IntegerField(help_text="Matches won.")
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    last_played = serializers.DateTimeField()
    house = serializers.BooleanField(
        source="bot.owner.is_house", help_text="Whether it is a reference bot of this site."
    )
    url = serializers.SerializerMethodField(help_text="The address of the bot's page.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, standing: Standing) -> str:
        return str(self.context["request"].build_absolute_uri(standing.bot.get_absolute_url()))


class EloChangeSerializer(serializers.Serializer[EloChange]):
    match = serializers.IntegerField(source="match_id")
    before = EloField()
    after = EloField()
    expected = serializers.FloatField(help_text="Points expected from the Elo of both bots.")
    scored = serializers.FloatField(help_text="Points scored.")
    conceded = serializers.FloatField(
        help_text="Points scored by the opponent. Games that both lost count as draws."
    )
    games = serializers.IntegerField()


class RankingList(ListAPIView[Standing]):
    serializer_class = StandingSerializer

    @extend_schema(operation_id="rankings_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the bots of a game that have played rated matches, best first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Standing]:
        ruleset = self.kwargs.get("ruleset", "")
        if ruleset not in RULESETS and not getattr(self, "swagger_fake_view", False):
            raise exceptions.NotFound
        ranking = Standing.objects.ranking(ruleset).select_related("bot__owner")
        return ranking.defer("bot__description")


class EloChangeList(ListAPIView[EloChange]):
    serializer_class = EloChangeSerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="elo_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists how each rated match changed a bot's Elo, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[EloChange]:
        if getattr(self, "swagger_fake_view", False):
            return EloChange.objects.none()
        bot = get_object_or_404(Bot, owner__username=self.kwargs["owner"], name=self.kwargs["name"])
        return bot.elo_changes.all()


class ScoreSerializer(serializers.Serializer[Any]):
    """A bot's score against an opponent, all versions together."""

    opponent = serializers.CharField(help_text="`owner/name`.")
    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    points = serializers.FloatField()
    score = serializers.FloatField(allow_null=True, help_text="The share of the points, 0 to 1.")
    low = serializers.FloatField(
        allow_null=True, help_text="The 95 % interval of the score; null for too few games."
    )
    high = serializers.FloatField(allow_null=True)


class RatingPointSerializer(serializers.Serializer[RatingPoint]):
    """A rating that a bot had."""

    games = serializers.IntegerField(help_text="The bot's rated games at that time.")
    rating = serializers.FloatField()
    error = serializers.FloatField(help_text="Half of the 95 % interval.")
    version = serializers.IntegerField(help_text="The rated version.")


class Opponents(APIView):
    @extend_schema(operation_id="opponents", responses=ScoreSerializer(many=True))
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns a bot's scores against all opponents, those with the most games first."""
        rows: Any = [
            {
                "opponent": str(other),
                "matches": cell.matches,
                "games": cell.games,
                "points": cell.points,
                "score": cell.estimate.score if cell.estimate else None,
                "low": cell.estimate.low if cell.estimate else None,
                "high": cell.estimate.high if cell.estimate else None,
            }
            for other, cell in head_to_head_tables.opponents(find_bot(owner, name))
        ]
        return Response(ScoreSerializer(rows, many=True).data)


class RatingHistory(APIView):
    @extend_schema(operation_id="rating_history", responses=RatingPointSerializer(many=True))
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns how a bot's rating developed, oldest first: at most the last 400 values."""
        points: Any = rating_history(find_bot(owner, name))
        return Response(RatingPointSerializer(points, many=True).data)


urlpatterns = [
    path("bots/<slug:owner>/<slug:name>/opponents/", Opponents.as_view(), name="opponents"),
    path("bots/<slug:owner>/<slug:name>/rating/", RatingHistory.as_view(), name="rating_history"),
    path("rankings/<slug:ruleset>/", RankingList.as_view(), name="ranking"),
    path("bots/<slug:owner>/<slug:name>/elo/", EloChangeList.as_view(), name="elo"),
]
