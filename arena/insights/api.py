"""The statistics over the API."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.lookup import find_bot
from arena.insights import report


class StatisticsFilterSerializer(serializers.Serializer[Any]):
    game = serializers.ChoiceField(
        choices=report.games(), required=False, help_text="A ruleset or named variant."
    )


class MeanSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField()
    error = serializers.FloatField(
        allow_null=True, help_text="Half of the 95 % interval; null for fewer than 10 matches."
    )


class OthersSerializer(serializers.Serializer[Any]):
    """How often everybody else chooses so, and what it pays them."""

    decisions = serializers.IntegerField()
    share = MeanSerializer(allow_null=True)
    payoff = MeanSerializer(allow_null=True)


class StatisticsChoiceSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField(source="label")
    decisions = serializers.IntegerField()
    share = MeanSerializer(allow_null=True, help_text="Of the decisions with the hand, 0 to 1.")
    payoff = MeanSerializer(allow_null=True, help_text="As the question's `payoff` says.")
    best = serializers.BooleanField(help_text="It surely paid more than every other choice.")
    differs = serializers.BooleanField(help_text="Of a bot: surely from `field` (99.9 %).")
    field = OthersSerializer(allow_null=True, help_text="Of a bot: all other bots.")


class StatisticsHandSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField(source="label")
    decisions = serializers.IntegerField()
    choices = StatisticsChoiceSerializer(many=True)


class StatisticsQuestionSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="question.key")
    title = serializers.CharField(source="question.title")
    payoff = serializers.CharField(source="question.payoff", help_text="What is counted.")
    even = serializers.FloatField(source="question.even", help_text="What pays nothing.")
    hands = StatisticsHandSerializer(many=True)


class StatisticsSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    matches = serializers.IntegerField(help_text="Public matches that are counted.")
    until = serializers.DateTimeField(
        allow_null=True, help_text="The end of the last match that is counted."
    )
    questions = StatisticsQuestionSerializer(many=True, source="answers")


class OfGame(APIView):
    @extend_schema(
        operation_id="statistics",
        parameters=[StatisticsFilterSerializer],
        responses=StatisticsSerializer,
        tags=["statistics"],
    )
    def get(self, request: Request) -> Response:
        """Returns what all bots decide in a game, how often, and what it pays."""
        return Response(StatisticsSerializer(report.report(_game(request, report.games()[0]))).data)


class OfBot(APIView):
    @extend_schema(
        operation_id="statistics_of_bot",
        parameters=[StatisticsFilterSerializer],
        responses=StatisticsSerializer,
        tags=["statistics"],
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        """Returns what a bot decides, beside the decisions of all other bots."""
        bot = find_bot(owner, name)
        return Response(StatisticsSerializer(report.report(_game(request, bot.ruleset), bot)).data)


def _game(request: Request, default: str) -> str:
    wanted = StatisticsFilterSerializer(data=request.query_params.dict())
    wanted.is_valid(raise_exception=True)
    return str(wanted.validated_data.get("game", default))


urlpatterns = [
    path("statistics/", OfGame.as_view(), name="statistics"),
    path("bots/<slug:owner>/<slug:name>/statistics/", OfBot.as_view(), name="statistics_of_bot"),
]
