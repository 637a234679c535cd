"""Bots and their versions."""

from pathlib import PurePath
from typing import Self

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from engine.rulesets import RULESETS
from referee.programs.bot_name import BOT_NAME, MAX_BOT_NAME, is_reserved
from referee.programs.package_sets import is_set_name, package_sets
from referee.programs.program import Program

# Fields that can hold a megabyte each. No list shows them.
HEAVY = ("content", "log", "faults")

slug_validator = RegexValidator(
    BOT_NAME,
    _("Use lowercase letters from a to z, digits, and single - or _ between them."),
)


def validate_name(name: str) -> None:
    """Raises ValidationError for a name that the site uses in its own addresses."""
    if is_reserved(name):
        raise ValidationError(
            gettext("“%(name)s” is reserved. Choose another name."),
            code="reserved",
            params={"name": name},
        )


class BotQuerySet(models.QuerySet["Bot"]):
    def listed(self) -> Self:
        """With everything that a list shows of each bot, in one query and without programs."""
        return self.select_related("owner", "active", "standing").defer(
            *(f"active__{field}" for field in HEAVY)
        )

    def with_latest(self) -> Self:
        """With `latest_number` and `latest_state` of each bot's newest version."""
        versions = Version.objects.filter(bot=models.OuterRef("pk")).order_by("-number")
        return self.annotate(
            latest_number=models.Subquery(versions.values("number")[:1]),
            latest_state=models.Subquery(versions.values("state")[:1]),
        )

    def search(self, words: str) -> Self:
        """Bots whose name, or whose owner's name, contains each of the words."""
        found = self
        for word in words.replace("/", " ").split():
            found = found.filter(
                models.Q(name__icontains=word) | models.Q(owner__username__icontains=word)
            )
        return found


class Bot(models.Model):
    """A bot belongs to a user and plays one ruleset. Its active version is the one that plays."""

    class Promotion(models.TextChoices):
        """When a qualified version becomes the active one. The API calls this rule `gate`."""

        ALWAYS = "always", _("as soon as it has qualified")
        NOT_WORSE = (
            "not_worse",
            _("if it passes the promotion gate: not worse than the active version"),
        )
        BY_HAND = "by_hand", _("when you activate it")

    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="bots")
    ruleset = models.CharField(_("game"), max_length=40, db_index=True)
    name = models.CharField(
        _("name"), max_length=MAX_BOT_NAME, validators=[slug_validator, validate_name]
    )
    description = models.TextField(_("description"), blank=True, max_length=2000)
    active = models.ForeignKey(
        "Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    promotion = models.CharField(
        _("a new version plays"), max_length=10, choices=Promotion, default=Promotion.ALWAYS
    )
    remote = models.BooleanField(
        default=False,
        help_text="Runs on its author's own machine (arena/remote), and is never rated.",
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = BotQuerySet.as_manager()

    # What BotQuerySet.with_latest adds.
    latest_number: int | None
    latest_state: str | None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="bot_name_unique_per_owner")
        ]
        ordering = ["owner__username", "name"]

    def __str__(self) -> str:
        return f"{self.owner.username}/{self.name}"

    def get_absolute_url(self) -> str:
        return reverse("bots:bot", args=[self.owner.username, self.name])

    def clean(self) -> None:
        if self.ruleset not in RULESETS:
            raise ValidationError({"ruleset": gettext("Unknown game “%s”.") % self.ruleset[:40]})

    @property
    def latest_state_label(self) -> str:
        return str(Version.State(self.latest_state).label) if self.latest_state else ""


