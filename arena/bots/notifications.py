"""What happened to an author's bots while they were away, shown on "My bots"."""

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot, Notification


def create(bot: Bot, kind: str, **facts: str | int) -> Notification:
    """`facts` fill in the text in Notification.TEXTS."""
    return Notification.objects.create(bot=bot, kind=kind, facts=facts)


def of(user: User) -> QuerySet[Notification]:
    """The notifications that the user has not dismissed, newest first."""
    return (
        Notification.objects.filter(bot__owner=user, seen=False)
        .select_related("bot__owner")
        .order_by("-id")
    )


def dismiss(user: User, pk: int) -> bool:
    """Dismisses one of the user's notifications; false if there is no such one."""
    return bool(of(user).filter(pk=pk).update(seen=True))
