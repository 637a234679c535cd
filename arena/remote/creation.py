"""Making a remote bot. It has one version without a program: its author decides what plays."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.bots.submission import NameTaken
from engine.digest import sha256


class TooManyRemoteBots(ValidationError):
    """The owner has as many remote bots as `settings.REMOTE_BOTS_PER_OWNER` allows."""

    def __init__(self) -> None:
        text = gettext("You may have %(limit)s remote bots. Connect one of them instead.")
        limit = settings.REMOTE_BOTS_PER_OWNER
        super().__init__(text % {"limit": limit}, code="too_many_remote_bots")


def create(owner: User, ruleset: str, name: str, description: str = "") -> Bot:
    """A new remote bot. Raises ValidationError (NameTaken, TooManyRemoteBots, or another for the
    name, the game or the description)."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if Bot.objects.filter(owner=owner, name=name).exists():
            raise NameTaken
        if Bot.objects.filter(owner=owner, remote=True).count() >= settings.REMOTE_BOTS_PER_OWNER:
            raise TooManyRemoteBots
        bot = Bot(owner=owner, ruleset=ruleset, name=name, description=description, remote=True)
        bot.full_clean(validate_unique=False, validate_constraints=False)
        bot.save()
        bot.active = Version.objects.create(
            bot=bot,
            number=1,
            sha256=sha256(b"").hexdigest(),
            content=b"",
            size=0,
            language=Version.Language.REMOTE,
            state=Version.State.QUALIFIED,
        )
        bot.save(update_fields=["active"])
    return bot
