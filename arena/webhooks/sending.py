"""Sends what is due. Housekeeping calls `sweep`; any number of processes may, at any time.

A message is claimed before it is sent, so that it is sent once unless the sender dies: then again,
with the same id. Senders are threads of their own: a slow receiver delays nothing but itself.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db.models import F, Min, Q
from django.utils import timezone

from arena.webhooks import signing
from arena.webhooks.connecting import NotSent, post
from arena.webhooks.models import Delivery, Webhook

# A message is sent again after these times, in seconds; then it has failed.
RETRIES = (10, 60, 300, 1800, 7200, 28800)
# A webhook that has failed for so long is switched off. Its owner can switch it on again.
GIVE_UP_AFTER = timedelta(days=3)
KEPT = timedelta(days=14)
AT_ONCE = 8
# At once for one person, so that slow receivers do not hold all senders.
AT_ONCE_FOR_ONE = 2
ROUNDS = 20  # in one sweep
_CLAIM = timedelta(seconds=60)  # longer than an attempt takes


def sweep() -> None:
    """Sends what is due now."""
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as threads:
        for _round in range(ROUNDS):
            claimed = _claimed()
            if not claimed:
                return
            answers = threads.map(_attempt, claimed)
            for delivery, (status, answer) in zip(claimed, answers, strict=True):
                _note(delivery, status, answer)


def forget_old() -> None:
    """Deletes messages that nobody waits for."""
    old = Delivery.objects.exclude(state=Delivery.State.WAITING)
    old.filter(created__lt=timezone.now() - KEPT).delete()


def _claimed() -> list[Delivery]:
    """Messages that are due, and that nobody else sends meanwhile. Those of webhooks that fail come
    last."""
    now = timezone.now()
    due = Q(state=Delivery.State.WAITING, due__lte=now)
    webhooks = (
        Webhook.objects.filter(active=True)
        .annotate(
            first=Min(
                "deliveries__due",
                filter=Q(deliveries__state=Delivery.State.WAITING, deliveries__due__lte=now),
            )
        )
        .exclude(first=None)
        .order_by(F("failing_since").asc(nulls_first=True), "first")
    )
    claimed: list[Delivery] = []
    for_user: Counter[int] = Counter()
    for webhook in webhooks[: 4 * AT_ONCE]:
        room = min(AT_ONCE - len(claimed), AT_ONCE_FOR_ONE - for_user[webhook.user_id])
        for delivery in webhook.deliveries.filter(due).order_by("due")[: max(room, 0)]:
            mine = Delivery.objects.filter(pk=delivery.pk, due=delivery.due, state=delivery.state)
            if mine.update(due=now + _CLAIM, attempts=F("attempts") + 1):
                delivery.attempts += 1
                delivery.webhook = webhook
                claimed.append(delivery)
                for_user[webhook.user_id] += 1
    return claimed


def _attempt(delivery: Delivery) -> tuple[int, str]:
    """The status of the answer, 0 for none, and what to tell the owner. Uses no database."""
    body = delivery.body.encode()
    signed = signing.headers(delivery.webhook.secret, str(delivery.pk), int(time.time()), body)
    try:
        status = post(delivery.webhook.url, signed, body)
    except NotSent as error:
        return 0, str(error)
    return status, f"status {status}"


def _note(delivery: Delivery, status: int, answer: str) -> None:
    now = timezone.now()
    rows = Delivery.objects.filter(pk=delivery.pk)
    webhook = Webhook.objects.filter(pk=delivery.webhook_id)
    if 200 <= status < 300:
        rows.update(state=Delivery.State.DELIVERED, answer=answer)
        webhook.exclude(failing_since=None).update(failing_since=None)
        return
    if delivery.attempts > len(RETRIES) or status == 410:  # 410: it is gone for good
        rows.update(state=Delivery.State.FAILED, answer=answer)
    else:
        pause = timedelta(seconds=RETRIES[delivery.attempts - 1])
        rows.update(due=now + pause, answer=answer)
    webhook.filter(failing_since=None).update(failing_since=now)
    webhook.filter(failing_since__lt=now - GIVE_UP_AFTER).update(active=False)
    if status == 410:
        webhook.update(active=False)
