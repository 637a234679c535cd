"""Bots and their versions."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Bot(models.Model):
    """A bot belongs to a user and plays one ruleset; what plays is its active version."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    ruleset = models.CharField(_("game"), max_length=40, db_index=True)
    name = models.SlugField(_("name"), max_length=40)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    active = models.ForeignKey(
        "Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="bot_name_unique_per_owner")
        ]
        ordering = ["owner__username", "name"]

    def __str__(self) -> str:
        return f"{self.owner.username}/{self.name}"

    def get_absolute_url(self) -> str:
        return reverse("bots:bot", args=[self.owner.username, self.name])


class Version(models.Model):
    """One upload of a bot. Never changes: matches name the version that played."""

    class State(models.TextChoices):
        CHECKING = "checking", _("in qualification")
        QUALIFIED = "qualified", _("qualified")
        REJECTED = "rejected", _("rejected")
        RETIRED = "retired", _("retired")

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    is_zip = models.BooleanField(default=False)
    size = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.CHECKING)
    log = models.TextField(blank=True, help_text="What the qualification found, for the author.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_unique_per_bot")
        ]
        ordering = ["bot", "-number"]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"
