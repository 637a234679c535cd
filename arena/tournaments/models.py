"""Tournaments: their entries, rounds and pairings, and the audit trail.

These rows are the truth: which pairings come next follows from them alone (advancing.py).
"""

from datetime import timedelta
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from engine.randomness import commitment
from referee.play.clock import Clock
from referee.tournaments import event
from referee.tournaments.event import EntryStatus
from referee.tournaments.format import LIMITS, Format
from referee.tournaments.systems import SYSTEMS

MAX_PAIRS = 100


def system_choices() -> list[tuple[str, Any]]:
    """The systems with their labels. A function, so that a new system needs no migration."""
    return [(system.name, _(system.label)) for system in SYSTEMS.values()]


def _limits(setting: str) -> list[MinValueValidator | MaxValueValidator]:
    """Validators for the limits that a format sets."""
    allowed = LIMITS[setting]
    return [MinValueValidator(allowed[0]), MaxValueValidator(allowed[-1])]


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """What `user` may see: drafts only by their organiser and the staff."""
        if user.is_staff:
            return self
        public = ~Q(state=Tournament.State.DRAFT)
        if isinstance(user, User):
            return self.filter(public | Q(organiser=user))
        return self.filter(public)

    def listed(self) -> Self:
        """With what a list shows of each tournament, newest first, in one query."""
        counted = self.select_related("organiser").annotate(entered=models.Count("entries"))
        return counted.order_by("-id")


