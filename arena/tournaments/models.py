"""Tournaments: entries, rounds and pairings, and what was done to them.

These rows are the truth. Which pairings come next follows from them alone (arena/tournaments/
advancing.py).
"""

from datetime import timedelta
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from engine.randomness import commitment
from referee.play.clock import Clock
from referee.tournaments import event, format
from referee.tournaments.format import Format, System
from referee.tournaments.systems import swiss

MAX_PAIRS = 100
MAX_CYCLES = format.MAX_CYCLES


SYSTEMS = [
    (System.ROUND_ROBIN.value, _("round robin")),
    (System.SWISS.value, _("Swiss")),
    (System.SINGLE.value, _("single elimination")),
    (System.DOUBLE.value, _("double elimination")),
    (System.GROUPS.value, _("groups, then single elimination")),
]


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

    A running one can be `paused`: what has begun is played to its end, nothing new begins. Entries
    pin the version when it starts.
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
        _("system"), max_length=20, choices=SYSTEMS, default=System.ROUND_ROBIN
    )
    cycles = models.PositiveIntegerField(
        _("cycles"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_CYCLES)],
        help_text=_("How often each two meet, in a round robin and in groups."),
    )
    rounds = models.PositiveIntegerField(
        _("rounds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(swiss.MAX_ROUNDS)],
        help_text=_("Of a Swiss tournament; empty for as many as find one undefeated winner."),
    )
    groups = models.PositiveIntegerField(
        _("groups"),
        default=2,
        validators=[MinValueValidator(2), MaxValueValidator(format.MAX_GROUPS)],
    )
    qualifiers = models.PositiveIntegerField(
        _("going on from each group"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(format.MAX_QUALIFIERS)],
    )
    third_place = models.BooleanField(
        _("match for the third place"), default=False, help_text=_("In a single elimination.")
    )
    reset = models.BooleanField(
        _("second grand final"),
        default=True,
        help_text=_("In a double elimination, when the first is won by the one who had lost once."),
    )
    further = models.PositiveIntegerField(
        _("further pairs"),
        default=5,
        validators=[MaxValueValidator(format.MAX_FURTHER)],
        help_text=_("At most so many follow a drawn match of a bracket."),
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    seeding = models.CharField(_("seeding"), max_length=10, choices=Seeding, default=Seeding.LOT)
    clock = models.JSONField(_("clock"))
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Matches change Elo."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    paused = models.BooleanField(default=False)
    draw_seed = models.CharField(
        max_length=64,
        blank=True,
        help_text="32 random bytes in hexadecimal, made when it opens and secret until it starts.",
    )
    planned = models.PositiveIntegerField(
        default=0, help_text="Matches that were to be expected when it started."
    )
    starts = models.DateTimeField(
        _("starts"), null=True, blank=True, help_text=_("By itself at this time (UTC).")
    )
    repeat = models.PositiveIntegerField(
        _("repeated"),
        choices=Repeat,
        default=Repeat.NEVER,
        help_text=_("The next one is made when this one starts; its bots are entered again."),
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
            System(self.system),
            self.cycles,
            self.rounds,
            self.groups,
            self.qualifiers,
            self.third_place,
            self.reset,
            self.further,
            tuple(self.tie_breaks),
        )

    @property
    def public_draw_seed(self) -> str:
        """The seed of the draw once it is public, else nothing."""
        return "" if self.before_start else self.draw_seed

    @property
    def draw_commitment(self) -> str:
        """The SHA-256 of the seed of the draw, public from the opening on."""
        return commitment(bytes.fromhex(self.draw_seed)) if self.draw_seed else ""

    @property
    def interval(self) -> timedelta:
        """What lies between two of its series."""
        return timedelta(seconds=self.repeat)

    @property
    def time_control(self) -> Clock:
        return Clock(**self.clock)

    def may_run(self, user: User | AnonymousUser) -> bool:
        """Whether `user` may open, start, change and cancel it: the organiser and the staff."""
        return user.is_staff or user.pk == self.organiser_id


class Entry(models.Model):
    """A bot in a tournament, with the version that plays for it from the start on.

    `number` is its seed, from 1: in the order of the seeding, those who came late at the end.
    """

    class Status(models.TextChoices):
        ACTIVE = event.Status.ACTIVE.value, _("plays")
        WITHDRAWN = event.Status.WITHDRAWN.value, _("withdrawn")
        DISQUALIFIED = event.Status.DISQUALIFIED.value, _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("bots.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(
        "bots.Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text="Place in the draw, from 1."
    )
    hand = models.PositiveIntegerField(
        null=True, blank=True, help_text="The seed that the organiser has given it."
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
    """Two entries that meet in a round, or one that has a bye (`second` is null, and no match).

    A drawn match of a bracket is followed by further `leg`s on the same board. Outcomes other than
    `match` stand whatever becomes of a match (what they count for:
    referee/tournaments/scoring.py).
    """

    class Outcome(models.TextChoices):
        MATCH = event.Outcome.MATCH.value, _("by its match")
        BYE = event.Outcome.BYE.value, _("bye")
        FIRST_FORFEITS = event.Outcome.FIRST_FORFEITS.value, _("the first forfeits")
        SECOND_FORFEITS = event.Outcome.SECOND_FORFEITS.value, _("the second forfeits")
        BOTH_FORFEIT = event.Outcome.BOTH_FORFEIT.value, _("both forfeit")
        VOID = event.Outcome.VOID.value, _("void")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField(help_text="From 1.")
    board = models.PositiveIntegerField(help_text="Place within the round, from 1.")
    leg = models.PositiveIntegerField(default=1)
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
        ordering = ["round", "board", "leg"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "board", "leg"], name="one_pairing_a_board"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board} of {self.tournament}"

    @property
    def is_bye(self) -> bool:
        return self.second_id is None

    @property
    def further(self) -> int:
        """Which of the further pairs it is; 0 for the match itself."""
        return self.leg - 1


class Step(models.Model):
    """The audit trail: what was done to a tournament, by whom (nobody: by itself) and why."""

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        EDITED = "edited", _("edited")
        OPENED = "opened", _("opened for entries")
        SEEDED = "seeded", _("seeded by hand")
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        STARTED = "started", _("started")
        ROUND = "round", _("round begins")
        DRAWN = "drawn", _("bracket drawn")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        REPLAYED = "replayed", _("void match played again")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        REPEATED = "repeated", _("next of the series made")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="steps")
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
