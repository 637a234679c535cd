"""What an author is told when he next looks at "my bots"."""

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot, Notice


def tell(bot: Bot, kind: str, **facts: str | int) -> Notice:
    """`facts` fills in the text of Notice.TEXTS."""
    return Notice.objects.create(bot=bot, kind=kind, facts=facts)


def of(user: User) -> QuerySet[Notice]:
    """What the user has not dismissed yet, newest first."""
    return (
        Notice.objects.filter(bot__owner=user, seen=False)
        .select_related("bot__owner")
        .order_by("-id")
    )


def dismiss(user: User, pk: int) -> bool:
    return bool(of(user).filter(pk=pk).update(seen=True))
