"""What a worker reports of a match while it plays it: numbered rows for the live feed.

A match that is over within a second leaves none. A report must never cost a bot time or a match
its result: the referee calls the reporter between its checks of the bots, and a report that fails
is dropped.
"""

import logging
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError

from arena.matches.models import Attempt, LiveUpdate, Match
from arena.matches.reconnect import DatabaseAway, note_outage
from referee.play.game import GameResult

FIRST_AFTER_SECONDS = 1.0
EVERY_SECONDS = 0.5
AWAY_SECONDS = 5.0  # a try may take as long while the database is away
NOT_STARTED = -1

log = logging.getLogger(__name__)

Json = dict[str, Any]


class LiveReporter:
    """Writes the live updates of one attempt.

    The referee calls `begin` and `end` around each game that is played, and `write` about twice a
    second. The data of an update: ``over`` lists the games that ended since the last update
    (``pair``, ``leg``, ``sides``, ``scores``, ``reason``), and ``ended`` counts all that have;
    ``moves`` lists what was played since then, as ``{"game", "first", "texts", "ms"}`` with the
    index of the game and of the first of these moves. The moves of a game that began and ended
    between two updates are left out. The last `settings.LIVE_DELAY_MOVES` moves of the current game
    are held back.
    """

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._due = time.monotonic() + FIRST_AFTER_SECONDS
        self._rows = 0
        self._over: list[Json] = []
        self._ended = 0
        self._game: GameResult | None = None
        self._reported = NOT_STARTED  # moves of the current game
        self._rest: Json | None = None

    def begin(self, game: GameResult) -> None:
        self._game, self._reported = game, NOT_STARTED

    def end(self, record: Json) -> None:
        """`record` is the game's part of the match record; a game that never began has one too."""
        if self._reported != NOT_STARTED and self._game is not None:
            self._rest = self._moves(len(self._game.moves))
        self._over.append(
            {key: record[key] for key in ("pair", "leg", "sides", "scores", "reason")}
        )
        self._ended += 1
        self._game, self._reported = None, NOT_STARTED

    def write(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + EVERY_SECONDS
        moves = [self._rest] if self._rest else []
        if self._game is not None:
            shown = max(0, len(self._game.moves) - settings.LIVE_DELAY_MOVES)
            if shown > self._reported:
                moves.append(self._moves(shown))
        if not moves and not self._over:
            return
        try:
            LiveUpdate.objects.create(
                attempt=self._attempt,
                number=self._rows + 1,
                data={"over": self._over, "moves": moves, "ended": self._ended},
            )
        except DatabaseAway as error:
            note_outage(error)
            self._due = time.monotonic() + AWAY_SECONDS
            return
        except DatabaseError as error:
            log.warning("no live update of %s now: %s", self._attempt, error)
            return
        self._rows += 1
        self._over, self._rest = [], None
        if self._game is not None and moves:
            self._reported = moves[-1]["first"] + len(moves[-1]["texts"])

    def _moves(self, end: int) -> Json:
        """The moves of the current game that are not reported yet, up to move `end`."""
        assert self._game is not None
        first = max(0, self._reported)
        return {
            "game": self._ended,
            "first": first,
            "texts": self._game.moves[first:end],
            "ms": self._game.ms[first:end],
        }


def updates_after(attempt_id: int, number: int) -> Sequence[tuple[int, Json]]:
    """The (number, data) of an attempt's updates after update `number`, in order."""
    updates = LiveUpdate.objects.filter(attempt=attempt_id, number__gt=number)
    return list(updates.order_by("number").values_list("number", "data"))


def games_over(match: Match) -> int | None:
    """How many games of the match have been played, as its worker last said; None before it is
    played, and without a result."""
    if match.state == Match.State.FINISHED:
        return match.games
    if match.state != Match.State.RUNNING:
        return None
    updates = LiveUpdate.objects.filter(
        attempt__match=match, attempt__outcome=Attempt.Outcome.RUNNING
    )
    last = updates.order_by("-number").values_list("data__ended", flat=True).first()
    return last or 0


def delete_ended() -> int:
    """Deletes the updates of attempts that have ended: the record has it all. How many rows."""
    ended = LiveUpdate.objects.exclude(attempt__outcome=Attempt.Outcome.RUNNING)
    return ended.delete()[0]
