"""The gate: a new version meets the one before it, unrated, and plays only if it is not worse."""

from django.db.models import QuerySet

from arena.bots.models import Bot, Version
from arena.experiments import sequential_test
from arena.experiments.models import Experiment
from referee.statistics.sprt import Test

# "Worse" is 50 Elo; a version that is as good passes with 95 %, one that is worse by so much fails.
TEST = Test(elo0=-50, elo1=0, alpha=0.05, beta=0.05)
MAX_PAIRS = 400
BATCH = 10


def begin(version: Version, against: Version) -> Experiment:
    """Starts the gate of a qualified version; an older gate of the same bot is given up.

    The caller holds the bot's lock.
    """
    give_up(version.bot)
    return sequential_test.start(
        version.bot.owner,
        version,
        against,
        TEST,
        max_pairs=MAX_PAIRS,
        batch=BATCH,
        kind=Experiment.Kind.GATE,
    )


def give_up(bot: Bot, version: Version | None = None) -> None:
    """Ends the running gates of a bot, or those in which `version` plays, without a verdict.

    The caller holds the bot's lock.
    """
    for gate in _running(bot):
        if version is None or version.pk in (gate.version_a_id, gate.version_b_id):
            sequential_test.cancel(gate.pk)


def candidate(bot: Bot) -> Version | None:
    """The version whose gate runs."""
    return bot.versions.light().filter(pk__in=_running(bot).values("version_a")).first()


def _running(bot: Bot) -> QuerySet[Experiment]:
    return Experiment.objects.filter(
        kind=Experiment.Kind.GATE, state=Experiment.State.RUNNING, version_a__bot=bot
    )


def gate_of(version: Version) -> Experiment | None:
    """The latest gate of a version."""
    gates = Experiment.objects.filter(kind=Experiment.Kind.GATE, version_a=version)
    return gates.named().order_by("-id").first()