class Notification(models.Model):
    """What happened to a bot while its owner was away; shown on "My bots" until dismissed."""

    class Kind(models.TextChoices):
        ROLLED_BACK = "rolled_back", _("rolled back")
        DEACTIVATED = "deactivated", _("deactivated")
        PROMOTED = "promoted", _("promoted")
        HELD_BACK = "held_back", _("held back")
        NO_ROOM = "no_room", _("too many active bots")
        MOVE_REPORT = "move_report", _("a move was reported")

    # `version` is the version that the text is about, `other` the one that plays instead.
    TEXTS = {
        Kind.ROLLED_BACK: _(
            "%(version)s crashed in %(crashes)s matches in a row. %(other)s plays instead."
        ),
        Kind.DEACTIVATED: _(
            "%(version)s crashed in %(crashes)s matches in a row, and there is no other version "
            "to roll back to. The bot does not play until you activate a version."
        ),
        Kind.PROMOTED: _("%(version)s is not worse than %(other)s and plays from now on."),
        Kind.HELD_BACK: _(
            "%(version)s was not shown to be as good as %(other)s, which continues to play. "
            "You can still activate the new version yourself."
        ),
        Kind.NO_ROOM: _(
            "%(version)s has qualified, but does not play: you may have %(limit)s active bots in "
            "this game. Retire the active version of another bot, then activate this one."
        ),
        Kind.MOVE_REPORT: _(
            "%(version)s made a move at a table that somebody reported. The bot’s page shows it, "
            "with the position."
        ),
    }

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=12, choices=Kind)
    facts = models.JSONField(default=dict, help_text="The values in the text.")
    created = models.DateTimeField(auto_now_add=True)
    seen = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["bot"], name="notification_unseen", condition=models.Q(seen=False))
        ]

    def __str__(self) -> str:
        return f"{self.bot}: {self.text}"

    @property
    def text(self) -> str:
        return str(self.TEXTS[self.Kind(self.kind)]) % dict(self.facts)


class VersionQuerySet(models.QuerySet["Version"]):
    def light(self) -> Self:
        """Without the program, the log and the faults."""
        return self.defer(*HEAVY)


class Version(models.Model):
    """One program of a bot. It never changes: matches name the versions that played.

    checking (in qualification) → qualified | rejected; qualified ⇄ retired.
    """

    class State(models.TextChoices):
        CHECKING = "checking", _("in qualification")
        QUALIFIED = "qualified", _("qualified")
        REJECTED = "rejected", _("rejected")
        RETIRED = "retired", _("retired")

    class Language(models.TextChoices):
        PYTHON = "python", "Python"
        NODE = "node", "JavaScript (Node)"
        NATIVE = "native", _("Linux program")
        REMOTE = "remote", "remote"

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    is_zip = models.BooleanField(default=False)
    size = models.PositiveIntegerField(help_text="In bytes.")
    # One of `Language`, or a set of packages or a language of the operator's.
    language = models.CharField(max_length=20, choices=Language, default=Language.PYTHON)
    state = models.CharField(max_length=10, choices=State, default=State.CHECKING)
    activates = models.BooleanField(
        default=True, help_text="May become the active version when it qualifies."
    )
    faults = models.JSONField(
        default=list, blank=True, help_text="The faults in the qualification, for the author."
    )
    log = models.TextField(
        blank=True, help_text="Standard error during the qualification, for the author."
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_unique_per_bot"),
            models.UniqueConstraint(
                fields=["bot", "sha256", "language"], name="version_unique_per_bot"
            ),
        ]
        ordering = ["bot_id", "-number"]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("bots:version", args=[self.bot.owner.username, self.bot.name, self.number])

    @property
    def file_name(self) -> str:
        if self.is_zip:
            ending = ".zip"
        elif is_set_name(self.language):  # whether or not it is still on this machine
            ending = ".py"
        else:
            ending = PurePath(self.program().language.main).suffix
        return f"{self.bot.name}-v{self.number}{ending}"

    def program(self) -> Program:
        """What the sandbox runs. It was validated when it was submitted."""
        return Program(content=bytes(self.content), is_zip=self.is_zip, kind=self.language)

    @property
    def packages(self) -> dict[str, str]:
        """The packages that it plays with from now on: versions by name."""
        known = package_sets().get(self.language)
        return known.versions if known else {}


class PackageSet(models.Model):
    """The build of a set of packages that the arena plays with: see bots/package_sets.py."""

    name = models.CharField(max_length=20, unique=True)
    digest = models.CharField(max_length=64)
    python = models.CharField(max_length=10)
    packages = models.JSONField(default=dict, help_text="Versions by name.")
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.name} {self.digest[:12]}"

    def requirements(self) -> str:
        return " ".join(f"{name}=={version}" for name, version in self.packages.items())
