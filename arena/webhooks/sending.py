"""Sends what is due. Housekeeping calls `sweep`; any number of processes may, at any time.

A message is claimed before it is sent, so that it is sent once unless the sender dies: then again,
with the same id. Each attempt has a thread of its own: a slow receiver delays nothing but itself.
"""

import logging
import threading
import time
from collections import Counter
from datetime import timedelta
from queue import Empty, SimpleQueue

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
AT_ONCE = 100
# At once for one person, and for all webhooks that fail: others find room beside slow receivers.
AT_ONCE_FOR_ONE = 2
AT_ONCE_FAILING = 50
_CLAIM = timedelta(seconds=60)  # longer than an attempt takes
_LOOK_SECONDS = 0.5

log = logging.getLogger(__name__)


class UnderWay:
    """The attempts that run now. Their threads use no database, and end with the process."""

    def __init__(self) -> None:
        self.by_user: Counter[int] = Counter()
        self.failing = 0
        self._answers: SimpleQueue[tuple[Delivery, int, str]] = SimpleQueue()

    @property
    def count(self) -> int:
        return self.by_user.total()

    def begin(self, delivery: Delivery) -> None:
        self._count(delivery, 1)
        threading.Thread(target=self._run, args=(delivery,), name="webhook", daemon=True).start()

    def answer(self) -> tuple[Delivery, int, str] | None:
        """An attempt that has ended, if one has or soon does."""
        try:
            answer = self._answers.get(timeout=_LOOK_SECONDS)
        except Empty:
            return None
        self._count(answer[0], -1)
        return answer

    def _count(self, delivery: Delivery, change: int) -> None:
        self.by_user[delivery.webhook.user_id] += change
        self.failing += change if delivery.webhook.failing_since else 0

    def _run(self, delivery: Delivery) -> None:
        status, answer = 0, "it could not be sent"
        try:
            status, answer = _attempt(delivery)
        except Exception:
            log.exception("could not send message %s", delivery.pk)
        finally:
            self._answers.put((delivery, status, answer))


def sweep() -> None:
    """Sends what is due now, and what becomes due until all of it has its answer."""
    under_way = UnderWay()
    while True:
        for delivery in _claimed(under_way):
            under_way.begin(delivery)
        if not under_way.count:
            return
        if answer := under_way.answer():
            _note(*answer)


def forget_old() -> None:
    """Deletes messages that nobody waits for."""
    old = Delivery.objects.exclude(state=Delivery.State.WAITING)
    old.filter(created__lt=timezone.now() - KEPT).delete()


def _claimed(under_way: UnderWay) -> list[Delivery]:
    """Messages that are due, for which there is room, and that nobody else sends meanwhile. Those
    of webhooks that fail come last."""
    room = AT_ONCE - under_way.count
    if room <= 0:
        return []
    now = timezone.now()
    due = Q(state=Delivery.State.WAITING, due__lte=now)
    waiting = Q(deliveries__state=Delivery.State.WAITING, deliveries__due__lte=now)
    for_user, failing = under_way.by_user.copy(), under_way.failing
    busy = [user for user, count in for_user.items() if count >= AT_ONCE_FOR_ONE]
    webhooks = Webhook.objects.filter(active=True, user__is_active=True).exclude(user__in=busy)
    if failing >= AT_ONCE_FAILING:
        webhooks = webhooks.filter(failing_since=None)
    webhooks = (
        webhooks.annotate(first=Min("deliveries__due", filter=waiting))
        .exclude(first=None)
        .order_by(F("failing_since").asc(nulls_first=True), "first")
    )
    claimed: list[Delivery] = []
    for webhook in webhooks[: 4 * AT_ONCE]:
        most = min(room - len(claimed), AT_ONCE_FOR_ONE - for_user[webhook.user_id])
        if webhook.failing_since:
            most = min(most, AT_ONCE_FAILING - failing)
        if most <= 0:
            continue
        for delivery in webhook.deliveries.filter(due).order_by("due")[:most]:
            mine = Delivery.objects.filter(pk=delivery.pk, due=delivery.due, state=delivery.state)
            if mine.update(due=now + _CLAIM, attempts=F("attempts") + 1):
                delivery.attempts += 1
                delivery.webhook = webhook
                claimed.append(delivery)
                for_user[webhook.user_id] += 1
                failing += bool(webhook.failing_since)
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
