"""Puzzles: positions of analysed games in which one move is clearly the best."""

from django.db import models
from django.urls import reverse

from arena.analysis.models import Analysis
from arena.matches.models import Match


class Puzzle(models.Model):
    """Find the move: the position before move `move` of a game of a public match."""

    ruleset = models.CharField(max_length=40)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    game = models.PositiveIntegerField(help_text="In the match, from 1.")
    move = models.PositiveIntegerField(help_text="In the game, from 1.")
    seat = models.PositiveSmallIntegerField(help_text="Whose move it is.")
    right = models.JSONField(help_text="The moves that solve it, the best first.")
    scores = models.JSONField(help_text="The expected scores of moves, 0 to 1, by their texts.")
    gap = models.FloatField(help_text="How much better the right moves are than all others.")
    why = models.CharField(max_length=300, blank=True, help_text="Why the best move is better.")
    played = models.CharField(max_length=100, help_text="What the bot played.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["ruleset", "-id"])]
        constraints = [
            models.UniqueConstraint(fields=["match", "game", "move"], name="puzzle_of_a_move")
        ]

    def __str__(self) -> str:
        return f"puzzle {self.pk}: {self.ruleset}"

    def get_absolute_url(self) -> str:
        return reverse("puzzles:puzzle", args=[self.pk])

    @property
    def replay(self) -> str:
        """The address of the position in the replay."""
        return f"{self.match.get_absolute_url()}#g{self.game}m{self.move - 1}"


class DailyPuzzle(models.Model):
    """The puzzle of a game and a day, in UTC."""

    ruleset = models.CharField(max_length=40)
    day = models.DateField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    class Meta:
        ordering = ["-day", "ruleset"]
        constraints = [models.UniqueConstraint(fields=["ruleset", "day"], name="puzzle_of_a_day")]

    def __str__(self) -> str:
        return f"{self.ruleset} on {self.day}"


class SearchedAnalysis(models.Model):
    """An analysis that has been searched for puzzles."""

    analysis = models.OneToOneField(Analysis, on_delete=models.CASCADE, related_name="searched")

    def __str__(self) -> str:
        return str(self.analysis_id)
