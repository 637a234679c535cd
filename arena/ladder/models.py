"""The ladder of each game: an endless series of rated matches between all active bots."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Ladder(models.Model):
    """One row a game. Its row lock lets one scheduler at a time create matches."""

    ruleset = models.CharField(_("game"), max_length=40, unique=True)
    due = models.DateTimeField(
        null=True,
        blank=True,
        help_text="With GOAT_LADDER_PER_MINUTE: the earliest time of the next match.",
    )

    def __str__(self) -> str:
        return self.ruleset


class LadderEntry(models.Model):
    """A bot on the ladder, and how many games it has been scheduled for.

    A bot that joins or returns starts from the fewest games of the others, so it does not have to
    catch up. Void matches count.
    """

    bot = models.OneToOneField(
        "bots.Bot", on_delete=models.CASCADE, related_name="ladder_entry", verbose_name=_("bot")
    )
    games = models.PositiveBigIntegerField(default=0, help_text="Games scheduled so far.")
    active = models.BooleanField(
        default=False, help_text="Whether the bot was active when matches were last scheduled."
    )

    class Meta:
        verbose_name_plural = "ladder entries"

    def __str__(self) -> str:
        return f"{self.bot}: {self.games} games"
