"""The puzzles over the API."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.puzzles import daily_puzzles, position
from arena.puzzles.models import DailyPuzzle, Puzzle
from arena.web.cursors import CursorPagination
from engine.rulesets import RULESETS


class PuzzleFilterSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=list(RULESETS), required=False)


class PuzzleSerializer(serializers.Serializer[Puzzle]):
    id = serializers.IntegerField()
    ruleset = serializers.CharField()
    match = serializers.IntegerField(source="match_id", help_text="From whose game it is.")
    game = serializers.IntegerField(help_text="In the match, from 1.")
    move = serializers.IntegerField(help_text="The move that is asked for, from 1.")
    seat = serializers.IntegerField(help_text="Whose move it is.")
    gap = serializers.FloatField(
        help_text="By how much the right moves' expected score exceeds that of all others."
    )
    url = serializers.SerializerMethodField(help_text="The address of its page.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, puzzle: Puzzle) -> str:
        return str(self.context["request"].build_absolute_uri(puzzle.get_absolute_url()))


class DailyPuzzleSerializer(serializers.Serializer[DailyPuzzle]):
    day = serializers.DateField(help_text="In UTC.")
    puzzle = PuzzleSerializer()


class PuzzlePositionSerializer(PuzzleSerializer):
    options = serializers.JSONField(source="match.options", help_text="Of the ruleset.")
    view = serializers.DictField(help_text="What the seat knows, as in a `move` message.")
    legal = serializers.ListField(child=serializers.CharField())
    right = serializers.ListField(
        child=serializers.CharField(), help_text="The moves that solve it, the best first."
    )
    scores = serializers.DictField(
        child=serializers.FloatField(), help_text="Expected scores of moves, 0 to 1."
    )
    why = serializers.CharField(help_text="In words; may be empty.")


class Puzzles(ListAPIView[Puzzle]):
    serializer_class = PuzzleSerializer
    pagination_class = CursorPagination

    @extend_schema(
        operation_id="puzzles_list", parameters=[PuzzleFilterSerializer], tags=["puzzles"]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists positions in which one move is clearly the best, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Puzzle]:
        wanted = PuzzleFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        puzzles = Puzzle.objects.all()
        if ruleset := wanted.validated_data.get("ruleset"):
            puzzles = puzzles.filter(ruleset=ruleset)
        return puzzles


class Position(APIView):
    @extend_schema(operation_id="puzzle", responses=PuzzlePositionSerializer, tags=["puzzles"])
    def get(self, request: Request, id: int) -> Response:
        """Returns a puzzle with its position and its solution."""
        puzzle = get_object_or_404(Puzzle.objects.select_related("match"), pk=id)
        step = position.step(puzzle)
        puzzle.view, puzzle.legal = step["view"], list(step["moves"])  # type: ignore[attr-defined]
        return Response(PuzzlePositionSerializer(puzzle, context={"request": request}).data)


class Daily(APIView):
    @extend_schema(
        operation_id="puzzles_daily", responses=DailyPuzzleSerializer(many=True), tags=["puzzles"]
    )
    def get(self, request: Request) -> Response:
        """Returns the latest puzzle of the day of each game."""
        daily: Any = daily_puzzles.latest()
        return Response(DailyPuzzleSerializer(daily, many=True, context={"request": request}).data)


urlpatterns = [
    path("puzzles/", Puzzles.as_view(), name="puzzles"),
    path("puzzles/daily/", Daily.as_view(), name="puzzles_daily"),
    path("puzzles/<int:id>/", Position.as_view(), name="puzzle"),
]
