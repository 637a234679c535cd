"""What the rate limits have counted, see rate_limit.py; and requests that count once, see
idempotency.py."""

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


class OnceRequest(models.Model):
    """A request with an Idempotency-Key: it runs, or it has created something.

    `key` is a hash of who sent it, where, and of the key; `who` one of who alone, `fingerprint` one
    of what was sent.
    `claim` belongs to the process that runs it since `at`. The answer is stored with what the
    request has created; `status` is null before that.
    """

    key = models.CharField(max_length=64, unique=True)
    who = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    claim = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    location = models.CharField(max_length=500, blank=True)
    body = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["who", "-at"], name="once_by_who")]

    def __str__(self) -> str:
        return f"{self.key[:8]} at {self.at}"
