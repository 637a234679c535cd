"""What a webhook's address and events may be, and how many webhooks a person has."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.webhooks.connecting import is_allowed
from arena.webhooks.models import Event, Webhook


def check_url(url: str) -> None:
    """Raises ValidationError for an address that nothing can be sent to. What its name leads to is
    looked up when something is sent."""
    if not url.isascii() or not url.isprintable() or " " in url:
        text = gettext("Use ASCII characters only. Write others as xn--… in names and %… in paths.")
        raise ValidationError(text)
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise ValidationError(gettext("This is not an address.")) from None
    if parts.scheme not in ("http", "https") or not host:
        raise ValidationError(gettext("Write an address that begins with https:// or http://."))
    if parts.username is not None or parts.password is not None:
        raise ValidationError(gettext("Leave name and password out: messages are signed instead."))
    try:
        allowed = is_allowed(host)
    except ValueError:
        allowed = host != "localhost" and not host.endswith(".localhost")
        if host.replace(".", "").isdigit():
            allowed = False  # 2130706433 and 127.1 are addresses of this machine too
    if not allowed and not settings.WEBHOOK_PRIVATE:
        raise ValidationError(gettext("This address is private: messages go to public ones alone."))


def create(user: User, url: str, events: Iterable[str], site: str) -> Webhook:
    """Raises ValidationError for one too many, or for what it cannot be."""
    chosen = [event for event in Event.values if event in set(events)]
    if not chosen:
        raise ValidationError({"events": gettext("Choose at least one event.")})
    webhook = Webhook(user=user, url=url, events=chosen, site=site.rstrip("/"))
    try:
        check_url(url)
    except ValidationError as error:
        raise ValidationError({"url": error.messages}) from None
    webhook.full_clean(exclude=["user"])
    with transaction.atomic():
        # One request of a user at a time, so that the limit holds.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.webhooks.count() >= settings.WEBHOOKS_PER_USER:
            text = gettext("You already have %d webhooks. Delete one that you do not use.")
            raise ValidationError(text % settings.WEBHOOKS_PER_USER)
        webhook.save()
    return webhook


def switch_on(webhook: Webhook) -> None:
    webhook.active = True
    webhook.failing_since = None
    webhook.save(update_fields=["active", "failing_since"])
