"""A running match as a spectator sees it.

A spectator has no seat. Until the match has ended the feed contains what everyone at the table
knows and nothing else: no hand, no face-down card, no secret question, no bot's note, no seed.
The cards of a finished game stay hidden too, because the mirrored game, in the second leg, has the
same ones.
So nothing on the page of a running match can help a bot.
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
from engine.record import deal_number, leg_and_pair
from engine.ruleset import SPECTATOR


@dataclass(frozen=True)
class Cursor:
    """How much a spectator has received: the id of the last event, ``attempt.game.moves``.

    `attempt` and `game` count from 1 and are 0 before the first event.
    """

    attempt: int = 0
    game: int = 0
    moves: int = 0

    @classmethod
    def parse(cls, text: str) -> "Cursor":
        """The cursor of an event's id; the start for any other text."""
        parts = text.split(".")
        if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
            return cls()
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return f"{self.attempt}.{self.game}.{self.moves}"


class LiveFeed:
    """The events of a match that has not ended, made from its rows.

    One thread may call `update` while another calls `after`.
    """

    def __init__(self, match_id: int) -> None:
        self.state = ""
        self.attempt = 0
        self._match_id = match_id
        self._attempt_id: int | None = None
        self._last_update = 0
        self._facts: Json = {}
        self._seed = b""
        self._over: list[Json] = []
        self._games: list[_LiveGame] = []  # the current game, and the one before
        self._events: dict[Cursor, tuple[str, Cursor]] = {}
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        return self.state in Match.ENDED

    def update(self) -> bool:
        """Reads the new rows; returns whether anything changed.

        A match that was deleted counts as cancelled.
        """
        before = self.state, self.attempt, self._last_update
        state = Match.objects.filter(pk=self._match_id).values_list("state", flat=True).first()
        self.state = state or Match.State.CANCELLED
        running = Attempt.objects.running().filter(match=self._match_id)
        attempt = None if self.ended else running.values_list("pk", "number").first()
        if attempt is not None:
            self._read_attempt(*attempt)
        return (self.state, self.attempt, self._last_update) != before

    def _read_attempt(self, attempt_id: int, number: int) -> None:
        if not self._facts:
            self._read_facts()
        known = self._last_update if attempt_id == self._attempt_id else 0
        updates = live_updates.updates_after(attempt_id, known)
        with self._lock:
            if attempt_id != self._attempt_id:
                # Every attempt plays the match from its start.
                self._attempt_id, self.attempt = attempt_id, number
                self._last_update, self._over, self._games = 0, [], []
            for update, data in updates:
                self._last_update = update
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
            "pairs": match.pairs,
            "fresh_deals": match.remote,
            "games": match.games,
            "bots": [{"name": str(v.bot)} for v in (match.version0, match.version1)],
        }

    def _add(self, data: Json) -> None:
        for moves in data["moves"]:
            index = moves["game"]
            if not self._games or self._games[-1].index != index:
                self._games = [*self._games[-1:], self._new_game(index)]
            self._games[-1].play(moves)
        self._over += data["over"]
        for game in self._games:
            if game.index < len(self._over):
                game.result = self._over[game.index]

    def _new_game(self, index: int) -> "_LiveGame":
        rules = rulesets.ruleset(self._facts["ruleset"], self._facts["options"])
        leg, pair = leg_and_pair(index, self._facts["pairs"])
        fresh, first = self._facts["fresh_deals"], (self.attempt - 1) * self._facts["games"]
        number = deal_number(leg, pair, self._facts["pairs"], fresh, first)
        state = rules.start(pair_seed(self._seed, number))
        return _LiveGame(index, heading(self._facts, index, leg, pair), Replay(state, SPECTATOR))

    def after(self, cursor: Cursor) -> tuple[str, Cursor]:
        """The server-sent events that follow `cursor`, and the cursor after them.

        Spectators with the same cursor share the text.
        """
        with self._lock:
            if cursor not in self._events:
                self._events[cursor] = self._after(cursor)
            return self._events[cursor]

    def _after(self, cursor: Cursor) -> tuple[str, Cursor]:
        events = []
        if cursor.attempt != self.attempt:
            cursor = Cursor(self.attempt)
        for game in self._games:
            played = len(game.replay.moves)
            if game.number == cursor.game:
                if cursor.moves < played:
                    content = game.after(cursor.moves)
                    cursor = Cursor(self.attempt, game.number, played)
                    events.append(server_sent_event("moves", content, cursor))
            elif game.number > cursor.game and game is self._games[-1]:
                cursor = Cursor(self.attempt, game.number, played)
                events.append(server_sent_event("game", game.whole() | self._standing(), cursor))
            if game.result and cursor.game == game.number and cursor.moves == played:
                # One more than the moves: the result has been sent too.
                cursor = Cursor(self.attempt, game.number, played + 1)
                content = {"game": game.number} | game.result
                events.append(server_sent_event("result", content, cursor))
        return "".join(events), cursor

    def _standing(self) -> Json:
        """The number of games that are over, and the points by bot."""
        points = [0.0, 0.0]
        for game in self._over:
            for bot, score in zip(game["sides"], game["scores"], strict=True):
                points[bot] += score
        return {"over": len(self._over), "points": points}


class _LiveGame:
    """The current game, or one that is just over; `index` from 0, `number` from 1."""

    def __init__(self, index: int, head: Json, replay: Replay) -> None:
        self.index = index
        self.number = index + 1
        self.replay = replay
        self.result: Json | None = None
        self._head = head
        self._played = 0

    def play(self, moves: Json) -> None:
        """Adds the moves of a live update. Moves that leave a gap are ignored."""
        if moves["first"] != self._played:
            return
        for text, ms in zip(moves["texts"], moves["ms"], strict=True):
            try:
                self.replay.play(text, ms)
            except MoveError:
                return
            self._played += 1

    def whole(self) -> Json:
        play = {"seat": None, "moves": self.replay.moves, "frames": self.replay.frames}
        return self._head | play | {"scores": None, "reason": "normal", "fault": None}

    def after(self, moves: int) -> Json:
        """What follows the first `moves` moves."""
        return {
            "game": self.number,
            "moves": self.replay.moves[moves:],
            "frames": self.replay.frames[moves + 1 :],
        }


def server_sent_event(kind: str, content: Any, cursor: Cursor | None = None) -> str:
    """One event. A spectator who reconnects continues after the last cursor that it received."""
    number = f"id: {cursor}\n" if cursor else ""
    return f"{number}event: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n"
