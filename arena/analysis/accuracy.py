"""The accuracy of a bot: what its decisions lost on average, over its analysed games."""

from dataclasses import dataclass

from arena.analysis.models import AnalysedSide
from arena.bots.models import Bot, Version
from engine.rulesets import ruleset
from strategy.cross_fitting import Losses, mean_loss
from strategy.evaluators import NoAnalysis, analyst_of

MOST_GAMES = 1000  # the latest


@dataclass(frozen=True)
class Accuracy:
    """`loss`: the mean loss of a decision in expected score; `error`: its standard error.

    `version`: the number of the bot's version; None for a remote bot, which has none.
    """

    version: int | None
    loss: float
    error: float
    decisions: int
    games: int


def accuracy_of(bot: Bot) -> Accuracy | None:
    """That of the version that plays now; None without an analysed game of it."""
    version: Version | None = bot.active
    if version is None:
        return None
    try:
        current = analyst_of(ruleset(bot.ruleset)).version
    except NoAnalysis:
        return None
    # Analyses by other versions of the evaluator cannot be compared.
    sides = AnalysedSide.objects.filter(version=version, analysis__version=current)
    rows = sides.order_by("-id").values_list("decisions", "total", "squares")[:MOST_GAMES]
    games = [Losses(*row) for row in rows]
    mean = mean_loss(games)
    if mean is None:
        return None
    number = None if bot.remote else version.number
    return Accuracy(number, mean.loss, mean.error, mean.decisions, len(games))
