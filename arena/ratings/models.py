"""Elo, ratings and what they are computed from.

Elo is the live ledger: one `EloChange` per bot and rated match, summed up in the bot's `Standing`.
The rating is estimated from all pairs of a game at once (`HeadToHead`), seconds after a result. It
is stored in the `Standing` too: every page reads it there.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Self

from django.db import models

from arena.bots.models import Bot
from referee.statistics.bradley_terry import CENTRE
from referee.statistics.pentanomial import Tally
from referee.tournaments.scoring import DRAW, WIN, match_points

INITIAL_ELO = 1500_00


class StandingQuerySet(models.QuerySet["Standing"]):
    def ranking(self, ruleset: str) -> Self:
        """The bots of a game that have played rated matches, best first. The order is total.

        Those of the main group come first: ratings of different groups cannot be compared.
        """
        return self.filter(ruleset=ruleset, matches__gt=0).order_by("group", "-rating", "bot_id")

    def of_bot(self, bot: Bot) -> "Standing | None":
        """The bot's standing with its rated version; None before its first rated match."""
        program = ("rated__content", "rated__log", "rated__faults")
        return self.filter(bot=bot, matches__gt=0).select_related("rated").defer(*program).first()

    def ratings_of(self, bots: Collection[int]) -> dict[int, float]:
        """The ratings of these bots by key, without those that have not played a rated match."""
        rated = self.filter(bot__in=bots, matches__gt=0)
        return dict(rated.values_list("bot_id", "rating"))


class Standing(models.Model):
    """A bot's Elo, its rating and its totals over all rated matches."""

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

    rating = models.FloatField(default=CENTRE, help_text="Of the version `rated`, in Elo.")
    error = models.FloatField(
        null=True, blank=True, help_text="Half of the rating's 95 % interval."
    )
    rated = models.ForeignKey(
        "bots.Version",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The active version; for an inactive bot the one that was rated last.",
    )
    group = models.PositiveIntegerField(
        default=0, help_text="Ratings are comparable within a group only; 0 is the main one."
    )
    place = models.PositiveIntegerField(
        null=True, blank=True, help_text="From 1, among the active bots of the group."
    )
    place_best = models.PositiveIntegerField(null=True, blank=True)
    place_worst = models.PositiveIntegerField(null=True, blank=True)
    trend = models.FloatField(
        null=True,
        blank=True,
        help_text="Change of the rating within a day, if it is larger than the error.",
    )
    as_of = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Of an inactive bot: when its rating was computed for the last time.",
    )

    objects = StandingQuerySet.as_manager()

    # The totals of the ledger: `recompute` checks them.
    SUMS = ("elo", "matches", "games", "score", "wins", "draws", "losses", "last_played")
    # Written together, after each computation of the ratings.
    RATED = (
        *("rating", "error", "rated", "group"),
        *("place", "place_best", "place_worst", "trend", "as_of"),
    )

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
        """Points scored as a percentage of the games."""
        return 100 * self.score / self.games if self.games else 0.0

    @property
    def tied(self) -> bool:
        """Whether the difference to another bot's rating is not statistically significant."""
        return self.place_best != self.place_worst

    def add(self, line: "EloChange", played: datetime) -> None:
        """Adds a line of the ledger to the totals. `played`: when its match ended."""
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
    """A line of the ledger: how one rated match changed one bot's Elo.

    Lines were applied in the order of their ids.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="elo_changes")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="elo_changes")
    before = models.IntegerField(help_text="In hundredths of a point.")
    after = models.IntegerField(help_text="In hundredths of a point.")
    expected = models.FloatField(help_text="Expected points, 0 to the number of games.")
    scored = models.FloatField()
    conceded = models.FloatField(help_text="Points scored by the opponent.")
    games = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    # `recompute` must arrive at the same figures.
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
    def double_losses(self) -> float:
        """Games that both sides lost. They count as draws (see `shared_score`)."""
        return self.games - self.scored - self.conceded


class HeadToHead(models.Model):
    """All rated pairs of two versions, counted by the points of `version0`.

    `version0` is the version with the smaller id.
    """

    ruleset = models.CharField(max_length=40)
    version0 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    version1 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    pairs0 = models.PositiveIntegerField(default=0, help_text="Pairs with 0 points.")
    pairs1 = models.PositiveIntegerField(default=0, help_text="Pairs with ½ point.")
    pairs2 = models.PositiveIntegerField(default=0, help_text="Pairs with 1 point.")
    pairs3 = models.PositiveIntegerField(default=0, help_text="Pairs with 1½ points.")
    pairs4 = models.PositiveIntegerField(default=0, help_text="Pairs with 2 points.")

    faults0 = models.PositiveIntegerField(
        default=0, help_text="Games that `version0` lost by a fault."
    )
    faults1 = models.PositiveIntegerField(
        default=0, help_text="Games that `version1` lost by a fault."
    )

    COUNTS = ("pairs0", "pairs1", "pairs2", "pairs3", "pairs4")
    FAULTS = ("faults0", "faults1")
    FIGURES = ("ruleset", "matches", *COUNTS, *FAULTS)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["version0", "version1"], name="one_row_for_two_versions"
            )
        ]
        indexes = [models.Index(fields=["ruleset"]), models.Index(fields=["version1"])]

    def __str__(self) -> str:
        return f"{self.version0} – {self.version1}: {self.tally}"

    @property
    def tally(self) -> Tally:
        return self.pairs0, self.pairs1, self.pairs2, self.pairs3, self.pairs4

    @property
    def faults(self) -> tuple[int, int]:
        return self.faults0, self.faults1


class VersionRating(models.Model):
    """The rating of one version, active or not, from all pairs of its game."""

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
    """A bot's rating at an earlier time: one point of its chart.

    Taken when the bot has played 5 % more games than at the last snapshot, and when another
    version is rated. So a bot has a few hundred of them, however long it plays. The last one of an
    inactive bot is the rating that it keeps.
    """

    bot = models.ForeignKey("bots.Bot", on_delete=models.CASCADE, related_name="snapshots")
    version = models.ForeignKey("bots.Version", on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(help_text="Rated games of the bot until then.")
    rating = models.FloatField()
    error = models.FloatField()
    taken = models.DateTimeField()

    FIGURES = ("version", "games", "rating", "error", "taken")

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["bot", "-id"])]

    def __str__(self) -> str:
        return f"{self.bot} after {self.games} games: {self.rating:.0f} ± {self.error:.0f}"


class RatingRefresh(models.Model):
    """How many results a game has, and how many of them its ratings include.

    `results` grows in the transaction that adds a result, so none is missed. The ratings are up to
    date when `included` equals it.
    """

    ruleset = models.CharField(max_length=40, unique=True)
    results = models.PositiveBigIntegerField(default=0)
    included = models.PositiveBigIntegerField(default=0)
    computed = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0, help_text="Duration of the last computation.")

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.included} of {self.results} results included"