class Tournament(models.Model):
    """draft → open → running → finished; cancelled from any of the first three.

    A running tournament can be `paused`: matches that exist are played, no new ones are made. Each
    entry is pinned to a version at the start.
    """

    class Seeding(models.TextChoices):
        LOT = "lot", _("by lot")
        RATING = "rating", _("by rating")
        HAND = "hand", _("by hand")

    class Repeat(models.IntegerChoices):
        NEVER = 0, _("never")
        HOURLY = 3600, _("every hour")
        DAILY = 86_400, _("every day")
        WEEKLY = 604_800, _("every week")

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
    system = models.CharField(
        _("system"), max_length=20, choices=system_choices, default="round-robin"
    )
    cycles = models.PositiveIntegerField(
        _("cycles"),
        default=1,
        validators=_limits("cycles"),
        help_text=_("How often each two entries meet."),
    )
    rounds = models.PositiveIntegerField(
        _("rounds"),
        null=True,
        blank=True,
        validators=_limits("rounds"),
        help_text=_("Empty for as many as it takes to find one undefeated winner."),
    )
    groups = models.PositiveIntegerField(
        _("groups"),
        default=2,
        validators=_limits("groups"),
    )
    qualifiers = models.PositiveIntegerField(
        _("qualifiers from each group"),
        default=2,
        validators=_limits("qualifiers"),
    )
    third_place = models.BooleanField(_("match for the third place"), default=False)
    reset = models.BooleanField(
        _("second grand final"),
        default=True,
        help_text=_("Played if the undefeated entry loses the first."),
    )
    tiebreak_pairs = models.PositiveIntegerField(
        _("tiebreak pairs"),
        default=5,
        validators=_limits("tiebreak_pairs"),
        help_text=_("The most that can follow a drawn match of a bracket."),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    seeding = models.CharField(_("seeding"), max_length=10, choices=Seeding, default=Seeding.LOT)
    clock = models.JSONField(_("clock"))
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Matches change Elo."))
    allow_remote = models.BooleanField(
        _("remote bots"),
        default=False,
        help_text=_("Bots that run on their authors’ machines may enter. Nothing is rated."),
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    paused = models.BooleanField(default=False)
    draw_seed = models.CharField(
        max_length=64,
        blank=True,
        help_text="32 random bytes in hexadecimal: made at the opening, secret until the start.",
    )
    planned = models.PositiveIntegerField(
        default=0, help_text="How many matches were expected at the start."
    )
    starts = models.DateTimeField(
        _("starts"), null=True, blank=True, help_text=_("Starts automatically at this time (UTC).")
    )
    repeat = models.PositiveIntegerField(
        _("repeated"),
        choices=Repeat,
        default=Repeat.NEVER,
        help_text=_("When this one starts, the next is created with the same bots."),
    )
    edition = models.PositiveIntegerField(default=1, help_text="Place in its series.")
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next"
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["state"], name="tournament_running", condition=Q(state="running")),
            models.Index(fields=["starts"], name="tournament_due", condition=Q(state="open")),
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
    def format(self) -> Format:
        return Format(
            system=SYSTEMS[self.system],
            cycles=self.cycles,
            rounds=self.rounds,
            groups=self.groups,
            qualifiers=self.qualifiers,
            third_place=self.third_place,
            reset=self.reset,
            tiebreak_pairs=self.tiebreak_pairs,
            tie_breaks=tuple(self.tie_breaks),
        )

    @property
    def public_draw_seed(self) -> str:
        """The seed of the draw; empty until it is public."""
        return "" if self.before_start else self.draw_seed

    @property
    def draw_commitment(self) -> str:
        """The SHA-256 of the seed of the draw; public from the opening on."""
        return commitment(bytes.fromhex(self.draw_seed)) if self.draw_seed else ""

    @property
    def interval(self) -> timedelta:
        """The time between two tournaments of its series."""
        return timedelta(seconds=self.repeat)

    @property
    def time_control(self) -> Clock:
        return Clock(**self.clock)

    def may_run(self, user: User | AnonymousUser) -> bool:
        """Whether `user` may open, start, edit and cancel it: the organiser and the staff may."""
        return user.is_staff or user.pk == self.organiser_id


class Entry(models.Model):
    """A bot in a tournament, and the version that plays for it from the start on.

    `number` is its seed, from 1. Late entries come last.
    """

    class Status(models.TextChoices):
        ACTIVE = EntryStatus.ACTIVE.value, _("plays")
        WITHDRAWN = EntryStatus.WITHDRAWN.value, _("withdrawn")
        DISQUALIFIED = EntryStatus.DISQUALIFIED.value, _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(
        "bots.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text="Place in the draw, from 1."
    )
    hand = models.PositiveIntegerField(
        null=True, blank=True, help_text="The seed that the organiser gave it."
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    joined = models.PositiveIntegerField(default=1, help_text="The first round that it can play.")
    knockout = models.PositiveIntegerField(
        null=True, blank=True, help_text="Seed, from 0, in the bracket that follows groups."
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
    """Two entries that meet in a round, or one that has a bye (`second` and `match` are null).

    A drawn match of a bracket is followed by tiebreak pairs on the same board. An outcome other
    than `match` stands whatever its match does; what it counts for: referee/tournaments/scoring.py.
    """

    class Outcome(models.TextChoices):
        MATCH = event.Outcome.MATCH.value, _("by its match")
        BYE = event.Outcome.BYE.value, _("bye")
        FIRST_FORFEITS = event.Outcome.FIRST_FORFEITS.value, _("first forfeits")
        SECOND_FORFEITS = event.Outcome.SECOND_FORFEITS.value, _("second forfeits")
        BOTH_FORFEIT = event.Outcome.BOTH_FORFEIT.value, _("both forfeit")
        VOID = event.Outcome.VOID.value, _("void")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField(help_text="From 1.")
    board = models.PositiveIntegerField(help_text="Place within the round, from 1.")
    tiebreak = models.PositiveIntegerField(
        default=0, help_text="Which of the tiebreak pairs, from 1; 0 for the match itself."
    )
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    outcome = models.CharField(max_length=16, choices=Outcome, default=Outcome.MATCH)
    match = models.OneToOneField(
        "matches.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["round", "board", "tiebreak"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "board", "tiebreak"], name="one_pairing_a_board"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board} of {self.tournament}"

    @property
    def is_bye(self) -> bool:
        return self.second_id is None


class AuditEntry(models.Model):
    """A line of the audit trail: what was done to a tournament, by whom (null: automatically), and
    why."""

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        EDITED = "edited", _("edited")
        OPENED = "opened", _("opened for entries")
        SEEDED = "seeded", _("seeded by hand")
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        STARTED = "started", _("started")
        ROUND = "round", _("round started")
        DRAWN = "drawn", _("bracket drawn")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        REPLAYED = "replayed", _("void match replayed")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        REPEATED = "repeated", _("next of the series created")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="audit_entries"
    )
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    entry = models.CharField(max_length=80, blank=True, help_text="The bot that it concerns.")
    round = models.PositiveIntegerField(null=True, blank=True)
    match = models.ForeignKey(
        "matches.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.get_kind_display()} {self.entry}".rstrip()
