"""How many people have beaten a bot: "Beaten by 3 of 12 people"."""

from dataclasses import dataclass

from django.db.models import Count, F, Q

from arena.bots.models import Bot
from arena.people.models import Participant


@dataclass(frozen=True)
class Beaten:
    """How many people have finished a game against a bot, and how many of them have won one."""

    people: int
    met: int


def beaten(bot: Bot) -> Beaten:
    """People are accounts and guests, without the bot's owner; games are rated or not.

    A person has met the bot as an opponent, not as a partner, and beaten it by staying to the end.
    """
    against = Participant.objects.filter(
        player__isnull=False,
        result__participants__bot=bot,
        result__participants__side=1 - F("side"),
    )
    counted = against.exclude(player__user=bot.owner_id).aggregate(
        met=Count("player", distinct=True),
        people=Count("player", distinct=True, filter=Q(score=1)),
    )
    return Beaten(counted["people"], counted["met"])
