"""A match in play as a spectator sees it: what may be told, and from where on.

A spectator has no seat. Until the match has ended he is told what everyone at the table knows and
nothing else: no hand, no face-down card, no secret question, no bot's note, and no seed. The cards
of a finished game stay hidden too, since the other game of its pair has the same ones. So nothing
that a page in play holds could help a bot, whoever looks at it.
"""

import json
import threading
from dataclasses import dataclass
from typing import Any

from arena.games.replay_frames import Json, Replay
from arena.matches import live_updates
from arena.matches.models import Attempt, Match
from arena.replays.replay_json import heading
from engine import rulesets
from engine.errors import MoveError
from engine.randomness import pair_seed
from engine.ruleset import SPECTATOR


@dataclass(frozen=True)
class Place:
    """How far a watcher has come: the id of the last event that he got, ``attempt.game.moves``.

    `attempt` and `game` are 0 before any, and count from 1.
    """

    attempt: int = 0
    game: int = 0
    moves: int = 0

    @classmethod
    def parse(cls, text: str) -> "Place":
        """The place that an event's id names; the start for anything else."""
        parts = text.split(".")
        if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
            return cls()
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return f"{self.attempt}.{self.game}.{self.moves}"


class Show:
    """A match that is not over, put together from its rows.

    One thread brings it up to date (`update`) while another asks it (`after`).
    """

    def __init__(self, match_id: int) -> None:
        self.state = ""
        self.attempt = 0
        self._match_id = match_id
        self._attempt_id: int | None = None
        self._row = 0
        self._facts: Json = {}
        self._seed = b""
        self._over: list[Json] = []
        self._games: list[_Game] = []  # the last one, and the one before
        self._events: dict[Place, tuple[str, Place]] = {}
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        return self.state in Match.ENDED

    def update(self) -> bool:
        """Reads what is new; whether anything is. A match that is gone counts as cancelled."""
        before = self.state, self.attempt, self._row
        state = Match.objects.filter(pk=self._match_id).values_list("state", flat=True).first()
        self.state = state or Match.State.CANCELLED
        running = Attempt.objects.filter(match=self._match_id, outcome=Attempt.Outcome.RUNNING)
        attempt = None if self.ended else running.values_list("pk", "number").first()
        if attempt is not None:
            self._follow(*attempt)
        return (self.state, self.attempt, self._row) != before

    def _follow(self, attempt_id: int, number: int) -> None:
        if not self._facts:
            self._read_facts()
        known = self._row if attempt_id == self._attempt_id else 0
        rows = live_updates.updates_after(attempt_id, known)
        with self._lock:
            if attempt_id != self._attempt_id:
                # Every attempt plays the match from its start.
                self._attempt_id, self.attempt = attempt_id, number
                self._row, self._over, self._games = 0, [], []
            for row, data in rows:
                self._row = row
                self._add(data)
            self._events.clear()

    def _read_facts(self) -> None:
        match = Match.objects.named().get(pk=self._match_id)
        self._seed = bytes(Match.objects.values_list("seed", flat=True).get(pk=match.pk))
        rules = rulesets.ruleset(match.ruleset, match.options)
        self._facts = {
            "ruleset": rules.name,
            "options": dict(rules.options),
            "clock": match.clock,
            "bots": [{"name": str(v.bot)} for v in (match.version0, match.version1)],
        }

    def _add(self, data: Json) -> None:
        for news in data["moves"]:
            index = news["game"]
            if not self._games or self._games[-1].index != index:
                self._games = [*self._games[-1:], self._begin(index)]
            self._games[-1].play(news)
        self._over += data["over"]
        for game in self._games:
            if game.index < len(self._over):
                game.result = self._over[game.index]

    def _begin(self, index: int) -> "_Game":
        rules = rulesets.ruleset(self._facts["ruleset"], self._facts["options"])
        state = rules.start(pair_seed(self._seed, index // 2))
        sides = [0, 1] if index % 2 == 0 else [1, 0]
        return _Game(index, heading(self._facts, sides, index), Replay(state, SPECTATOR))

    def after(self, place: Place) -> tuple[str, Place]:
        """What a watcher who has come to `place` is told now, as server-sent events, and where he
        is then. Watchers at the same place share the text."""
        with self._lock:
            if place not in self._events:
                self._events[place] = self._after(place)
            return self._events[place]

    def _after(self, place: Place) -> tuple[str, Place]:
        events = []
        if place.attempt != self.attempt:
            place = Place(self.attempt)
        for game in self._games:
            shown = len(game.replay.moves)
            if game.number == place.game:
                if place.moves < shown:
                    content = game.after(place.moves)
                    place = Place(self.attempt, game.number, shown)
                    events.append(event("moves", content, place))
            elif game.number > place.game and game is self._games[-1]:
                place = Place(self.attempt, game.number, shown)
                events.append(event("game", game.whole() | self._standing(), place))
            if game.result and place.game == game.number and place.moves == shown:
                # One more than its moves: the result has been told too.
                place = Place(self.attempt, game.number, shown + 1)
                events.append(event("result", {"game": game.number} | game.result, place))
        return "".join(events), place

    def _standing(self) -> Json:
        """The match so far: games that are over, and points by bot."""
        points = [0.0, 0.0]
        for game in self._over:
            for bot, score in zip(game["sides"], game["scores"], strict=True):
                points[bot] += score
        return {"over": len(self._over), "points": points}


class _Game:
    """A game being played, or just over; `index` from 0, `number` from 1."""

    def __init__(self, index: int, head: Json, replay: Replay) -> None:
        self.index = index
        self.number = index + 1
        self.replay = replay
        self.result: Json | None = None
        self._head = head
        self._played = 0

    def play(self, news: Json) -> None:
        """The next moves; those that do not follow on what is known are no use, and left out."""
        if news["first"] != self._played:
            return
        for text, ms in zip(news["texts"], news["ms"], strict=True):
            try:
                self.replay.play(text, ms)
            except MoveError:
                return
            self._played += 1

    def whole(self) -> Json:
        play = {"seat": None, "moves": self.replay.moves, "frames": self.replay.frames}
        return self._head | play | {"scores": None, "reason": "normal", "fault": None}

    def after(self, moves: int) -> Json:
        """What followed on the first `moves` moves."""
        return {
            "game": self.number,
            "moves": self.replay.moves[moves:],
            "frames": self.replay.frames[moves + 1 :],
        }


def event(kind: str, content: Any, place: Place | None = None) -> str:
    """One server-sent event. With a place, a watcher who comes back goes on from there."""
    number = f"id: {place}\n" if place else ""
    return f"{number}event: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n"
