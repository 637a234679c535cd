"""Tournaments: entries, rounds and pairings."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Tournament(models.Model):
    """draft → open → running → finished | cancelled. Entries pin the version when it starts."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=90, unique=True)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    pairs = models.PositiveIntegerField(_("pairs a match"), default=5)
    cycles = models.PositiveIntegerField(_("cycles"), default=1)
    clock = models.JSONField(_("clock"))
    rated = models.BooleanField(_("rated"), default=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.slug])


class Entry(models.Model):
    """A bot in a tournament, with the version that plays for it from the start on."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(
        "bots.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveIntegerField(null=True, help_text="Place in the draw, from 1.")
    entered = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="one_entry_a_bot")
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.tournament}"


class Pairing(models.Model):
    """Two entries that meet in a round, or one that has a bye (`second` is null)."""

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

    class Meta:
        ordering = ["round", "board"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "board"], name="one_board")
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board} of {self.tournament}"
