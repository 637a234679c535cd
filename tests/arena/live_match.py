"""A match that a test plays as slowly as it wants, without a bot or a clock."""

import json
import re
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from arena.matches import live_updates
from arena.matches.live_updates import LiveReporter
from arena.matches.models import LiveUpdate, Match
from referee.play.game import GameResult
from tests.arena.playing import claim, make_match, played

# In the first game of Kozel with this seed, the first move answers a secret question.
SEED = sha256(b"live 103").digest()


def fixed_match(version0: Any, version1: Any) -> Match:
    """A match of two pairs in the queue, with a seed that is the same in every run."""
    return make_match(version0, version1, pairs=2, seed=SEED)


class LiveMatch:
    """A running match and its reporter, on a clock that only `wait` moves."""

    def __init__(self, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(live_updates, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.match = match
        self.result = played(match)
        self.games = self.result.record["games"]
        self.game = GameResult()
        self.claim()

    def claim(self) -> None:
        """Starts an attempt at the match, from its first game."""
        self.attempt = claim(self.match)
        self.reporter = LiveReporter(self.attempt)

    def begin(self) -> None:
        self.game = GameResult()
        self.reporter.begin(self.game)

    def play(self, index: int, count: int) -> None:
        """Plays the next moves of game `index`, for half a second."""
        made = len(self.game.moves)
        self.game.moves += self.games[index]["moves"][made : made + count]
        self.game.ms += self.games[index]["ms"][made : made + count]
        self.wait(0.5)

    def end(self, index: int) -> None:
        """Plays game `index` to its end."""
        self.play(index, 1000)
        self.reporter.end(self.games[index])

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.reporter.write()

    def updates(self) -> list[dict[str, Any]]:
        """The data of the attempt's live updates."""
        rows = LiveUpdate.objects.filter(attempt=self.attempt).order_by("number")
        return list(rows.values_list("data", flat=True))


def events(text: str) -> list[tuple[str, Any]]:
    """The server-sent events in a text: their kinds and contents."""
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(kind, json.loads(data)) for kind, data in found]
