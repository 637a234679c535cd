"""What rated matches say of a bot: the Elo ledger, who met whom, the ratings and their course.

Elo is the live ledger: one line a bot and rated match, and the standing that it adds up to. The
rating is computed from all pairs at once, a few seconds after results came in, and written to the
standing, from which every page reads it.
"""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from referee.statistics.bradley_terry import CENTRE
from referee.statistics.elo import shared_score
from referee.statistics.pentanomial import Tally
from referee.tournaments.standings import DRAW, WIN, match_points

INITIAL_ELO = 1500_00


class StandingQuerySet(models.QuerySet["Standing"]):
    def ranking(self, ruleset: str) -> Self:
        """The bots of a ruleset that have played a rated match, the best first: a total order."""
        return self.filter(ruleset=ruleset, matches__gt=0).order_by("group", "-rating", "bot_id")


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

    rating = models.FloatField(default=CENTRE, help_text="Of `rated`, on the scale of Elo.")
    error = models.FloatField(
        null=True, blank=True, help_text="The rating is within ± this with 95 % confidence."
    )
    rated = models.ForeignKey(
        "bots.Version",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The version that is rated: the active one, or the last that played.",
    )
    group = models.PositiveIntegerField(
        default=0, help_text="Bots of different groups have met in no way; 0 is the largest."
    )
    place = models.PositiveIntegerField(
        null=True, blank=True, help_text="Among the active bots of its group."
    )
    place_best = models.PositiveIntegerField(null=True, blank=True)
    place_worst = models.PositiveIntegerField(null=True, blank=True)
    trend = models.FloatField(
        null=True, blank=True, help_text="What the rating has changed by within a day."
    )

    objects = StandingQuerySet.as_manager()

    # What the ledger adds up to, so what can be checked against it.
    SUMS = ("elo", "matches", "games", "score", "wins", "draws", "losses", "last_played")
    # What follows from the ratings of all versions.
    RATED = (*("rating", "error", "rated", "group", "place", "place_best", "place_worst", "trend"),)

    class Meta:
        indexes = [
            models.Index(
                "ruleset",
                "group",
                models.F("rating").desc(),
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

    @property
    def tied(self) -> bool:
        """Whether its place is not certain: some differences are within the error."""
        return self.place_best != self.place_worst

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


def in_points(hundredths: int) -> str:
    """-931 → ``−9.31`` with a real minus sign."""
    sign = "−" if hundredths < 0 else "+" if hundredths else "±"
    return sign + number_format(abs(hundredths) / 100, decimal_pos=2)


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
        """Why the Elo changed as it did: "expected 7.9 of 10, scored 6: −4.56"."""
        words = gettext("expected %(expected).1f of %(games)d, scored %(scored)g: %(gain)s") % {
            "expected": self.expected,
            "games": self.games,
            "scored": self.scored,
            "gain": in_points(self.gain),
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


class Meeting(models.Model):
    """All rated pairs of two versions, the one with the smaller id first, by the first's points."""

    ruleset = models.CharField(max_length=40)
    version0 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    version1 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    pairs0 = models.PositiveIntegerField(default=0, help_text="Pairs with 0 points.")
    pairs1 = models.PositiveIntegerField(default=0, help_text="Pairs with ½ point.")
    pairs2 = models.PositiveIntegerField(default=0, help_text="Pairs with 1 point.")
    pairs3 = models.PositiveIntegerField(default=0, help_text="Pairs with 1½ points.")
    pairs4 = models.PositiveIntegerField(default=0, help_text="Pairs with 2 points.")

    COUNTS = ("pairs0", "pairs1", "pairs2", "pairs3", "pairs4")
    FIGURES = ("ruleset", "matches", *COUNTS)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version0", "version1"], name="one_meeting_of_two")
        ]
        indexes = [models.Index(fields=["ruleset"]), models.Index(fields=["version1"])]

    def __str__(self) -> str:
        return f"{self.version0} – {self.version1}: {self.tally}"

    @property
    def tally(self) -> Tally:
        return self.pairs0, self.pairs1, self.pairs2, self.pairs3, self.pairs4


class VersionRating(models.Model):
    """The rating of one version, from all pairs of its game; a resting version keeps its own."""

    version = models.OneToOneField("bots.Version", on_delete=models.PROTECT, related_name="rating")
    ruleset = models.CharField(max_length=40)
    rating = models.FloatField()
    error = models.FloatField(help_text="Half of the 95 % interval.")
    games = models.PositiveIntegerField()
    score = models.FloatField(help_text="Points scored in those games.")
    group = models.PositiveIntegerField()

    FIGURES = ("ruleset", "rating", "error", "games", "score", "group")

    class Meta:
        indexes = [models.Index(fields=["ruleset"])]

    def __str__(self) -> str:
        return f"{self.version}: {self.rating:.0f} ± {self.error:.0f}"


class Snapshot(models.Model):
    """A bot's rating as it was: a point of its chart.

    One is taken when the bot has played a twentieth more games than at the last, and when another
    of its versions is rated; so the course of a bot is a few hundred rows, however long it plays.
    """

    bot = models.ForeignKey("bots.Bot", on_delete=models.CASCADE, related_name="snapshots")
    version = models.ForeignKey("bots.Version", on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(help_text="Rated games of the bot by then.")
    rating = models.FloatField()
    error = models.FloatField()
    taken = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["bot", "-id"])]

    def __str__(self) -> str:
        return f"{self.bot} after {self.games} games: {self.rating:.0f} ± {self.error:.0f}"


class Freshness(models.Model):
    """How many results a game has, and how many of them its ratings have taken in.

    Each result counts `results` up in the transaction that enters it, so none is ever missed: the
    ratings are fresh when `taken_in` has reached it.
    """

    ruleset = models.CharField(max_length=40, unique=True)
    results = models.PositiveBigIntegerField(default=0)
    taken_in = models.PositiveBigIntegerField(default=0)
    asked = models.DateTimeField(null=True, blank=True, help_text="When a worker was last asked.")
    computed = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0, help_text="How long the last computation took.")

    class Meta:
        verbose_name_plural = "freshness"

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.taken_in} of {self.results} results taken in"
