"""What the rate limits have counted; see rate_limit.py."""

from django.db import models


class Use(models.Model):
    """One use of something that is limited, such as a guessed password or a sign-up.

    `key` names the limit and, hashed, whose use it was.
    """

    key = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["key", "at"], name="use_by_key")]

    def __str__(self) -> str:
        return f"{self.key} at {self.at}"
