"""Which version of a bot plays: activate, roll back, retire."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from arena.bots.models import Bot, Version
from arena.experiments import promotion_gate


def activate(version: Version) -> None:
    """From now on the bot plays with this version, an earlier or a retired one too.

    Matches that were made before are played by the version that they name. A gate that runs is
    given up: what its verdict would be, the author has decided. Raises ValidationError for a
    version that has not qualified.
    """
    with transaction.atomic():
        bot, version = _lock(version)
        promotion_gate.give_up(bot)
        _set_state(version, Version.State.QUALIFIED)
        bot.active = version
        bot.save(update_fields=["active"])


def retire(version: Version) -> None:
    """The version plays no more; its bot rests if it was the active one.

    A gate in which it plays is given up.
    Raises ValidationError for a version that has not qualified.
    """
    with transaction.atomic():
        bot, version = _lock(version)
        promotion_gate.give_up(bot, version)
        _set_state(version, Version.State.RETIRED)
        if bot.active_id == version.pk:
            bot.active = None
            bot.save(update_fields=["active"])


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
                "Version %(number)s is %(state)s; only one that has qualified can be activated "
                "or retired."
            )
            % {"number": version.number, "state": version.get_state_display()},
            code="not_qualified",
        )
    return bot, version


def _set_state(version: Version, state: Version.State) -> None:
    if version.state != state:
        version.state = state
        version.save(update_fields=["state"])
