"""The people who play at tables, the results of their games, and their ratings."""

from typing import Self

from django.db import models
from django.db.models import Q

from arena.accounts.models import User


class Player(models.Model):
    """Somebody who plays at tables: an account, or a guest, who is known by a cookie."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="player"
    )
    key = models.CharField(
        max_length=64, null=True, blank=True, unique=True, help_text="SHA-256 of a guest's cookie."
    )
    link = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of what a guest's return link holds."
    )
    guest_name = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.user.username if self.user else self.guest_name

    @property
    def is_guest(self) -> bool:
        return self.user_id is None


class TableResult(models.Model):
    """The result of a game at a table, rated or not. Never changed, apart from `counts`."""

    table = models.CharField(max_length=10, unique=True, help_text="The table's code.")
    ruleset = models.CharField(max_length=40, help_text="The game; of a variant, its game.")
    pool = models.CharField(
        max_length=40, blank=True, help_text="In which pool it is rated; empty: in none."
    )
    score = models.FloatField(help_text="Of side 0: 1, ½ or 0.")
    reason = models.CharField(max_length=20)
    finished = models.DateTimeField()
    public = models.BooleanField(default=True, help_text="Anyone may see the game.")
    rated = models.BooleanField(default=False, help_text="The game is rated.")
    rated_score = models.FloatField(
        null=True, blank=True, help_text="Of side 0, as it is rated: a leaver has lost."
    )
    counts = models.BooleanField(
        default=False, help_text="Rated, and one of the latest between the same two sides."
    )

    class Meta:
        ordering = ["-finished", "-id"]
        indexes = [
            models.Index(fields=["pool"], name="counted_result", condition=Q(counts=True)),
        ]

    def __str__(self) -> str:
        return f"result of table {self.table}"


class Participant(models.Model):
    """Who sat in one seat of a finished game: a person, or a bot."""

    result = models.ForeignKey(TableResult, on_delete=models.CASCADE, related_name="participants")
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="participations"
    )
    bot = models.ForeignKey(
        "bots.Bot", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    score = models.FloatField(help_text="1, ½ or 0. Who left has lost.")
    rated = models.BooleanField(
        default=False, help_text="The game is rated for this participant: not beside a leaver."
    )

    class Meta:
        ordering = ["result_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_participant_a_seat"),
            models.CheckConstraint(
                condition=Q(player=None) ^ Q(bot=None), name="participant_a_person_or_a_bot"
            ),
        ]
        indexes = [models.Index(fields=["player", "-id"])]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.result}"


class Meeting(models.Model):
    """A person has finished games against a bot. Counted from the participants (beaten.py)."""

    bot = models.ForeignKey("bots.Bot", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    beaten = models.BooleanField(default=False, help_text="The person has won one of them.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "player"], name="one_meeting_a_bot_and_person")
        ]

    def __str__(self) -> str:
        return f"{self.player} and {self.bot}"


class PlayerRatingQuerySet(models.QuerySet["PlayerRating"]):
    def ranking(self, pool: str) -> Self:
        """The rated people of a pool, best first, the provisional ones last. The order is total."""
        return self.filter(pool=pool, player__user__is_active=True).order_by(
            "provisional", "-rating", "pk"
        )


class PlayerRating(models.Model):
    """A person's rating in one pool."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=40)
    rating = models.FloatField()
    error = models.FloatField(help_text="Half of the 95 % interval.")
    provisional = models.BooleanField(help_text="The interval is too wide for a place.")
    games = models.PositiveIntegerField(help_text="Those that count now.")
    played = models.PositiveIntegerField(help_text="All rated games.")

    objects = PlayerRatingQuerySet.as_manager()

    FIGURES = ("rating", "error", "provisional", "games", "played")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="one_rating_a_person_and_pool")
        ]
        indexes = [
            models.Index(
                "pool", "provisional", models.F("rating").desc(), "id", name="people_ranking"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.pool}: {self.rating:.0f} ± {self.error:.0f}"


class BotRating(models.Model):
    """A bot's rating among people in one pool. It has nothing to do with its ladder rating."""

    bot = models.ForeignKey("bots.Bot", on_delete=models.CASCADE, related_name="people_ratings")
    pool = models.CharField(max_length=40)
    rating = models.FloatField()
    error = models.FloatField(help_text="Half of the 95 % interval.")
    games = models.PositiveIntegerField(help_text="Those that count now.")
    people = models.PositiveIntegerField(help_text="How many people these games were with.")
    played = models.PositiveIntegerField(help_text="All rated games.")

    FIGURES = ("rating", "error", "games", "people", "played")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "pool"], name="one_rating_a_bot_and_pool")
        ]
        indexes = [models.Index(fields=["pool"])]

    def __str__(self) -> str:
        return f"{self.bot} in {self.pool}: {self.rating:.0f} ± {self.error:.0f}"


class PlayerSnapshot(models.Model):
    """A person's rating at an earlier time: one point of the chart."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="snapshots")
    pool = models.CharField(max_length=40)
    played = models.PositiveIntegerField(help_text="Rated games until then.")
    rating = models.FloatField()
    error = models.FloatField()
    taken = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["player", "pool", "-id"])]

    def __str__(self) -> str:
        return f"{self.player} after {self.played} games: {self.rating:.0f} ± {self.error:.0f}"


class PoolRefresh(models.Model):
    """How many results a pool has, and how many of them its ratings include.

    `results` grows in the transaction that adds a result, so none is missed.
    """

    pool = models.CharField(max_length=40, unique=True)
    results = models.PositiveBigIntegerField(default=0)
    included = models.PositiveBigIntegerField(default=0)
    computed = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0, help_text="Duration of the last computation.")

    def __str__(self) -> str:
        return f"{self.pool}: {self.included} of {self.results} results included"


class LevelOrder(models.Model):
    """The place of a house bot among those of its game, from 0, the weakest (levels.py)."""

    bot = models.OneToOneField("bots.Bot", on_delete=models.CASCADE, related_name="level_order")
    place = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.bot}: {self.place}"
