"""An analysis, a solved position and the games of the day, as the API writes them."""

from typing import Any

from rest_framework import serializers

from arena.analysis.models import Analysis
from arena.web.fields import TextField
from engine.rulesets import RULESETS, VARIANTS

STATES = [("none", "none"), *Analysis.State.choices]
RESULTS = ["win", "draw", "loss"]  # of the seat to move
MAX_POSITION = 20_000  # characters; a position with a long past has some thousands


class OpenScoreSerializer(serializers.Serializer[Any]):
    """The same decision with all cards open: what is luck, and never a mistake."""

    best = serializers.CharField(help_text="The best move, had the seat seen all cards.")
    score = serializers.FloatField(help_text="The expected score of that move.")
    played = serializers.FloatField(help_text="The expected score of the move that was played.")
    loss = serializers.FloatField(help_text="What the move lost by this: luck.")


class DecisionSerializer(serializers.Serializer[Any]):
    """A turn with two legal moves or more. Scores are those of the seat's side, 0 to 1."""

    move = serializers.IntegerField(help_text="The number of the move in the game, from 1.")
    seat = serializers.IntegerField()
    played = serializers.CharField(help_text="The move, as in the record.")
    better = serializers.CharField(
        allow_null=True, help_text="The best move; null if it was played."
    )
    loss = serializers.FloatField(help_text="What the move lost, from what the seat could know.")
    error = serializers.FloatField(help_text="The standard error of `loss`.")
    marked = serializers.BooleanField(help_text="A mistake: `loss` − 2 `error` is above 0.03.")
    legal = serializers.IntegerField(help_text="How many moves were legal.")
    scores = serializers.DictField(
        child=serializers.FloatField(),
        help_text="The moves that were looked at closely, best first, with their expected scores.",
    )
    why = serializers.CharField(help_text="Why `better` is better, if a rule of thumb says it.")
    open = OpenScoreSerializer(allow_null=True)


class AnalysedSideSerializer(serializers.Serializer[Any]):
    """The accuracy of a side."""

    decisions = serializers.IntegerField()
    loss = serializers.FloatField(allow_null=True, help_text="The mean loss of a decision.")
    error = serializers.FloatField(allow_null=True, help_text="The standard error of `loss`.")
    total = serializers.FloatField(help_text="The sum of the losses.")
    squares = serializers.FloatField(help_text="The sum of their squares.")
    marked = serializers.IntegerField(help_text="How many mistakes are marked.")
    luck = serializers.FloatField(help_text="What its moves lost to cards that nobody could know.")


class GameAnalysisSerializer(serializers.Serializer[Any]):
    """The analysis itself (docs/14-analysis.md)."""

    format = serializers.IntegerField()
    ruleset = serializers.CharField()
    version = serializers.CharField(help_text="Of the evaluator and its method.")
    seed = serializers.CharField(help_text="From which the same analysis comes again.")
    game = serializers.IntegerField()
    moves = serializers.IntegerField()
    curve = serializers.ListField(
        child=serializers.FloatField(),
        help_text="The expected score of side 0 after 0, 1, 2 … moves, from what is known.",
    )
    open_curve = serializers.ListField(
        child=serializers.FloatField(),
        help_text="The same with all cards open; empty in a game that hides nothing.",
    )
    decisions = DecisionSerializer(many=True)
    sides = AnalysedSideSerializer(many=True)


class AnalysisSerializer(serializers.Serializer[Any]):
    """The analysis of a game, or how far it is."""

    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`none`: nobody has asked for it.",
    )
    position = serializers.IntegerField(
        allow_null=True, help_text="Its place in the queue, from 1; null unless it is queued."
    )
    percent = serializers.IntegerField(help_text="How far it is.")
    version = serializers.CharField(help_text="Of the evaluator and its method.")
    reason = serializers.CharField(help_text="Why it failed.")
    url = serializers.URLField(help_text="Its page.")
    result = GameAnalysisSerializer(allow_null=True, help_text="Null unless it is done.")


class SolveSerializer(serializers.Serializer[Any]):
    """A position to solve."""

    ruleset = serializers.ChoiceField(choices=[*RULESETS, *VARIANTS], default="svoi-kozyri")
    options = serializers.DictField(required=False, help_text="The options of the ruleset.")
    position = TextField(
        max_length=MAX_POSITION, help_text="On one line: docs/2-rules.md, “Positions”."
    )


class SolutionSerializer(serializers.Serializer[Any]):
    """What best play leads to."""

    result = serializers.ChoiceField(
        choices=RESULTS,
        allow_null=True,
        help_text="For the seat to move; null: not solved within the time.",
    )
    line = serializers.ListField(
        child=serializers.CharField(), help_text="Moves of best play; empty if it is not solved."
    )


class DayFilterSerializer(serializers.Serializer[Any]):
    """Filters of the games of the day."""

    ruleset = serializers.ChoiceField(choices=list(RULESETS), required=False)


class GameOfTheDaySerializer(serializers.Serializer[Any]):
    """A game worth seeing."""

    ruleset = serializers.CharField()
    day = serializers.DateField(help_text="In UTC: when its match finished.")
    match = serializers.IntegerField(source="match_id")
    game = serializers.IntegerField(help_text="In the match, from 1.")
    swing = serializers.FloatField(help_text="How far the score swung in all.")
    url = serializers.SerializerMethodField(help_text="Its replay.")

    def get_url(self, one: Any) -> str:
        return str(self.context["request"].build_absolute_uri(one.get_absolute_url()))
