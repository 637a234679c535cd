"""Tables: games with people at them, and everything that happened there.

A game at a table is its seed and its moves. The log holds the moves; no process holds the game.
"""

import secrets
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.bots.models import HEAVY
from arena.people.models import Player
from engine.randomness import pair_seed

# Without letters and digits that look alike. No secret: whoever has it may see an open table.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class TableQuerySet(models.QuerySet["Table"]):
    def listed(self) -> Self:
        """The open tables of the lobby."""
        return self.filter(state=Table.State.OPEN, in_lobby=True)

    def unfinished(self) -> Self:
        return self.filter(state__in=Table.UNFINISHED)


class Table(models.Model):
    """One game with people at it. A rematch is a table of its own.

    open → waiting → playing → over | closed. Only ``over`` has a result; a table is ``closed``
    when it ends without one: aborted, or left untouched.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        WAITING = "waiting", _("waiting for a place")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        CLOSED = "closed", _("closed")

    UNFINISHED = (State.OPEN, State.WAITING, State.PLAYING)
    ENDED = (State.OVER, State.CLOSED)

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    ruleset = models.CharField(_("game"), max_length=40, help_text="A ruleset or a variant.")
    options = models.JSONField(default=dict, blank=True)
    host = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    in_lobby = models.BooleanField(default=False, help_text="Anyone may find it and sit down.")
    watchable = models.BooleanField(default=True, help_text="Anyone with the link may watch.")
    rated = models.BooleanField(default=False)
    hints = models.BooleanField(default=False, help_text="Hints are allowed; never if rated.")
    clock = models.JSONField(
        null=True, blank=True, help_text="People's clock: move_s, bank_s; null: no clock."
    )
    network = models.CharField(max_length=64, blank=True, help_text="The creator's address.")
    sought = models.BooleanField(default=False, help_text="Made by looking for an opponent.")

    seed = models.BinaryField(help_text="32 bytes, secret until the table has ended.")
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the seed.")

    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    reason = models.CharField(
        max_length=20, blank=True, help_text="Why it ended: engine.faults, or why it was closed."
    )
    fault = models.JSONField(null=True, blank=True, help_text="As in a record.")
    score0 = models.FloatField(null=True, blank=True)
    score1 = models.FloatField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(
        default=timezone.now, help_text="When a person last did something here."
    )
    waiting_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when all seats are taken, but no place is free."
    )
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    settled = models.BooleanField(
        default=False, help_text="Everything that follows from the end is done."
    )

    asked = models.DateTimeField(
        null=True, blank=True, help_text="Since when the person to move is asked."
    )
    asked_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The person's seat that everybody sees to be asked."
    )
    window = models.JSONField(
        null=True,
        blank=True,
        help_text="Secret. While seats may be asked in secret: see windows.py.",
    )
    window_at = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="How many moves everybody had noticed when the last window opened.",
    )
    deadline = models.DateTimeField(
        null=True, blank=True, help_text="When something happens here without a person's help."
    )
    due = models.DateTimeField(
        null=True, blank=True, help_text="When bots are to play, or a window ends."
    )
    step_token = models.UUIDField(null=True, blank=True, help_text="Of the step that plays now.")
    step_until = models.DateTimeField(null=True, blank=True, help_text="The lease of that step.")
    step_failures = models.PositiveSmallIntegerField(default=0, help_text="In a row.")
    entries = models.PositiveIntegerField(default=0, help_text="How many the log has.")
    changes = models.PositiveIntegerField(
        default=0, help_text="How often it was changed: by this watchers notice lost news. Secret."
    )
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["due"], name="table_due", condition=Q(state="playing")),
            models.Index(
                fields=["deadline"],
                name="table_deadline",
                condition=Q(state__in=["open", "waiting", "playing"]),
            ),
            models.Index(
                fields=["waiting_since"], name="table_waiting", condition=Q(state="waiting")
            ),
            models.Index(fields=["id"], name="table_playing", condition=Q(state="playing")),
            models.Index(
                fields=["ruleset", "id"],
                name="table_in_lobby",
                condition=Q(state="open", in_lobby=True),
            ),
            models.Index(
                fields=["id"],
                name="table_unsettled",
                condition=Q(settled=False, state__in=["over", "closed"]),
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("tables:table", args=[self.code])

    @property
    def ended(self) -> bool:
        return self.state in self.ENDED

    @property
    def game_seed(self) -> bytes:
        """The seed that deals the cards: that of the one pair in the table's record. Secret too."""
        return pair_seed(bytes(self.seed), 0)

    @property
    def public_seed(self) -> str | None:
        """The seed in hexadecimal, or None while it is secret."""
        return bytes(self.seed).hex() if self.ended else None


class SeatQuerySet(models.QuerySet["Seat"]):
    def named(self) -> Self:
        """With the names of players and bots, and without programs."""
        heavy = [f"{bot}__{field}" for bot in ("version", "stand_in") for field in HEAVY]
        return self.select_related(
            "player__user", "version__bot__owner", "stand_in__bot__owner"
        ).defer(*heavy)


