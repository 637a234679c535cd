"""Matches, the attempts to play them, and their results.

The rows are the queue: workers claim the next match from the database (fair_order.py).
"""

import uuid
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import ExpressionWrapper, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.models import HEAVY


class MatchQuerySet(models.QuerySet["Match"]):
    def queued(self) -> Self:
        return self.filter(state=Match.State.QUEUED)

    def named(self) -> Self:
        """With the names of both versions, and without anything large or secret."""
        return self.select_related("version0__bot__owner", "version1__bot__owner").defer(
            "seed", *(f"version{side}__{field}" for side in (0, 1) for field in HEAVY)
        )

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The matches that `user` may see: a qualification is for the version's owner and staff."""
        if user.is_staff:
            return self
        public = ~Q(queue=Match.Queue.CHECK)
        if user.is_anonymous:
            return self.filter(public)
        return self.filter(public | Q(version0__bot__owner=user))


class Match(models.Model):
    """A fixed number of mirrored pairs between two versions (docs/3-protocol.md).

    queued → running → finished | void | cancelled. A running match whose worker is lost is queued
    again. The staff can queue a void match again.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")
        CANCELLED = "cancelled", _("cancelled")

    class Queue(models.TextChoices):
        CHECK = "check", _("qualification")
        TABLE = "table", _("table or challenge")
        TOURNAMENT = "tournament", _("tournament")
        LADDER = "ladder", _("ladder")

    ENDED = (State.FINISHED, State.VOID, State.CANCELLED)
    # Somebody waits for these.
    URGENT = (Queue.CHECK, Queue.TABLE)

    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    version0 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    version1 = models.ForeignKey("bots.Version", on_delete=models.PROTECT, related_name="+")
    pairs = models.PositiveIntegerField()
    clock = models.JSONField()
    queue = models.CharField(max_length=10, choices=Queue)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Who asked for the match, for a fair share of the slots; empty: the ladder.",
    )
    urgent = models.GeneratedField(
        expression=ExpressionWrapper(
            Q(queue__in=("check", "table")), output_field=models.BooleanField()
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    rated = models.BooleanField(default=False)
    remote = models.BooleanField(
        default=False,
        help_text="A remote bot plays: never rated, and each game has a deal of its own.",
    )

    seed = models.BinaryField(help_text="32 bytes, secret until the match has ended.")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the seed.")

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    reason = models.CharField(max_length=200, blank=True, help_text="Why void or cancelled.")
    created = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(
        null=True, blank=True, help_text="After failures: when it may be played again."
    )
    awaited = models.DateTimeField(
        null=True, blank=True, help_text="Since when it waits for a remote bot to connect."
    )
    started = models.DateTimeField(
        null=True, blank=True, help_text="When the latest attempt began."
    )
    finished = models.DateTimeField(null=True, blank=True)
    score0 = models.FloatField(null=True, blank=True)
    score1 = models.FloatField(null=True, blank=True)
    tally = models.JSONField(
        null=True,
        blank=True,
        help_text="How many pairs gave the first bot 0, ½, 1, 1½ and 2 points.",
    )
    crashes = models.JSONField(
        null=True, blank=True, help_text="Games that each bot lost by not starting or crashing."
    )
    faults = models.JSONField(
        null=True, blank=True, help_text="Games that each bot lost by any fault."
    )
    settled = models.BooleanField(
        default=False, help_text="Everything that follows from the end is done."
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["ruleset", "-id"]),
            models.Index(fields=["version0", "-id"]),
            models.Index(fields=["version1", "-id"]),
            models.Index(fields=["state", "-id"]),
            models.Index(
                fields=["account", "urgent", "id"],
                name="match_queued",
                condition=Q(state="queued"),
            ),
            models.Index(
                fields=["account", "urgent"], name="match_running", condition=Q(state="running")
            ),
            models.Index(
                fields=["ruleset", "finished", "id"],
                name="match_public",
                condition=Q(state="finished") & ~Q(queue="check"),
            ),
            models.Index(
                fields=["id"],
                name="match_unsettled",
                condition=Q(settled=False, state__in=["finished", "void", "cancelled"]),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="scores_when_finished",
                condition=Q(state="finished", score0__isnull=False, score1__isnull=False)
                | (~Q(state="finished") & Q(score0__isnull=True, score1__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.version0} – {self.version1}"

    def get_absolute_url(self) -> str:
        return reverse("matches:match", args=[self.pk])

    @property
    def ended(self) -> bool:
        return self.state in self.ENDED

    @property
    def games(self) -> int:
        return 2 * self.pairs

    def first_deal(self, attempt: int) -> int:
        """Which deal of the seed this attempt, from 1, plays first. A remote bot may have seen the
        deals of earlier ones."""
        return (attempt - 1) * self.games if self.remote else 0

    @property
    def public_seed(self) -> str | None:
        """The seed in hexadecimal, or None while it is secret.

        The seed of a void match stays secret, because the match may be played again.
        """
        if self.state in (self.State.FINISHED, self.State.CANCELLED):
            return bytes(self.seed).hex()
        return None


# Everyone may see these, and their seeds are revealed.
PUBLIC = Q(state=Match.State.FINISHED) & ~Q(queue=Match.Queue.CHECK)


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def running(self) -> Self:
        return self.filter(outcome=Attempt.Outcome.RUNNING)


class Attempt(models.Model):
    """One attempt to play a match.

    Attempts are public, but the worker's name and the texts of unexpected errors are for the staff.
    """

    class Outcome(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        LOST = "lost", _("worker lost")
        FAILED = "failed", _("machine failed")
        RELEASED = "returned", _("released")
        CANCELLED = "cancelled", _("cancelled")

    # These count towards settings.MATCH_MAX_ATTEMPTS.
    FAILURES = (Outcome.LOST, Outcome.FAILED)

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=120)
    token = models.UUIDField(default=uuid.uuid4, unique=True)
    started = models.DateTimeField()
    lease_until = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.RUNNING)
    error = models.TextField(blank=True)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="attempt_number_unique"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(outcome="running"), name="one_attempt_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} at match {self.match_id}"


class LiveUpdate(models.Model):
    """What a worker reports of a running attempt: see live_updates.LiveReporter.

    The data is as secret as the seed. Only replays.live_feed makes of it what a spectator may see.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="live_updates")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … within the attempt.")
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "number"], name="live_update_number_unique")
        ]

    def __str__(self) -> str:
        return f"live update {self.number} of {self.attempt}"


class Result(models.Model):
    """The result of a match. The database forbids a second one."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="result")
    attempt = models.OneToOneField(Attempt, on_delete=models.PROTECT, related_name="result")
    record = models.BinaryField(help_text="The match record (docs/3-protocol.md) as gzipped JSON.")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"result of match {self.match_id}"


class SideLog(models.Model):
    """A side's standard error, times and faults. Only its owner and the staff may read them."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="logs")
    side = models.PositiveSmallIntegerField(help_text="0 or 1: version0 or version1 of the match.")
    stderr = models.TextField(blank=True)
    times = models.JSONField(
        default=list,
        help_text="Per game, a list of [move number, wall, processor, wait, referee] in ms.",
    )
    faults = models.JSONField(
        default=list, help_text="The side's faults: game (from 1), seat, move, reason, cause."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="one_log_a_side")]

    def __str__(self) -> str:
        return f"log of side {self.side} of match {self.match_id}"
