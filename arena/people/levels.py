"""Easy, medium and strong: the house bots of a game by strength.

The house bots stand in one order, the weakest first. The last three are the bots of the levels, and
all that come before them are easy too. So any number of house bots serves all three levels, and
with a single one it serves each.
"""

from itertools import pairwise

from django.utils.translation import gettext, pgettext_lazy

from arena.bots.models import Bot, Version
from arena.games import labels
from arena.people.models import BotRating, LevelOrder
from arena.people.pools import base
from arena.people.ratings import ENOUGH
from arena.ratings.models import Standing
from engine.rulesets import RULESETS

LEVELS = ("easy", "medium", "strong")
LABELS = {
    "easy": pgettext_lazy("strength of a bot", "easy"),
    "medium": pgettext_lazy("strength of a bot", "medium"),
    "strong": pgettext_lazy("strength of a bot", "strong"),
}

# What a house bot is taken for until results show it, in Elo, by its style: the first part of its
# name. One that is named after another idea is taken for a strong one.
GUESSES = {
    "random": 1200.0,
    "low": 1300.0,
    "high": 1450.0,
    "greedy": 1650.0,
    "medium": 1850.0,
    "strong": 2000.0,
}
OTHER_GUESS = 1700.0
# How many Elo points a bot must be ahead of the next one of the order to change places with it.
AHEAD = 50.0
# With fewer people a bot's rating among people says nothing about its level: one person could push
# it, in games of partners with ever other bots beside.
FEWEST_PEOPLE = 3
# A ladder rating with a wider interval says less than the guess.
MAX_LADDER_ERROR = 100.0


class NoHouseBot(LookupError):
    """The house has no active bot for a game. The text says what to do."""


def bot_for(ruleset: str, level: str) -> Version:
    """The active version of the house bot of this level, without its program.

    `ruleset` may be a variant. Raises NoHouseBot, and ValueError for an unknown level.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    game = base(ruleset)
    bots = bots_by_level(game)
    if not bots:
        raise NoHouseBot(
            gettext(
                "The house has no bot that plays %(game)s yet. Wait until its bots have qualified, "
                "or ask the operator to submit the reference bots."
            )
            % {"game": labels.name(game)}
        )
    versions = Version.objects.light().select_related("bot__owner")
    return versions.get(pk=bots[level].active_id or 0)


def bots_by_level(ruleset: str) -> dict[str, Bot]:
    """The house bot of each level, with owner and standing; empty if the house has none.

    With fewer than three bots, one bot has several levels.
    """
    bots = house_bots(base(ruleset))
    return {
        level: bots[_strongest(number, len(bots))] for number, level in enumerate(LEVELS) if bots
    }


def level_of(bot: Bot) -> str | None:
    """The level of an active house bot; None for any other bot."""
    if not bot.owner.is_house or bot.active_id is None:
        return None
    return levels_of(bot.ruleset).get(bot.pk)


def levels_of(ruleset: str) -> dict[int, str]:
    """The levels of all active house bots of a game, by the key of the bot."""
    bots = house_bots(base(ruleset))
    found = {}
    level = 0
    for index, bot in enumerate(bots):
        while index > _strongest(level, len(bots)):
            level += 1
        found[bot.pk] = LEVELS[level]
    if bots:
        found[bots[-1].pk] = LEVELS[-1]
    return found


def house_bots(ruleset: str) -> list[Bot]:
    """The active house bots of a game, the weakest first, with owner and standing."""
    bots = list(
        Bot.objects.filter(
            ruleset=ruleset, owner__is_house=True, active__state=Version.State.QUALIFIED
        )
        .select_related("owner", "standing", "level_order")
        .order_by("pk")
    )
    met = BotRating.objects.filter(
        bot__in=bots, pool=ruleset, games__gte=ENOUGH, people__gte=FEWEST_PEOPLE
    )
    among_people = dict(met.values_list("bot_id", "rating"))
    strengths = {bot: among_people.get(bot.pk) or _before_people(bot) for bot in bots}
    return _in_order(strengths)


def sweep() -> None:
    """Stores the order of the house bots of each game, from which the next one is made."""
    for ruleset in RULESETS:
        for place, bot in enumerate(house_bots(ruleset)):
            if _stored_place(bot) != place:
                LevelOrder.objects.update_or_create(bot=bot, defaults={"place": place})


def _in_order(strengths: dict[Bot, float]) -> list[Bot]:
    """The bots in their stored order, new ones at their place, and then those that are clearly
    ahead moved up."""
    known = [bot for bot in strengths if _stored_place(bot) is not None]
    bots = sorted(known, key=lambda bot: (_stored_place(bot), bot.pk))
    for bot in strengths:
        if bot not in known:
            weaker = [i for i, other in enumerate(bots) if strengths[other] <= strengths[bot]]
            bots.insert(max(weaker, default=-1) + 1, bot)
    moved = True
    while moved:
        moved = False
        for index, (one, other) in enumerate(pairwise(bots)):
            if strengths[one] > strengths[other] + AHEAD:
                bots[index : index + 2] = other, one
                moved = True
                break
    return bots


def _stored_place(bot: Bot) -> int | None:
    order: LevelOrder | None = getattr(bot, "level_order", None)
    return order.place if order else None


def _before_people(bot: Bot) -> float:
    """The strength of a bot that has not met enough people: the ladder's rating, or a guess."""
    standing: Standing | None = getattr(bot, "standing", None)
    if (
        standing is not None
        and standing.matches
        and standing.error is not None
        and standing.error <= MAX_LADDER_ERROR
    ):
        return standing.rating
    return GUESSES.get(bot.name.removesuffix(f"-{bot.ruleset}"), OTHER_GUESS)


def _strongest(level: int, bots: int) -> int:
    """The index of the bot of a level, the strongest that has it."""
    return max(bots - len(LEVELS) + level, min(level, bots - 1))
