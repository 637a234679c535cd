"""Saying one of the preset phrases at a table."""

from django.utils.translation import gettext as _

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Invalid
from arena.tables.models import Entry, Table
from arena.tables.phrases import PHRASES
from arena.tables.seats import limits, seating


def say(table: Table, player: Player, phrase: str) -> None:
    """The player says a phrase at a locked table, where everybody sees it. Raises TableError."""
    seat = seating.own_seat(table, player)
    if phrase not in PHRASES:
        raise Invalid(
            "phrase", _("The phrases are: %(phrases)s.") % {"phrases": ", ".join(PHRASES)}
        )
    limits.use(limits.PHRASES, player)
    log.append(table, Entry.Kind.SAID, seat.number, phrase=phrase)
