"""Users and their API tokens."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.web.scopes import all_scopes, valid_scopes

# At most one write per token in this time, even for a program that polls.
USE_RECORDED_EVERY = timedelta(minutes=1)

# Names that visitors would mistake for the arena itself.
RESERVED = {
    "admin",
    "administrator",
    "anonymous",
    "api",
    "arena",
    "goat",
    "house",
    "me",
    "moderator",
    "operator",
    "referee",
    "root",
    "staff",
    "support",
    "system",
}

username_validator = RegexValidator(
    r"^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*\Z",
    _("Use letters from a to z, digits, and single - or _ between them."),
)


class User(AbstractUser):
    """A person, or the house account (`is_house`), which owns the reference bots.

    The user name is part of the names of the user's bots (``alice/greedy``), so it is ASCII.
    """

    username = models.CharField(
        _("user name"),
        max_length=30,
        unique=True,
        validators=[username_validator],
        error_messages={"unique": _("This name is taken.")},
    )
    is_house = models.BooleanField(_("house account"), default=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_in_any_case",
                violation_error_message=_("This name is taken."),
            )
        ]

    def get_absolute_url(self) -> str:
        return reverse("accounts:user", args=[self.username])


class ApiToken(models.Model):
    """A key to the API. Only its SHA-256 is stored. The key is shown once, on creation."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True)
    scopes = models.JSONField(_("scopes"), default=all_scopes)
    # None: it does not expire.
    expires = models.DateTimeField(_("expires"), null=True, blank=True)

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def hash(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def make(
        cls,
        user: User,
        name: str,
        scopes: Iterable[str] | None = None,
        expires: datetime | None = None,
    ) -> tuple["ApiToken", str]:
        """A new token and its key. `scopes`: those of arena/web/scopes.py, by default all."""
        key = "goat_" + secrets.token_urlsafe(32)
        allowed = all_scopes() if scopes is None else valid_scopes(list(scopes))
        token = cls.objects.create(
            user=user, name=name, digest=cls.hash(key), scopes=allowed, expires=expires
        )
        return token, key

    @classmethod
    def find(cls, key: str) -> "ApiToken | None":
        """The token with this key, with its user; None if there is none."""
        return cls.objects.select_related("user").filter(digest=cls.hash(key)).first()

    def has_expired(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    def record_use(self) -> None:
        """Updates `last_used`, at most once a minute."""
        now = timezone.now()
        if self.last_used is None or now - self.last_used >= USE_RECORDED_EVERY:
            ApiToken.objects.filter(pk=self.pk).update(last_used=now)


class DeviceLogin(models.Model):
    """A program that asked to be logged in, until a person has decided and it has its token.

    pending → granted | denied; the row is deleted when the program fetches its token, or after it
    expired. The program knows the device code, whose SHA-256 is stored; the person types the user
    code. See device_login.py.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("pending")
        GRANTED = "granted", _("granted")
        DENIED = "denied", _("denied")

    device_digest = models.CharField(max_length=64, unique=True)
    user_code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=60, help_text="What the program calls itself.")
    scopes = models.JSONField(default=list)
    network = models.CharField(max_length=64, help_text="Where the program asked from.")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="+", help_text="Who decided."
    )
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    last_asked = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["expires"], name="device_login_expires")]

    def __str__(self) -> str:
        return f"log-in of “{self.name}”"

    @property
    def shown_code(self) -> str:
        return f"{self.user_code[:4]}-{self.user_code[4:]}"
