"""Which games may be rated: nobody at the table can gain by anything but playing well."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.people.models import Player
from arena.people.pools import pool_of
from arena.tables.errors import TableError


def check_rated(
    players: Iterable[Player],
    versions: Iterable[Version],
    *,
    hints: bool,
    clock: Mapping[str, Any] | None,
) -> None:
    """Raises TableError if a game of these players and bots cannot be rated."""
    if hints:
        raise _unrated(_("Hints are for unrated games. Switch hints off, or play unrated."))
    if clock is None:
        raise _unrated(_("A rated game needs a clock. Choose one, or play unrated."))
    versions = list(versions)
    for version in versions:
        if version.bot.remote:
            raise _unrated(
                _("%(bot)s is a remote bot: games with it are unrated.") % {"bot": version.bot}
            )
    owners = {version.bot.owner_id: version.bot for version in versions}
    for player in players:
        if player.is_guest:
            raise _unrated(
                _("Only people with an account play rated games. Log in, or play unrated.")
            )
        if bot := owners.get(player.user_id or 0):
            raise _unrated(
                _(
                    "%(player)s owns %(bot)s: games with one's own bot are unrated. Choose "
                    "another bot, or play unrated."
                )
                % {"player": player.name, "bot": bot}
            )


def check_rated_options(ruleset: str, options: Mapping[str, object]) -> None:
    """Raises TableError if games with these options have no ratings."""
    if not pool_of(ruleset, options):
        raise _unrated(
            _(
                "Rated games have the default options of a game or of a named variant. Leave the "
                "options as they are, or play unrated."
            )
        )


def _unrated(message: str) -> TableError:
    return TableError("unrated", message)
