"""What somebody gets to know of a table: its past as a log of the viewer's own, and its present.

Pages, the API and the stream all show what this module makes, and nothing else of a table. An
Update comes from rows alone, and is the same for all viewers of a seat. What this process has made
of a log is kept and continued, so an Update costs three queries and the newest entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arena.games.replay_frames import Json
from arena.people.models import Player
from arena.tables.errors import TableError
from arena.tables.game import why
from arena.tables.models import Table
from arena.tables.watching.history import History, Snapshot, Viewer, history_of


def update_for(code: str, player: Player | None, after: int = 0) -> Json:
    """The Update of a table for a player: everything after the player's entry number `after`
    (docs/7-api.md).

    An `after` that the viewer has not got to begins anew, from 0. Raises TableError
    (``not_found``, ``private``). Not for the inside of `log.locked`: what is not committed yet may
    be undone.
    """
    with history_of(code) as history:
        return history.snapshot(history.viewer_of(player.pk if player else None)).update(after)


def require_visible(code: str, player: Player | None) -> None:
    """Raises TableError if the player may not see the table, or if there is none."""
    with history_of(code) as history:
        history.viewer_of(player.pk if player else None)


def why_not(code: str, player: Player | None, move: str) -> Json:
    """Why the player may not play a move now: see why.py. Raises TableError."""
    with history_of(code) as history:
        viewer = history.viewer_of(player.pk if player else None)
        if viewer.seat is None:
            return why.no_move(_("You do not sit at this table."))
        return history.why(viewer.seat, move)


@dataclass(frozen=True)
class Look:
    """What one look at a table found for some players, by their ids (None: a visitor).

    `sitters`: by seat the id of the player, and a guest's key.
    """

    stamp: object
    viewers: Mapping[int | None, Viewer | TableError]
    snapshots: Mapping[Viewer, Snapshot]
    sitters: Mapping[int, tuple[int, str | None]]
    changes_in: float | None = None  # seconds until it changes although the rows do not

    def taken_from(self, player: int | None, key: str | None) -> set[int]:
        """The seats in which somebody else sits, or this guest with another key."""
        return {seat for seat, sitter in self.sitters.items() if sitter != (player, key)}


def look(code: str, players: Iterable[int | None]) -> Look:
    """The table as these players may know it, with one Snapshot for each kind of viewer."""
    try:
        with history_of(code) as history:
            viewers = {player: _viewer_or_error(history, player) for player in players}
            kinds = {viewer for viewer in viewers.values() if isinstance(viewer, Viewer)}
            return Look(
                stamp=_stamp(history.table),
                viewers=viewers,
                snapshots={viewer: history.snapshot(viewer) for viewer in kinds},
                sitters={
                    seat.number: (seat.player.pk, seat.player.key)
                    for seat in history.seats
                    if seat.player is not None
                },
                changes_in=history.changes_in(),
            )
    except TableError as error:
        return Look(None, dict.fromkeys(players, error), {}, {})


def stamps_of(codes: Sequence[str]) -> dict[str, object]:
    """What changes whenever one of these tables does, in one query. None that do not exist."""
    found = Table.objects.filter(code__in=codes).only("code", *_STAMP)
    return {table.code: _stamp(table) for table in found}


_STAMP = ("changes", "entries", "deadline")


def _stamp(table: Table) -> object:
    return tuple(getattr(table, name) for name in _STAMP)


def _viewer_or_error(history: History, player: int | None) -> Viewer | TableError:
    try:
        return history.viewer_of(player)
    except TableError as error:
        return error
