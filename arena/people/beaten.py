"""How many people have beaten a bot: "Beaten by 3 of 12 people".

People are accounts, without the bot's owner: one person can be any number of guests. What a guest
did counts once the guest has an account. Games are rated or not. A person has met
the bot as an opponent, not as a partner, and beaten it by staying to the end.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from arena.bots.models import Bot
from arena.people.models import Meeting, Participant, Player


@dataclass(frozen=True)
class Beaten:
    """How many people have finished a game against a bot, and how many of them have won one."""

    people: int
    met: int


def beaten(bot: Bot) -> Beaten:
    meetings = Meeting.objects.filter(bot=bot, player__user__isnull=False)
    meetings = meetings.exclude(player__user=bot.owner_id)
    counted = meetings.aggregate(met=Count("pk"), people=Count("pk", filter=Q(beaten=True)))
    return Beaten(counted["people"], counted["met"])


def note_meetings(participants: Iterable[Participant]) -> None:
    """Adds the meetings of a game, in the caller's transaction."""
    everyone = list(participants)
    won = {
        (one.bot_id, other.player_id): other.score == 1
        for one in everyone
        for other in everyone
        if one.bot_id and other.player_id and one.side != other.side
    }
    Meeting.objects.bulk_create(
        [Meeting(bot_id=bot, player_id=player) for bot, player in sorted(won)],
        ignore_conflicts=True,
    )
    for (bot, player), beat in sorted(won.items()):
        if beat:
            Meeting.objects.filter(bot=bot, player=player, beaten=False).update(beaten=True)


def move_meetings(guest: Player, player: Player) -> None:
    """Gives a guest's meetings to an account, in the caller's transaction."""
    for meeting in Meeting.objects.filter(player=guest).order_by("bot_id"):
        own, _made = Meeting.objects.get_or_create(bot_id=meeting.bot_id, player=player)
        if meeting.beaten and not own.beaten:
            Meeting.objects.filter(pk=own.pk).update(beaten=True)
        meeting.delete()