class Seat(models.Model):
    """One seat of a table: open, a person's, or a bot's.

    A bot may stand in for a person who is away; the person can take the seat back.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    version = models.ForeignKey(
        "bots.Version", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    stand_in = models.ForeignKey(
        "bots.Version", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    bank_ms = models.IntegerField(null=True, blank=True, help_text="What is left of the bank.")
    seen = models.DateTimeField(null=True, blank=True, help_text="When the person was last there.")
    away = models.DateTimeField(
        null=True, blank=True, help_text="Since when the others are told that the person is away."
    )
    left = models.DateTimeField(null=True, blank=True, help_text="When the person left for good.")
    wait_since = models.DateTimeField(
        null=True, blank=True, help_text="When the others last chose to wait for the person."
    )
    resigned = models.DateTimeField(
        null=True, blank=True, help_text="When the person proposed to resign to the partner."
    )
    wants_rematch = models.BooleanField(default=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["table_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_row_a_seat"),
            models.UniqueConstraint(
                fields=["table", "player"], name="one_seat_a_player", condition=~Q(player=None)
            ),
            models.CheckConstraint(
                condition=Q(player=None) | Q(version=None), name="a_person_or_a_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table}"

    @property
    def is_open(self) -> bool:
        return self.player_id is None and self.version_id is None

    @property
    def is_persons(self) -> bool:
        """Whether a person moves for this seat now."""
        return self.player_id is not None and self.stand_in_id is None

    @property
    def gone(self) -> datetime | None:
        """Since when the person is away or has left; None for a person who is there."""
        return self.left or self.away

    @property
    def playing_bot(self) -> int | None:
        """The id of the version that moves for this seat; None if a person does."""
        return self.version_id or self.stand_in_id


class Entry(models.Model):
    """One thing that happened at a table, in order. Never changed and never deleted.

    As secret as the hands: only updates.py makes of it what a viewer may know.
    """

    class Kind(models.TextChoices):
        START = "start"  # the game begins
        MOVE = "move"  # seat; data: text, ms, and note if there is one
        SAID = "said"  # seat; data: phrase
        SEAT = "seat"  # seat; data: what, name (seating.py, leaving.py)
        HINT = "hint"  # seat, which alone sees it; data: move, by, n
        OVER = "over"  # data: reason, scores, fault

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … at the table.")
    kind = models.CharField(max_length=5, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["table_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="entry_number_unique")
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.table}"


class Pulse(models.Model):
    """When processes of a kind last said that they are alive (pulse.py)."""

    kind = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} at {self.at}"


class BotFaultQuerySet(models.QuerySet["BotFault"]):
    def shown(self) -> Self:
        """Those of games that have ended: until then a fault may tell who was asked in secret."""
        return self.filter(table__state__in=Table.ENDED)


class BotFault(models.Model):
    """A fault of a bot at a table, with what its author needs to understand it.

    Only the bot's owner and the staff may see it, and only when the game has ended.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bot_faults")
    seat = models.PositiveSmallIntegerField()
    version = models.ForeignKey(
        "bots.Version", on_delete=models.CASCADE, related_name="faults_at_tables"
    )
    move = models.PositiveIntegerField(help_text="How many moves had been made.")
    reason = models.CharField(max_length=20, help_text="As in engine.faults.")
    detail = models.TextField(help_text="What happened, as everybody may read it.")
    cause = models.TextField(help_text="Cause, place and remedy; it quotes the bot's log.")
    request = models.TextField(help_text="What the bot had to answer.")
    stderr = models.TextField(help_text="What it wrote to standard error during the game.")
    created = models.DateTimeField(auto_now_add=True)

    objects = BotFaultQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.reason} of {self.version} at {self.table}"


class HintRequest(models.Model):
    """A person's question what a strong bot would do, until it is answered (hinting.py)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hint_requests")
    seat = models.PositiveSmallIntegerField()
    question = models.PositiveIntegerField(help_text="As in an answer: moves the seat noticed.")
    made = models.DateTimeField()
    taken = models.DateTimeField(null=True, blank=True, help_text="When a worker took it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_hint_request_a_seat")
        ]

    def __str__(self) -> str:
        return f"hint for seat {self.seat} of {self.table}"


class MoveReportQuerySet(models.QuerySet["MoveReport"]):
    def shown(self) -> Self:
        """Those of games that have ended: until then a position is secret."""
        return self.filter(table__state__in=Table.ENDED)


class MoveReport(models.Model):
    """A person at a table found a bot's move odd, and tells the bot's author.

    Only the bot's owner and the staff may see it, and only when the game has ended: the position
    has all cards open.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="move_reports")
    seat = models.PositiveSmallIntegerField(help_text="Of the bot.")
    version = models.ForeignKey(
        "bots.Version", on_delete=models.CASCADE, related_name="reported_moves"
    )
    move = models.PositiveIntegerField(help_text="Its number in the game, from 1.")
    played = models.CharField(max_length=80, help_text="The move.")
    position = models.TextField(help_text="Before the move. Secret until the game has ended.")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    announced = models.BooleanField(default=False, help_text="The author has been told.")

    objects = MoveReportQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "move", "player"], name="one_report_a_move_and_player"
            )
        ]

    def __str__(self) -> str:
        return f"move {self.move} of {self.table}"
