"""The verdict of a promotion gate: the new version plays or not, and its author is notified."""

from arena.bots import activation, notifications
from arena.bots.models import Bot, Notification, Version
from arena.experiments.models import Experiment


def conclude(experiment: Experiment) -> None:
    """Carries out the verdict of an ended gate, and notifies the author.

    Runs in the transaction that writes the verdict. The caller holds the bot's lock.
    """
    version = Version.objects.light().get(pk=experiment.version_a_id)
    before = Version.objects.light().get(pk=experiment.version_b_id)
    bot = Bot.objects.get(pk=version.bot_id)
    # If the author has activated another version meanwhile, that stands.
    if bot.active_id != before.pk:
        return
    if experiment.state == Experiment.State.ACCEPTED and version.state == Version.State.QUALIFIED:
        activation.set_active(bot, version)
        kind = Notification.Kind.PROMOTED
    else:
        kind = Notification.Kind.HELD_BACK
    notifications.create(bot, kind, version=f"v{version.number}", other=f"v{before.number}")
