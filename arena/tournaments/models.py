"""Tournaments: entries, rounds and pairings."""

from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from referee.clock import Clock

MAX_PAIRS = 100
MAX_CYCLES = 4


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """What `user` may see: a draft is for its organiser and for staff."""
        if user.is_staff:
            return self
        public = ~Q(state=Tournament.State.DRAFT)
        if isinstance(user, User):
            return self.filter(public | Q(organiser=user))
        return self.filter(public)

    def listed(self) -> Self:
        """With what a list shows of each, newest first, in one query."""
        counted = self.select_related("organiser").annotate(entered=models.Count("entries"))
        return counted.order_by("-id")


class Tournament(models.Model):
    """draft → open → running → finished; cancelled from any of the first three.

    Entries pin the version when it starts.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    BEFORE_START = (State.DRAFT, State.OPEN)

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=90, unique=True)
    description = models.TextField(
        _("description"), blank=True, max_length=2000, validators=[MaxLengthValidator(2000)]
    )
    organiser = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tournaments")
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    pairs = models.PositiveIntegerField(
        _("pairs a match"),
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_PAIRS)],
        help_text=_("A pair is two games with the same cards and the sides exchanged."),
    )
    cycles = models.PositiveIntegerField(
        _("cycles"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_CYCLES)],
        help_text=_("How often each two meet."),
    )
    clock = models.JSONField(_("clock"))
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Matches change Elo."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    draw_seed = models.CharField(
        max_length=64, blank=True, help_text="32 random bytes in hexadecimal, made at the start."
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["state"], name="tournament_running", condition=Q(state="running"))
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.slug])

    @property
    def before_start(self) -> bool:
        return self.state in self.BEFORE_START

    @property
    def games(self) -> int:
        """Games a match."""
        return 2 * self.pairs

    @property
    def time_control(self) -> Clock:
        return Clock(**self.clock)

    def may_run(self, user: User | AnonymousUser) -> bool:
        """Whether `user` may open, start, change and cancel it: the organiser and the staff."""
        return user.is_staff or user.pk == self.organiser_id


class Entry(models.Model):
    """A bot in a tournament, with the version that plays for it from the start on."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(
        "bots.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text="Place in the draw, from 1."
    )
    entered = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="one_entry_a_bot"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.tournament}"


class PairingQuerySet(models.QuerySet["Pairing"]):
    def listed(self) -> Self:
        """With the names of both bots and the match, in one query."""
        return self.select_related("first__bot__owner", "second__bot__owner", "match").defer(
            "match__seed", "first__bot__description", "second__bot__description"
        )


class Pairing(models.Model):
    """Two entries that meet in a round, or one that has a bye (`second` is null, and no match)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField(help_text="From 1.")
    board = models.PositiveIntegerField(help_text="Place within the round, from 1.")
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    match = models.OneToOneField(
        "matches.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["round", "board"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "board"], name="one_board")
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board} of {self.tournament}"

    @property
    def is_bye(self) -> bool:
        return self.second_id is None
