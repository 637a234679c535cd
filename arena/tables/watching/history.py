"""What this process has made of the logs of tables, and continues: see updates.py."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Now
from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.games.replay_frames import Json
from arena.people.models import Player
from arena.tables.errors import TableError
from arena.tables.game import why
from arena.tables.game.game_state import GameState, Move, ruleset_of
from arena.tables.game.result_text import side_name
from arena.tables.models import Entry, Seat, Table
from arena.tables.watching.now import changes_by_itself, name_of, now_of
from arena.tables.watching.seen_log import SeenLog
from engine.ruleset import SPECTATOR

# Tables of which this process keeps what it has made of their logs.
MOST_KEPT = 256


@dataclass(frozen=True)
class Viewer:
    """Those who get the same Updates: whoever sits in a seat, or everyone without one."""

    seat: int | None
    is_host: bool = False
    player: int | None = None  # if it matters who it is


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment, for one viewer. `entries` grows later, beyond `n`."""

    code: str
    entries: Sequence[Json]
    n: int
    game: Json
    now: Json

    def is_as(self, other: "Snapshot") -> bool:
        """Whether the viewer learns nothing from the other one but the time."""
        return self.n == other.n and self.now | {"at": 0} == other.now | {"at": 0}

    def update(self, after: int) -> Json:
        if not 0 <= after <= self.n:
            after = 0
        update: Json = {"code": self.code, "after": after, "n": self.n}
        if after == 0:
            update["game"] = self.game
        return update | {"entries": self.entries[after : self.n], "now": self.now}


class History:
    """A table and what this process has made of its log. Used as a context, by one thread at a
    time; it begins with the newest rows."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.table: Table
        self.seats: list[Seat]
        self._lock = threading.Lock()
        self.at: datetime
        self._before: dict[Viewer, Snapshot] = {}
        self._entries: list[Entry] = []
        self._game: GameState | None = None
        self._logs: dict[int, SeenLog] = {}
        self._versions: dict[int, Version] = {}

    def __enter__(self) -> "History":
        self._lock.acquire()
        try:
            self._read()
        except BaseException:
            self._entries, self._game, self._logs = [], None, {}  # perhaps half continued
            self._lock.release()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._lock.release()

    def viewer_of(self, player: int | None) -> Viewer:
        """What kind of viewer the player with this id is. Raises TableError (``private``)."""
        seat = next((s.number for s in self.seats if player and s.player_id == player), None)
        is_host = player is not None and player == self.table.host_id
        invites = self.table.state == Table.State.OPEN and any(s.is_open for s in self.seats)
        if seat is None and not (is_host or self.table.watchable or invites):
            raise TableError(
                "private", _("This table is private: only the people at it can see it."), 403
            )
        # A rated game asks who sits down.
        matters = seat is not None or (self.table.rated and self.table.state == Table.State.OPEN)
        return Viewer(seat, is_host, player if matters else None)

    def snapshot(self, viewer: Viewer) -> Snapshot:
        seen = self._log(SPECTATOR if viewer.seat is None else viewer.seat)
        player = self.seats[viewer.seat].player if viewer.seat is not None else None
        if player is None and viewer.player is not None:
            player = Player.objects.select_related("user").filter(pk=viewer.player).first()
        now = now_of(
            self.table, self.seats, self._game, viewer.seat, viewer.is_host, self.at, player
        )
        snapshot = Snapshot(
            self.code, seen.entries, len(seen.entries), self._heading(viewer, seen), now
        )
        self._date(viewer, snapshot)
        return snapshot

    def _date(self, viewer: Viewer, snapshot: Snapshot) -> None:
        """Makes the time of a Snapshot later than that of the one before, if it differs from it.

        A client takes the later one of two Updates. The time of one that is the same does not
        tell how often the table was looked at for others.
        """
        before = self._before.get(viewer)
        if before is not None:
            least = before.now["at"] + (not before.is_as(snapshot))
            snapshot.now["at"] = max(snapshot.now["at"], least)
        self._before[viewer] = snapshot

    def changes_in(self) -> float | None:
        """In how many seconds the present changes by itself."""
        time = changes_by_itself(self.table, self.seats, self.at)
        return None if time is None else (time - self.at).total_seconds()

    def why(self, seat: int, move: str) -> Json:
        if self._game is None:
            return why.no_move(_("The game has not begun."))
        return why.why(self._game, seat, move)

    def _read(self) -> None:
        """Reads the rows, and the entries that are new.

        The table comes first, so that its other rows are not older than it says.
        """
        table = Table.objects.filter(code=self.code).annotate(read_at=Now()).first()
        if table is None:
            raise not_found()
        self.table = table
        read_at: datetime = table.read_at  # type: ignore[attr-defined]
        self.at = read_at
        self.seats = self._read_seats()
        last = self._entries[-1] if self._entries else None
        newer = Entry.objects.filter(table=table, number__lte=table.entries).order_by("number")
        found = list(newer.filter(number__gte=last.number) if last else newer)
        if last is not None and (not found or found.pop(0).pk != last.pk):
            # What was read before never happened: its transaction was undone.
            self._entries, self._game, self._logs = [], None, {}
            found = list(newer)
        for entry in found:
            self._add(entry)

    def _read_seats(self) -> list[Seat]:
        """As Seat.objects.named(), but bots, which do not change, are read once: it is the query
        that costs most."""
        seats = list(self.table.seats.select_related("player__user").order_by("number"))
        ids = {pk for seat in seats for pk in (seat.version_id, seat.stand_in_id) if pk}
        if missing := ids - self._versions.keys():
            self._versions |= Version.objects.light().select_related("bot__owner").in_bulk(missing)
        for seat in seats:
            seat.version = self._versions[seat.version_id] if seat.version_id else None
            seat.stand_in = self._versions[seat.stand_in_id] if seat.stand_in_id else None
        return seats

    def _add(self, entry: Entry) -> None:
        self._entries.append(entry)
        if entry.kind == Entry.Kind.START:
            self._game = GameState(self.table, [])
        elif entry.kind == Entry.Kind.MOVE:
            assert self._game is not None, "the log begins with the start"
            self._game.play(Move.of(entry))
        for seen in self._logs.values():
            seen.add(entry)

    def _log(self, viewer: int) -> SeenLog:
        if viewer not in self._logs:
            seen = SeenLog(self.table, viewer)
            for entry in self._entries:
                seen.add(entry)
            self._logs[viewer] = seen
        return self._logs[viewer]

    def _heading(self, viewer: Viewer, seen: SeenLog) -> Json:
        """What the table's drawing needs beside frames; the same keys as a replay has."""
        rules = ruleset_of(self.table)
        names = [name_of(seat) for seat in self.seats]
        return {
            "ruleset": rules.name,
            "options": dict(rules.options),
            "clock": self.table.clock,
            "seats": rules.seats,
            "sides": [side_name(names, side) for side in range(2)],
            "bots": [0, 1],
            "names": names,
            "game": 1,
            "pair": 0,
            "leg": 0,
            "seat": viewer.seat,
            "start": seen.start,
        }


def not_found() -> TableError:
    return TableError("not_found", _("There is no table with this code."), 404)


_histories: OrderedDict[str, History] = OrderedDict()
_keeping = threading.Lock()


def history_of(code: str) -> History:
    with _keeping:
        history = _histories.get(code)
        if history is None:
            history = _histories[code] = History(code)
            if len(_histories) > MOST_KEPT:
                _histories.popitem(last=False)
        _histories.move_to_end(code)
        return history
