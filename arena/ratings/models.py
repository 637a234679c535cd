"""The Elo ledger: one line a bot and rated match, and the standing that it adds up to."""

from django.db import models

INITIAL_ELO = 1500_00


class Standing(models.Model):
    """Where a bot stands: the sum of its ledger. Elo is kept in hundredths of a point."""

    bot = models.OneToOneField("bots.Bot", on_delete=models.PROTECT, related_name="standing")
    ruleset = models.CharField(max_length=40)
    elo = models.IntegerField(default=INITIAL_ELO, help_text="In hundredths of a point.")
    matches = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_played = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["ruleset", "-elo"])]

    def __str__(self) -> str:
        return f"{self.bot}: {self.elo / 100:.2f}"


class EloChange(models.Model):
    """What one rated match did to one bot. The order of the ids is the order of application."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="elo_changes")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="elo_changes")
    before = models.IntegerField(help_text="In hundredths of a point.")
    after = models.IntegerField(help_text="In hundredths of a point.")
    expected = models.FloatField(help_text="Expected score, 0 to the number of games.")
    scored = models.FloatField()
    games = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "bot"], name="one_change_a_match_and_bot")
        ]

    def __str__(self) -> str:
        return f"{self.bot} {(self.after - self.before) / 100:+.2f}"
