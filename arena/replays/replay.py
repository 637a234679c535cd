"""A game shot move by move, as one pair of eyes sees it: what the viewer's pages are given.

Each frame is the view that rules.md gives a seat, or with everything open; after the first one
only what changed is kept, so that a long game stays small.
"""

import json
from typing import Any

from engine.ruleset import State

Json = dict[str, Any]


class Film:
    """A game in progress through the eyes of `seat`, of the SPECTATOR, or with all open (None).

    ``moves`` holds what those eyes noticed: ``n`` (1 for the game's first move), ``seat``,
    ``text`` as in the record, or for cards laid face down ``drop``, ``discard``… with their number;
    ``ms`` and ``note``. ``frames`` holds one more: the view before the first move, then what
    changed after each, with null for a key that is gone. Other seats' notes may name hidden cards,
    so they are left out for a seat. A spectator's moves are numbered as he counts them, since a gap
    would tell of a secret question.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        self.moves: list[Json] = []
        self.frames: list[Json] = []
        self._state = state
        self._seat = seat
        self._played = 0
        self._shown: Json = {}
        self._shoot()

    def play(self, text: str, ms: float, note: str | None = None) -> None:
        """The next move of the game, in the record's words. Raises IllegalMove."""
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
        n = len(self.moves) + 1 if self._seat is not None and self._seat < 0 else self._played
        self.moves.append({"n": n, **seen, "ms": ms, "note": note})
        self._shoot()

    def _shoot(self) -> None:
        # Through JSON, since the engine's lists may change with the next move.
        view = json.loads(json.dumps(self._state.view(self._seat)))
        self.frames.append(_changes(self._shown, view))
        self._shown = view


def _changes(before: Json, after: Json) -> Json:
    """What of `after` differs from `before`; null for what is gone."""
    gone = dict.fromkeys(before.keys() - after.keys())
    return gone | {
        key: value for key, value in after.items() if key not in before or before[key] != value
    }
