"""Remote bots: whether each is connected, and the lines that travel between it and the referee.

A remote bot runs on its author's own machine (docs/10-remote-bots.md). The rows are the truth: a
worker that asks a bot, the web process that holds its connection, and the one that takes its answer
may be three processes on three machines, and any of them may be started again in between.
"""

import uuid
from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Bot

# Idle bots are pinged every ten seconds. One that was not heard for so long is offline.
OFFLINE_AFTER = timedelta(seconds=25)


class ConnectionQuerySet(models.QuerySet["Connection"]):
    def online(self) -> Self:
        """Of the bots that are connected now."""
        return self.filter(open=True, heard__gt=Now() - OFFLINE_AFTER)


class Connection(models.Model):
    """The connection of a remote bot, open or not: a bot has one at most. All times are the
    database's."""

    bot = models.OneToOneField(
        Bot, on_delete=models.CASCADE, primary_key=True, related_name="connection"
    )
    key = models.UUIDField(
        default=uuid.uuid4, help_text="Of the stream that counts: a newer one takes over."
    )
    program = models.UUIDField(
        default=uuid.uuid4,
        help_text="Of the running goat connect. The same one goes on with its games when it "
        "connects again.",
    )
    open = models.BooleanField(default=False)
    since = models.DateTimeField(help_text="Since when it is open, or closed.")
    heard = models.DateTimeField(help_text="The last sign of life.")
    away_ms = models.BigIntegerField(
        default=0, help_text="How long it was away, all gaps together (see clock.py)."
    )
    games = models.PositiveSmallIntegerField(default=1, help_text="How many it plays at once.")
    ping = models.PositiveIntegerField(default=0, help_text="The number of the last ping.")
    ping_sent = models.DateTimeField(null=True, blank=True)
    round_trips = models.JSONField(default=list, help_text="The last ones, in milliseconds.")

    objects = ConnectionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"connection of {self.bot}"


class Session(models.Model):
    """One process on the author's machine: it plays one seat in a leg of a match, or at a table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="sessions")
    program = models.UUIDField(help_text="The goat connect that was there when it began.")
    game = models.CharField(max_length=40, help_text="What it plays: match 17, table k3v9.")
    about = models.JSONField(default=dict, help_text="The same, for its author to see.")
    state = models.JSONField(
        default=dict, help_text="At a table: what the process has been told, and asked."
    )
    opened = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    told = models.BooleanField(default=False, help_text="The author's machine knows of the end.")
    fault = models.JSONField(
        null=True, blank=True, help_text="What its author's machine reported: reason, detail."
    )

    class Meta:
        indexes = [
            models.Index(fields=["bot"], name="remote_session_open", condition=Q(told=False)),
            models.Index(fields=["ended"], name="remote_session_ended"),
        ]

    def __str__(self) -> str:
        return f"session {self.id} of {self.bot}"


class Line(models.Model):
    """A line of the referee to a session, and the answer if one is due.

    Kept until the session has ended. As secret as the hand that it shows.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … in the session.")
    text = models.TextField()
    asks = models.BooleanField(default=False)
    queued = models.DateTimeField()
    delivered = models.DateTimeField(
        null=True, blank=True, help_text="When it was first handed to the connection."
    )
    away_before = models.BigIntegerField(
        default=0, help_text="The connection's time away when the line was queued or delivered."
    )
    answered = models.DateTimeField(null=True, blank=True)
    away_after = models.BigIntegerField(default=0, help_text="The same at the answer.")
    answer = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="remote_line_number_unique")
        ]
        indexes = [
            models.Index(
                fields=["session"], name="remote_line_waiting", condition=Q(delivered=None)
            )
        ]
        verbose_name = _("line")

    def __str__(self) -> str:
        return f"line {self.number} of session {self.session_id}"
