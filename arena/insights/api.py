"""The statistics over the API."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.lookup import find_bot
from arena.insights import report


class GameSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(
        required=False, help_text="A ruleset or named variant, as `ecarte/classic`."
    )


class EstimateSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField()
    error = serializers.FloatField(
        allow_null=True, help_text="Half of the 95 % interval; null for fewer than 10 matches."
    )


class ShareSerializer(serializers.Serializer[Any]):
    """How often everybody else chooses so, and what it pays them."""

    decisions = serializers.IntegerField()
    share = EstimateSerializer(allow_null=True)
    payoff = EstimateSerializer(allow_null=True)


class ChoiceSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField(source="label")
    decisions = serializers.IntegerField()
    share = EstimateSerializer(allow_null=True, help_text="Of the decisions with the hand, 0 to 1.")
    payoff = EstimateSerializer(allow_null=True, help_text="As the question's `payoff` says.")
    best = serializers.BooleanField(help_text="It surely paid more than every other choice.")
    differs = serializers.BooleanField(help_text="Of a bot: surely from `field` (99.9 %).")
    field = ShareSerializer(allow_null=True, help_text="Of a bot: all other bots.")


class HandSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField(source="label")
    decisions = serializers.IntegerField()
    choices = ChoiceSerializer(many=True)


class AnswersSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="question.key")
    title = serializers.CharField(source="question.title")
    payoff = serializers.CharField(source="question.payoff", help_text="What is counted.")
    even = serializers.FloatField(source="question.even", help_text="What pays nothing.")
    hands = HandSerializer(many=True)


class ReportSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    matches = serializers.IntegerField(help_text="Public matches that are counted.")
    until = serializers.DateTimeField(
        allow_null=True, help_text="The end of the last match that is counted."
    )
    questions = AnswersSerializer(many=True, source="answers")


class OfGame(APIView):
    @extend_schema(
        operation_id="statistics",
        parameters=[GameSerializer],
        responses=ReportSerializer,
        tags=["statistics"],
    )
    def get(self, request: Request) -> Response:
        """Returns what all bots decide in a game, how often, and what it pays."""
        return Response(ReportSerializer(report.report(_game(request, report.games()[0]))).data)


class OfBot(APIView):
    @extend_schema(
        operation_id="statistics_of_bot",
        parameters=[GameSerializer],
        responses=ReportSerializer,
        tags=["statistics"],
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns what a bot decides, beside the decisions of all other bots."""
        bot = find_bot(owner, name)
        return Response(ReportSerializer(report.report(_game(request, bot.ruleset), bot)).data)


def _game(request: Request, default: str) -> str:
    wanted = GameSerializer(data=request.query_params.dict())
    wanted.is_valid(raise_exception=True)
    game = str(wanted.validated_data.get("game", default))
    if game not in report.games():
        raise exceptions.ValidationError(
            {"game": f"There is no such game; there are {', '.join(report.games())}."}
        )
    return game


urlpatterns = [
    path("statistics/", OfGame.as_view(), name="statistics"),
    path("bots/<slug:owner>/<slug:name>/statistics/", OfBot.as_view(), name="statistics_of_bot"),
]
