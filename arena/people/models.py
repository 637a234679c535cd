"""The people who play at tables."""

from django.db import models

from arena.accounts.models import User


class Player(models.Model):
    """Somebody who plays at tables: an account, or a guest, who is known by a cookie."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="player"
    )
    key = models.CharField(
        max_length=64, null=True, blank=True, unique=True, help_text="SHA-256 of a guest's cookie."
    )
    guest_name = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.user.username if self.user else self.guest_name

    @property
    def is_guest(self) -> bool:
        return self.user_id is None
