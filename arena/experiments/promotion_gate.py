"""The promotion gate: a new version must not be worse than the one that plays.

The gate is an experiment of kind PROMOTION_GATE: unrated matches of the new version (A) against the
active one (B). `arena.experiments.promotion` carries out its verdict.
"""

from typing import Any

from django.db.models import QuerySet

from arena.bots.models import Bot, Version
from arena.experiments import sequential_test
from arena.experiments.models import Experiment
from referee.statistics.sprt import Test

# "Worse" means 50 Elo: an equally strong version passes with a probability of 95 %, and one that
# is 50 Elo weaker fails with the same probability.
TEST = Test(elo0=-50, elo1=0, alpha=0.05, beta=0.05)
MAX_PAIRS = 400
BATCH = 10  # pairs a match


def start(version: Version, against: Version) -> Experiment:
    """Starts the gate of a qualified version; an older gate of the same bot is cancelled.

    The caller holds the bot's lock.
    """
    cancel(version.bot)
    return sequential_test.start(
        version.bot.owner,
        version,
        against,
        TEST,
        max_pairs=MAX_PAIRS,
        batch=BATCH,
        kind=Experiment.Kind.PROMOTION_GATE,
    )


def cancel(bot: Bot, version: Version | None = None) -> None:
    """Cancels the running gates of a bot, or only those in which `version` plays.

    The caller holds the bot's lock.
    """
    for gate in _running(bot):
        if version is None or version.pk in (gate.version_a_id, gate.version_b_id):
            sequential_test.cancel(gate.pk)


def candidate(bot: Bot) -> Version | None:
    """The version whose gate is running."""
    return bot.versions.light().filter(pk__in=_running(bot).values("version_a")).first()


def latest_gate(version: Version) -> Experiment | None:
    """The latest gate of a version, running or ended."""
    gates = Experiment.objects.filter(kind=Experiment.Kind.PROMOTION_GATE, version_a=version)
    return gates.named().order_by("-id").first()


def promotion_requested(bot: Bot, version: Version, **_signal: Any) -> None:
    """Receives arena.qualification.signals.promotion_requested."""
    assert bot.active is not None
    start(version, bot.active)


def version_activated(bot: Bot, **_signal: Any) -> None:
    """Receives arena.bots.signals.version_activated: the author has decided."""
    cancel(bot)


def version_retired(bot: Bot, version: Version, **_signal: Any) -> None:
    """Receives arena.bots.signals.version_retired."""
    cancel(bot, version)


def _running(bot: Bot) -> QuerySet[Experiment]:
    return Experiment.objects.filter(
        kind=Experiment.Kind.PROMOTION_GATE, state=Experiment.State.RUNNING, version_a__bot=bot
    )
