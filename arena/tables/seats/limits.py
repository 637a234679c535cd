"""How often somebody may do something at tables, and how many tables he may have."""

from django.conf import settings
from django.utils.translation import gettext as _

from arena.people.models import Player
from arena.tables.errors import Forbidden, TooMany
from arena.tables.models import Seat, Table
from arena.web import rate_limit
from arena.web.rate_limit import Limit, LimitReached

CREATES = Limit("tables created", 10, 60)
CREATES_OF_ADDRESS = Limit("tables created at an address", 60, 60)
SITS = Limit("seats taken", 20, 60)
# Without cookies each seat would be another guest's.
SITS_OF_ADDRESS = Limit("seats taken at an address", 60, 60)
PHRASES = Limit("phrases said", 10, 60)
HINTS = Limit("hints asked", 20, 60)
# Each hint holds a thread that plays steps of other tables too.
HINTS_OF_ADDRESS = Limit("hints asked at an address", 60, 60)
REPORTS = Limit("moves reported", 10, 3600)
# Whoever sees a hand and aborts, again and again, fishes for good ones. A guest can forget the
# cookie, but not the address, which a whole school may share.
ABORTS = Limit("games aborted", 3, 3600)
ABORTS_OF_ADDRESS = Limit("games aborted at an address", 20, 3600)


def use(limit: Limit, player: Player) -> None:
    """Counts one use by a player. Raises TooMany."""
    _take((limit, str(player.pk)))


def use_to_sit(player: Player, network: str) -> None:
    """Counts one seat that is taken. Raises TooMany."""
    _take((SITS, str(player.pk)), *_at(SITS_OF_ADDRESS, network))


def use_for_hint(player: Player, network: str) -> None:
    """Counts one hint that is asked for. Raises TooMany."""
    _take((HINTS, str(player.pk)), *_at(HINTS_OF_ADDRESS, network))


def use_to_create(player: Player, network: str) -> None:
    """Counts one table that is created. Raises TooMany."""
    _take((CREATES, str(player.pk)), (CREATES_OF_ADDRESS, network))


def lock_player(player: Player) -> None:
    """Of a player's requests at the same moment each waits for those before, until the transaction
    ends. Tables are locked before players. Raises Forbidden for a guest who has become an account
    meanwhile."""
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if row.user_id is None and row.key is None:
        raise Forbidden(_("You have logged in meanwhile. Load the page again."))


def check_tables_of(player: Player, *, but: Table | None = None) -> None:
    """Raises TooMany if the player has as many unfinished tables as one may have."""
    seats = Seat.objects.filter(player=player, left=None, table__state__in=Table.UNFINISHED)
    if but is not None:
        seats = seats.exclude(table=but)
    if seats.count() >= settings.TABLES_PER_PLAYER:
        raise TooMany(
            _("You have %(limit)d unfinished games. Finish or leave one of them first.")
            % {"limit": settings.TABLES_PER_PLAYER}
        )


def check_tables_at(network: str) -> None:
    """Raises TooMany if the address has as many unfinished tables as one may have."""
    if network and (
        Table.objects.unfinished().filter(network=network).count() >= settings.TABLES_PER_ADDRESS
    ):
        raise TooMany(
            _(
                "From your address %(limit)d tables were created that have not finished. Sit down "
                "at one of them, or wait until one has finished."
            )
            % {"limit": settings.TABLES_PER_ADDRESS}
        )


def may_abort(player: Player, network: str = "") -> bool:
    """Whether the player has aborted seldom enough to do so again."""
    return all(
        len(rate_limit.used(limit, subject)) < limit.most
        for limit, subject in _abort_claims(player, network)
    )


def use_abort(player: Player, network: str = "") -> None:
    """Counts one aborted game. Raises TooMany."""
    try:
        rate_limit.take(*_abort_claims(player, network))
    except LimitReached as reached:
        raise TooMany(
            _(
                "You have aborted several games. Play this one, or resign it. You can abort a "
                "game again in %(minutes)d minutes."
            )
            % {"minutes": reached.minutes},
            reached.wait,
        ) from None


def count_abort(player: Player, network: str = "") -> bool:
    """Counts a game that was left like an aborted one; returns whether it was seldom enough."""
    try:
        use_abort(player, network)
    except TooMany:
        return False
    return True


def _abort_claims(player: Player, network: str) -> list[tuple[Limit, str]]:
    return [(ABORTS, str(player.pk)), *_at(ABORTS_OF_ADDRESS, network)]


def _at(limit: Limit, network: str) -> list[tuple[Limit, str]]:
    return [(limit, network)] if network else []


def _take(*claims: tuple[Limit, str]) -> None:
    try:
        rate_limit.take(*claims)
    except LimitReached as reached:
        raise TooMany.of(reached) from None
