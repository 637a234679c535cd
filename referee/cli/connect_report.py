"""What `goat connect` shows: lines about what happens, and on a terminal the state below them."""

import json
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from rich.live import Live
from rich.text import Text

from referee.cli.console import complain, err, print_json

REDRAWN = 2  # times a second, for the seconds until the next attempt


class ConnectReport:
    """Lines for people on standard error, or JSON on standard output.

    As a context manager it keeps a line with the state at the end of a terminal. `tell` is called
    in any thread.
    """

    def __init__(self, name: str, as_json: bool) -> None:
        self._name = name
        self._as_json = as_json
        self._lock = threading.Lock()
        self._online = False
        self._again_at: float | None = None
        self._playing: dict[str, Mapping[str, Any]] = {}  # by session: what it is about
        self._sides: dict[str, tuple[int, int]] = {}  # by session: game and side
        # By match or table and game: points. Two processes of a side tell of the same game.
        self._points: dict[str, dict[int, tuple[float, float]]] = {}
        self._live: Live | None = None

    def __enter__(self) -> "ConnectReport":
        if err.is_terminal and not self._as_json:
            self._live = Live(
                get_renderable=self.state,
                console=err,
                refresh_per_second=REDRAWN,
                transient=True,
                redirect_stdout=False,
            )
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def tell(self, kind: str, facts: Mapping[str, Any]) -> None:
        with self._lock:
            if kind == "line":
                self._read(facts)
            else:
                self._report(kind, facts)

    def state(self) -> Text:
        """The line at the end of the terminal."""
        return Text(f"● {self._state()}", no_wrap=True, overflow="ellipsis")

    def _state(self) -> str:
        if not self._online:
            if self._again_at is None:
                return f"{self._name}: connecting …"
            left = max(0, round(self._again_at - time.monotonic()))
            return f"connection lost, trying again in {left} s"
        games = {_game(about): about for about in list(self._playing.values())}
        if not games:
            return f"{self._name} waits for games"
        if len(games) > 1:
            return f"{self._name} plays {len(games)} games"
        ((game, about),) = games.items()
        against = about.get("opponent") or game
        return f"{self._score(game)} against {against}"

    def _score(self, game: str) -> str:
        points = self._points.get(game, {}).values()
        own, other = (sum(each[side] for each in points) for side in (0, 1))
        return f"{own:g} – {other:g}"

    def _report(self, kind: str, facts: Mapping[str, Any]) -> None:
        was_lost = self._again_at is not None
        if kind == "online":
            self._online, self._again_at = True, None
        elif kind == "offline":
            self._online = False
            self._again_at = time.monotonic() + facts.get("again_s", 0)
        elif kind == "begin":
            self._playing[facts["session"]] = facts
        elif kind == "end":
            self._forget(facts["session"])
        if self._as_json:
            print_json({"event": kind, **facts}, indent=None)
        else:
            self._say(kind, facts, was_lost)

    def _forget(self, session: str) -> None:
        self._sides.pop(session, None)
        self._playing.pop(session, None)

    def _say(self, kind: str, facts: Mapping[str, Any], was_lost: bool) -> None:
        if kind == "online":
            again = "connected again:" if was_lost else "connected:"
            self._print(f"{again} {facts['bot']} waits for games, {facts['games']} at once")
            for lost in facts.get("lost", ()):
                self._print(f"lost with the goat connect before: {_what(lost)}")
        elif kind == "offline" and was_lost:
            pass  # said already; a terminal shows when it tries again
        elif kind == "offline":
            self._print(f"not connected, trying again in {facts['again_s']:g} s: {facts['why']}")
        elif kind in ("begin", "end"):
            verb = "begins" if kind == "begin" else "has ended"
            self._print(f"{_what(facts)}, {verb}")
        elif kind == "fault":
            self._complain(f"the bot failed ({facts['reason']}): {facts['detail']}")
        elif kind == "refused":
            self._complain(f"the arena refused an answer: {facts['why']}")
        elif kind == "over":
            self._print(f"game {facts['game']}: {facts['own']:g} – {facts['other']:g}")
        elif kind == "log":
            self._print(f"  bot: {facts['line']}")

    def _read(self, facts: Mapping[str, Any]) -> None:
        """Reads results in what the bot is told."""
        text, session = facts["line"], facts["session"]
        if not text.startswith(('{"type":"game"', '{"type":"over"')):
            return
        message = json.loads(text)
        if message["type"] == "game":
            self._sides[session] = message["game"], message["side"]
            return
        _game_number, side = self._sides.get(session, (0, 0))
        own, other = message["scores"][side], message["scores"][1 - side]
        if about := self._playing.get(session):
            self._points.setdefault(_game(about), {})[message["game"]] = own, other
        over = {"game": message["game"], "own": own, "other": other, "reason": message["reason"]}
        self._report("over", {"session": session, **over})

    def _print(self, text: str) -> None:
        err.print(f"{time.strftime('%H:%M:%S')} {text}", markup=False)

    def _complain(self, text: str) -> None:
        if self._live is None:
            complain(text)
        else:
            err.print(f"goat: {text}", markup=False)


def _what(about: Mapping[str, Any]) -> str:
    if "match" in about:
        return f"match {about['match']} against {about['opponent']}, leg {about['leg']}"
    return f"table {about.get('table', '')}, seat {about.get('seat', '')}"


def _game(about: Mapping[str, Any]) -> str:
    if "match" in about:
        return f"match {about['match']}"
    return f"table {about.get('table', '')}"
