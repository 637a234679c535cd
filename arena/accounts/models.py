"""People and their API tokens."""

import hashlib
import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person, or the house (`is_house`), who owns the reference bots."""

    is_house = models.BooleanField(_("house account"), default=False)


class ApiToken(models.Model):
    """A key to the API. Only its SHA-256 is kept; the key is shown once, when it is made."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def hash(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def make(cls, user: User, name: str) -> tuple["ApiToken", str]:
        """A new token and its key."""
        key = "goat_" + secrets.token_urlsafe(32)
        return cls.objects.create(user=user, name=name, digest=cls.hash(key)), key
