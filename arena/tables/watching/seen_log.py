"""The log of a table as one viewer notices it: numbered, without secrets, with frames."""

from typing import Any

from arena.games.replay_frames import Json, Replay
from arena.tables.game.game_state import GameState, Move
from arena.tables.models import Entry, Table

# What an entry shows besides its seat.
_SHOWN = {
    Entry.Kind.SAID: ("phrase",),
    Entry.Kind.SEAT: ("what", "name", "by"),
}


class SeenLog:
    """What a `viewer`, a seat or the SPECTATOR, noticed of a table's log.

    `entries` are numbered 1, 2, 3 … for this viewer, so that what others do in secret leaves no
    gap. docs/7-api.md describes them.
    """

    def __init__(self, table: Table, viewer: int) -> None:
        self.viewer = viewer
        self.entries: list[Json] = []
        self.start: Json | None = None  # the first frame, once the game has begun
        self._table = table
        self._replay: Replay | None = None

    def add(self, entry: Entry) -> None:
        """Adds the next entry of the log, if the viewer may notice it."""
        seen = self._seen(entry)
        if seen is not None:
            head = {"n": len(self.entries) + 1, "kind": entry.kind}
            if entry.seat is not None:
                head["seat"] = entry.seat
            self.entries.append(head | seen)

    def _seen(self, entry: Entry) -> Json | None:
        data: dict[str, Any] = entry.data
        match Entry.Kind(entry.kind):
            case Entry.Kind.START:
                # The cards are dealt now: whoever saw them earlier could leave for better ones.
                self._replay = Replay(GameState(self._table, []).state, self.viewer, live=True)
                self.start = self._replay.frames[0]
                return {"frame": self.start}
            case Entry.Kind.MOVE:
                return self._move(Move.of(entry))
            case Entry.Kind.HINT:
                if entry.seat != self.viewer:
                    return None
                return {"move": data["move"], "by": data["by"], "question": data["n"]}
            case Entry.Kind.OVER:
                return self._over(data)
        return {key: data[key] for key in _SHOWN[Entry.Kind(entry.kind)] if key in data}

    def _move(self, move: Move) -> Json | None:
        assert self._replay is not None, "the log begins with the start"
        before = len(self._replay.moves)
        self._replay.play(move.text, move.ms)
        if len(self._replay.moves) == before:
            return None
        seen = {key: value for key, value in self._replay.moves[-1].items() if key != "note"}
        return {"move": seen, "frame": self._replay.frames[-1]}

    def _over(self, data: Json) -> Json:
        """The end opens all cards: the last position as nobody has seen it so far."""
        opened = self._replay.open_view() if self._replay is not None else None
        return {"reason": data["reason"], "scores": data["scores"], "open": opened}
