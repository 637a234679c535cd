"""Webhooks, and the messages that are sent to them."""

import base64
import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.TextChoices):
    MATCH = "match.ended", _("A match of one of your bots has ended")
    QUALIFICATION = "qualification.ended", _("A version of one of your bots has been checked")
    TOURNAMENT = "tournament.finished", _("A tournament that you run or play in has finished")


def new_secret() -> str:
    """In the form of Standard Webhooks: a prefix, and 32 bytes in Base64."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


class Webhook(models.Model):
    """An address that is told of a user's events. `site` is where the user saw this arena: messages
    have addresses below it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.URLField(_("address"), max_length=500)
    events = models.JSONField(_("events"), default=list)
    secret = models.CharField(max_length=60, default=new_secret)
    site = models.CharField(max_length=300)
    active = models.BooleanField(_("active"), default=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message to a webhook. Its `id` stays the same in all attempts to send it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=30)
    subject = models.CharField(max_length=100, help_text="What it tells of, once for each webhook.")
    body = models.TextField()
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    created = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(help_text="When it is sent, or sent again.")
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True, help_text="To the latest attempt.")

    class Meta:
        ordering = ["-created"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event", "subject"], name="told_once")
        ]
        indexes = [
            models.Index(fields=["due"], name="delivery_due", condition=models.Q(state="waiting")),
            models.Index(fields=["webhook", "-created"]),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.subject}"
