"""The bots that may sit at a table: the active version of any bot that plays the game."""

from django.db.models import F
from django.utils.translation import gettext as _

from arena.bots.models import Bot, Version
from arena.matches.remote_bots import can_play
from arena.people.levels import LEVELS, NoHouseBot, bot_for
from arena.people.pools import base
from arena.tables.errors import Invalid, TableError
from arena.tables.models import Table
from engine import rulesets

FIELD = "seats"


def find_bot(ruleset: str, name: str) -> Version:
    """The version that plays for ``owner/name``, without its program. Raises Invalid."""
    owner, _slash, short = name.partition("/")
    version = (
        Version.objects.light()
        .select_related("bot__owner")
        .filter(
            bot__owner__username=owner,
            bot__name=short,
            bot__ruleset=base(ruleset),
            bot__active=F("pk"),
            state=Version.State.QUALIFIED,
        )
        .first()
    )
    if version is not None and version.bot.remote:
        _check_remote(ruleset, version.bot)
    if version is None:
        raise Invalid(
            FIELD,
            _("No bot “%(name)s” plays this game now. Choose one from the list of bots.")
            % {"name": name[:90]},
        )
    return version


def _check_remote(ruleset: str, bot: Bot) -> None:
    """Raises Invalid unless this remote bot can play here now.

    Not in a game of partners: its author's machine could show one seat's cards to another.
    """
    if rulesets.ruleset(ruleset).seats > 2:
        raise Invalid(
            FIELD,
            _("%(bot)s is a remote bot: it plays at tables of two only.") % {"bot": bot},
        )
    if not can_play(bot):
        raise Invalid(
            FIELD,
            _("%(bot)s is a remote bot that is not connected now, or plays other games.")
            % {"bot": bot},
        )


def find_house_bot(ruleset: str, level: str) -> Version:
    """The house bot of a level, without its program. Raises Invalid, or TableError if the house
    has no bot for this game."""
    if level not in LEVELS:
        raise Invalid(
            FIELD,
            _("There is no level “%(level)s”. The levels are %(levels)s.")
            % {"level": level[:40], "levels": ", ".join(LEVELS)},
        )
    try:
        return bot_for(ruleset, level)
    except NoHouseBot as missing:
        raise TableError("no_bot", str(missing)) from None


def require_game(table: Table, version: Version) -> None:
    """Raises Invalid for a bot that plays another game than the table's."""
    if version.bot.ruleset != base(table.ruleset):
        raise Invalid("bot", _("%(bot)s plays another game.") % {"bot": version.bot})
