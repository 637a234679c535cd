"""The Elo ledger: one line a bot and rated match, and the standing that it adds up to."""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext, ngettext

from referee.elo import shared_score
from referee.standings import DRAW, WIN, match_points

INITIAL_ELO = 1500_00


class StandingQuerySet(models.QuerySet["Standing"]):
    def ranking(self, ruleset: str) -> Self:
        """The bots of a ruleset that have played a rated match, best first: a total order."""
        return self.filter(ruleset=ruleset, matches__gt=0).order_by("-elo", "bot_id")


class Standing(models.Model):
    """Where a bot stands: the sum of its ledger. Elo is kept in hundredths of a point."""

    bot = models.OneToOneField("bots.Bot", on_delete=models.PROTECT, related_name="standing")
    ruleset = models.CharField(max_length=40)
    elo = models.IntegerField(default=INITIAL_ELO, help_text="In hundredths of a point.")
    matches = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    score = models.FloatField(default=0, help_text="Points scored in those games.")
    wins = models.PositiveIntegerField(default=0, help_text="Matches won.")
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_played = models.DateTimeField(null=True, blank=True)

    objects = StandingQuerySet.as_manager()

    # What the ledger adds up to, so what can be checked against it.
    SUMS = ("elo", "matches", "games", "score", "wins", "draws", "losses", "last_played")

    class Meta:
        indexes = [
            models.Index(
                "ruleset",
                models.F("elo").desc(),
                "bot",
                name="ranking",
                condition=models.Q(matches__gt=0),
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot}: {self.elo / 100:.2f}"

    @property
    def percentage(self) -> float:
        """Points scored, in per cent of the games."""
        return 100 * self.score / self.games if self.games else 0.0

    def add(self, line: "EloChange", played: datetime) -> None:
        """Counts a line of the ledger in; `played`: when its match ended."""
        points = match_points(line.scored, line.conceded)
        self.elo = line.after
        self.matches += 1
        self.games += line.games
        self.score += line.scored
        self.wins += points == WIN
        self.draws += points == DRAW
        self.losses += points not in (WIN, DRAW)
        self.last_played = max(played, self.last_played or played)


class EloChange(models.Model):
    """What one rated match did to one bot. The order of the ids is the order of application."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="elo_changes")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="elo_changes")
    before = models.IntegerField(help_text="In hundredths of a point.")
    after = models.IntegerField(help_text="In hundredths of a point.")
    expected = models.FloatField(help_text="Expected score, 0 to the number of games.")
    scored = models.FloatField()
    conceded = models.FloatField(help_text="What the other side scored.")
    games = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    # What must come out again when the ledger is computed from zero.
    FIGURES = ("before", "after", "expected", "scored", "conceded", "games")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "bot"], name="one_change_a_match_and_bot")
        ]
        indexes = [models.Index(fields=["bot", "-id"])]

    def __str__(self) -> str:
        return f"{self.bot} {self.gain / 100:+.2f}"

    @property
    def gain(self) -> int:
        """In hundredths of a point."""
        return self.after - self.before

    @property
    def shared_games(self) -> float:
        """Games that both sides lost; Elo counts them as drawn."""
        return self.games - self.scored - self.conceded

    @property
    def in_words(self) -> str:
        """Why the Elo changed as it did: "expected 7.9 of 10, scored 6"."""
        words = gettext("expected %(expected).1f of %(games)d, scored %(scored)g") % {
            "expected": self.expected,
            "games": self.games,
            "scored": self.scored,
        }
        if self.shared_games:
            words += ngettext(
                "; %(count)d game that both lost counts as drawn",
                "; %(count)d games that both lost count as drawn",
                round(self.shared_games),
            ) % {"count": round(self.shared_games)}
        counted = shared_score(self.scored, self.conceded, self.games)
        if counted > self.games / 2 and self.gain < 0:
            words += gettext("; a win by less than expected costs points")
        return words
