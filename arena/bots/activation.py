"""Which version of a bot plays: activate, roll back, retire."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.bots.models import Bot, Version
from arena.bots.signals import version_activated, version_retired


def activate(version: Version) -> None:
    """Makes this version the active one; it may be earlier or retired.

    Matches that already exist are played by the versions that they name. A running promotion gate
    is cancelled: the author has decided instead. Raises ValidationError for a version that has not
    qualified.
    """
    with transaction.atomic():
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

    The caller holds the bot's lock.
    """
    bot.active = version
    bot.save(update_fields=["active"])
    if version is not None:
        version_activated.send(sender=Version, bot=bot, version=version)


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
