"""The ladder of each game: an endless tournament that every active bot is in by itself."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Ladder(models.Model):
    """One a game. Its lock lets one tick at a time choose matches."""

    ruleset = models.CharField(_("game"), max_length=40, unique=True)
    due = models.DateTimeField(
        null=True, blank=True, help_text="Where the rate is limited: when the next match may be."
    )

    def __str__(self) -> str:
        return self.ruleset


class Seat(models.Model):
    """A bot's share of the ladder: how many games it has been given.

    A bot that is new or comes back from a rest is counted from where the others are, so nobody
    has to catch up. A void match counts as given.
    """

    bot = models.OneToOneField("bots.Bot", on_delete=models.CASCADE, related_name="seat")
    games = models.PositiveBigIntegerField(default=0)
    here = models.BooleanField(default=False, help_text="Whether it was active at the last tick.")

    def __str__(self) -> str:
        return f"{self.bot}: {self.games} games"
