"""The verdict of a gate: the new version plays, or is held back, and its author is told."""

from arena.bots import notices
from arena.bots.models import Bot, Notice, Version
from arena.experiments.models import Experiment


def conclude(experiment: Experiment) -> None:
    """Does what the verdict asks for, in the transaction that writes it, and tells the author.

    The caller holds the bot's lock.
    """
    version = Version.objects.light().get(pk=experiment.version_a_id)
    before = Version.objects.light().get(pk=experiment.version_b_id)
    bot = Bot.objects.get(pk=version.bot_id)
    # Whatever has been chosen by hand meanwhile stands.
    if bot.active_id != before.pk:
        return
    if experiment.state == Experiment.State.ACCEPTED and version.state == Version.State.QUALIFIED:
        bot.active = version
        bot.save(update_fields=["active"])
        kind = Notice.Kind.PROMOTED
    else:
        kind = Notice.Kind.HELD_BACK
    notices.tell(bot, kind, version=f"v{version.number}", other=f"v{before.number}")
