"""What players decided, and what it paid, summed up over all public matches."""

from django.db import models
from django.db.models import Q

from arena.bots.models import Bot


class Tally(models.Model):
    """The decisions of a bot in a game or named variant, or of all bots (no bot).

    `cells`: by question, hand and choice, the sums of a `Cell` (cells.py).
    """

    game = models.CharField(max_length=40, help_text="A ruleset or named variant.")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, null=True, related_name="tallies")
    matches = models.PositiveIntegerField(default=0)
    cells = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["bot", "game"], name="tally_of_bot"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(bot=None), name="tally_of_everybody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.bot or 'everybody'}"


class Progress(models.Model):
    """Up to which match the decisions of a ruleset are counted, in the order of their ends."""

    ruleset = models.CharField(max_length=40, unique=True)
    finished = models.DateTimeField(null=True)
    match = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "progress"

    def __str__(self) -> str:
        return f"{self.ruleset} until match {self.match}"
