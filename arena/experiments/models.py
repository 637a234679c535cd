"""Unrated matches: challenges, and sequential tests of one version against another."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.models import HEAVY
from referee.statistics.pentanomial import Estimate, Tally, estimate
from referee.statistics.sprt import Test


class Challenge(models.Model):
    """One unrated match that a user asked for."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="challenges")
    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, related_name="challenge"
    )
    chosen_seed = models.BooleanField(help_text="The user chose the seed, so it was never secret.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-created"])]

    def __str__(self) -> str:
        return f"challenge of {self.user} in match {self.match_id}"


class ExperimentQuerySet(models.QuerySet["Experiment"]):
    def named(self) -> "ExperimentQuerySet":
        """With the names of both versions, and without anything large."""
        return self.select_related("user", "version_a__bot__owner", "version_b__bot__owner").defer(
            *(f"version_{side}__{field}" for side in "ab" for field in HEAVY)
        )


class Experiment(models.Model):
    """Is A stronger than B? Mirrored pairs are played until a sequential test decides.

    running → accepted (H1) | rejected (H0) | undecided (at `max_pairs`) | cancelled.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        ACCEPTED = "accepted", _("H1 accepted")
        REJECTED = "rejected", _("H0 accepted")
        UNDECIDED = "undecided", _("undecided")
        CANCELLED = "cancelled", _("cancelled")

    class Kind(models.TextChoices):
        REQUESTED = "requested", _("experiment")
        PROMOTION_GATE = "promotion_gate", _("promotion gate")

    kind = models.CharField(max_length=20, choices=Kind, default=Kind.REQUESTED)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="experiments")
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    version_a = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    version_b = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    elo0 = models.FloatField()
    elo1 = models.FloatField()
    alpha = models.FloatField()
    beta = models.FloatField()
    batch = models.PositiveIntegerField(help_text="Pairs per match.")
    max_pairs = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    tally = models.JSONField(
        default=list, help_text="Pair results of the matches counted so far, for A."
    )
    ratio = models.FloatField(default=0, help_text="Log-likelihood ratio.")
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)

    objects = ExperimentQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-created"]),
            models.Index(fields=["id"], name="experiment_running", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return f"{self.version_a} against {self.version_b}"

    def get_absolute_url(self) -> str:
        return reverse("experiments:experiment", args=[self.pk])

    @property
    def test(self) -> Test:
        return Test(self.elo0, self.elo1, self.alpha, self.beta)

    @property
    def counts(self) -> Tally:
        counts: list[int] = self.tally or [0, 0, 0, 0, 0]
        return counts[0], counts[1], counts[2], counts[3], counts[4]

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.counts)


class ExperimentMatch(models.Model):
    """A match of an experiment. Matches count in the order of their numbers, not of their ends."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, related_name="experiment_match"
    )
    ratio = models.FloatField(
        null=True,
        blank=True,
        help_text="Log-likelihood ratio after this match; null until it counts.",
    )

    class Meta:
        ordering = ["experiment", "number"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "number"], name="experiment_match_number")
        ]

    def __str__(self) -> str:
        return f"match {self.number} of experiment {self.experiment_id}"
