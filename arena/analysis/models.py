"""Analyses of finished games, what they say of each side, and the games of the day.

The rows are the queue: the analysis process claims the next one from the database (queue.py).
"""

import gzip
import json
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    def queued(self) -> Self:
        return self.filter(state=Analysis.State.QUEUED)

    def running(self) -> Self:
        return self.filter(state=Analysis.State.RUNNING)

    def light(self) -> Self:
        """Without the results, which are large."""
        return self.defer("result")


class Analysis(models.Model):
    """The analysis of one game of a match or of a table, by one version of the evaluator.

    queued → running → done | failed. A running one whose process is lost is queued again. A
    new request queues a failed one again.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Priority(models.IntegerChoices):
        ASKED = 0, _("somebody asked for it")
        FEATURED = 1, _("for the game of the day")

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="analyses"
    )
    table = models.ForeignKey(
        "tables.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="analyses"
    )
    game = models.PositiveIntegerField(help_text="In the match, from 1.")
    version = models.CharField(max_length=80, help_text="Of the evaluator and its method.")

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    priority = models.PositiveSmallIntegerField(choices=Priority, default=Priority.ASKED)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who asked first; empty: a visitor, or the arena itself.",
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    token = models.UUIDField(null=True, blank=True, help_text="Of who analyses now.")
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="That were begun.")
    percent = models.PositiveSmallIntegerField(default=0, help_text="Of the game, while it runs.")
    error = models.CharField(max_length=300, blank=True, help_text="Why it failed.")
    result = models.BinaryField(
        null=True, blank=True, help_text="docs/14-analysis.md as gzipped JSON."
    )

    objects = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "analyses"
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["priority", "id"], name="analysis_queued", condition=Q(state="queued")
            ),
            models.Index(fields=["id"], name="analysis_running", condition=Q(state="running")),
        ]
        constraints = [
            models.CheckConstraint(
                name="analysis_of_a_match_or_a_table",
                condition=Q(match__isnull=False, table__isnull=True)
                | Q(match__isnull=True, table__isnull=False),
            ),
            models.CheckConstraint(
                name="result_when_done",
                condition=Q(state="done", result__isnull=False)
                | (~Q(state="done") & Q(result__isnull=True)),
            ),
            models.UniqueConstraint(
                fields=["match", "game", "version"],
                name="one_analysis_a_game_and_version",
                condition=Q(match__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["table", "game", "version"],
                name="one_analysis_a_table_and_version",
                condition=Q(table__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        of = f"match {self.match_id}" if self.match_id else f"table {self.table_id}"
        return f"analysis of game {self.game} of {of}"

    @property
    def content(self) -> dict[str, Any]:
        """The analysis; empty unless it is done."""
        if self.result is None:
            return {}
        content: dict[str, Any] = json.loads(gzip.decompress(bytes(self.result)))
        return content


class AnalysedSide(models.Model):
    """What an analysis says of one side of a public match: for the accuracy of bots."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="sides")
    side = models.PositiveSmallIntegerField()
    version = models.ForeignKey("bots.Version", on_delete=models.CASCADE, related_name="+")
    decisions = models.PositiveIntegerField()
    total = models.FloatField(help_text="The sum of the losses of these decisions.")
    squares = models.FloatField(help_text="The sum of their squares.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "side"], name="one_row_an_analysed_side")
        ]

    def __str__(self) -> str:
        return f"side {self.side} of {self.analysis}"


class GameOfTheDay(models.Model):
    """A game that somebody who looks in today should see.

    Candidates are chosen by the swing of the score, and the best by their analyses (featured.py).
    """

    ruleset = models.CharField(_("game"), max_length=40)
    day = models.DateField(help_text="In UTC: when its match finished.")
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    game = models.PositiveIntegerField(help_text="In the match, from 1.")
    swing = models.FloatField(help_text="Of the score: how far the chances moved in all.")
    place = models.PositiveSmallIntegerField(help_text="In the short list, from 1.")
    listed = models.DateTimeField(auto_now_add=True)
    chosen = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "games of the day"
        ordering = ["-day", "ruleset", "place"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "day", "place"], name="one_game_a_place"),
            models.UniqueConstraint(
                fields=["ruleset", "day"], name="one_game_of_the_day", condition=Q(chosen=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} on {self.day}: match {self.match_id}, game {self.game}"

    def get_absolute_url(self) -> str:
        return f"{self.match.get_absolute_url()}#g{self.game}"
