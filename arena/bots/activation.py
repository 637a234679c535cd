"""Which version of a bot plays: activate, roll back, retire."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext, ngettext

from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.bots.signals import version_activated, version_retired
from arena.games import labels


class TooManyBots(ValidationError):
    """The owner has as many active bots in the game as `settings.LADDER_BOTS_PER_OWNER` allows."""

    def __init__(self, bot: Bot) -> None:
        limit = settings.LADDER_BOTS_PER_OWNER
        super().__init__(
            ngettext(
                "%(bot)s cannot be active: an owner may have %(count)d active bot of %(game)s. "
                "Retire the active version of the other one first.",
                "%(bot)s cannot be active: an owner may have %(count)d active bots of %(game)s. "
                "Retire the active version of another one first.",
                limit,
            )
            % {"bot": bot, "count": limit, "game": labels.name(bot.ruleset)},
            code="too_many_bots",
        )


def activate(version: Version) -> None:
    """Makes this version the active one; it may be earlier or retired.

    Matches that already exist are played by the versions that they name. A running promotion gate
    is cancelled: the author has decided instead. Raises ValidationError for a version that has not
    qualified, and TooManyBots.
    """
    with transaction.atomic():
        lock_owner(version)
        bot, version = _lock(version)
        _set_state(version, Version.State.QUALIFIED)
        set_active(bot, version)


def retire(version: Version) -> None:
    """Retires the version. If it was the active one, its bot becomes inactive.

    A promotion gate in which it plays is cancelled. Raises ValidationError for a version that has
    not qualified.
    """
    with transaction.atomic():
        bot, version = _lock(version)
        _set_state(version, Version.State.RETIRED)
        version_retired.send(sender=Version, bot=bot, version=version)
        if bot.active_id == version.pk:
            set_active(bot, None)


def set_active(bot: Bot, version: Version | None) -> None:
    """Sets the version that plays, or none, and sends `version_activated`.

    The caller holds the bot's lock, and that of its owner if the bot was inactive. Raises
    TooManyBots, before anything has changed.
    """
    if version is not None and bot.active_id is None and not _has_room(bot):
        raise TooManyBots(bot)
    bot.active = version
    bot.save(update_fields=["active"])
    if version is not None:
        version_activated.send(sender=Version, bot=bot, version=version)


def lock_owner(version: Version) -> None:
    """Locks the owner of the version's bot, so that the owner's active bots can be counted.

    Everything locks an owner before a bot.
    """
    owners = User.objects.select_for_update(no_key=True, of=("self",))
    owners.only("pk").get(bots=version.bot_id)


def _has_room(bot: Bot) -> bool:
    """Whether the owner may have one more active bot in the game. Remote bots do not count."""
    if not settings.LADDER or bot.owner.is_house or bot.remote:
        return True
    own = Bot.objects.filter(owner=bot.owner_id, ruleset=bot.ruleset, remote=False)
    active = own.exclude(active=None)
    return active.count() < settings.LADDER_BOTS_PER_OWNER


def previous(bot: Bot, version: Version) -> Version | None:
    """The version to roll back to from this one: the newest qualified one before it."""
    before = bot.versions.light().filter(number__lt=version.number, state=Version.State.QUALIFIED)
    return before.order_by("-number").first()


def _lock(version: Version) -> tuple[Bot, Version]:
    """The bot, locked as by everything that changes its versions, and the version as it is now."""
    bot = Bot.objects.select_for_update(no_key=True).get(pk=version.bot_id)
    version = bot.versions.light().get(pk=version.pk)
    if version.state not in (Version.State.QUALIFIED, Version.State.RETIRED):
        raise ValidationError(
            gettext(
                "Version %(number)s is %(state)s. Only a version that has qualified can be "
                "activated or retired."
            )
            % {"number": version.number, "state": version.get_state_display()},
            code="not_qualified",
        )
    return bot, version


def _set_state(version: Version, state: Version.State) -> None:
    if version.state != state:
        version.state = state
        version.save(update_fields=["state"])
