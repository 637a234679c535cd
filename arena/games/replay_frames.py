"""A game as one seat sees it, move by move: what the pages' viewer shows.

Each frame is the view that docs/2-rules.md gives a seat, or the view with all cards open. Every
frame but the first holds only what changed, so that a long game stays small.
"""

import json
from typing import Any

from engine.ruleset import SPECTATOR, State

Json = dict[str, Any]


class Replay:
    """The replay of a game for a `seat`, for the SPECTATOR, or with all cards open (None).

    ``moves`` lists the moves that the seat noticed: ``n`` (1 for the game's first move), ``seat``,
    ``text`` as in the record, ``ms`` and ``note``. A move with hidden cards has the number of
    cards, under ``drop``, ``discard`` …, in place of its text. ``frames`` has one element more:
    the view before the first move, then what changed with each move, null for a key that is gone.

    Notes may name hidden cards, so a seat gets only its own. The SPECTATOR's ``n`` counts the
    moves in ``moves``, because a gap would reveal that a secret question was answered.

    While a game is `live`, every seat's ``n`` does. Then there are no notes, and all frames have
    the phase that everybody knows: of a seat that is asked in secret, its own phase would tell
    whether another one is asked before it.
    """

    def __init__(self, state: State[Any], seat: int | None, *, live: bool = False) -> None:
        self.moves: list[Json] = []
        self.frames: list[Json] = []
        self._state = state
        self._seat = seat
        self._live = live
        self._played = 0
        self._view: Json = {}
        self._add_frame()

    def play(self, text: str, ms: float, note: str | None = None) -> None:
        """Adds the game's next move, written as in the record. Raises MoveError."""
        state = self._state
        mover = state.seat
        move = state.parse(text)
        self._played += 1
        if self._seat is None or self._seat == mover:
            seen: Json | None = {"seat": mover, "text": text}
        else:
            seen, note = state.event(move, self._seat), None
            if seen is not None and "move" in seen:
                seen = dict(seen)
                seen["text"] = seen.pop("move")
        state.play(move)
        if seen is None:
            return
        n = len(self.moves) + 1 if self._live or self._seat == SPECTATOR else self._played
        self.moves.append({"n": n, **seen, "ms": ms, "note": None if self._live else note})
        self._add_frame()

    def open_view(self) -> Json:
        """The position after the last move with all cards open."""
        view: Json = json.loads(json.dumps(self._state.view(None)))
        return view

    def _add_frame(self) -> None:
        # Copied through JSON, because the engine may change its lists with the next move.
        view = json.loads(json.dumps(self._state.view(self._seat)))
        if self._live:
            view["phase"] = self._state.view(SPECTATOR)["phase"]
        self.frames.append(_changes(self._view, view))
        self._view = view


def _changes(before: Json, after: Json) -> Json:
    """The items of `after` that differ from `before`; null for keys that are gone."""
    gone = dict.fromkeys(before.keys() - after.keys())
    return gone | {
        key: value for key, value in after.items() if key not in before or before[key] != value
    }
