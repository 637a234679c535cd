"""What a worker tells of a match while it plays it: numbered rows for those who watch.

A match that is over within a second leaves none. Nothing here may cost a bot its time or a match
its result: it is called between the referee's looks at the bots, and gives up on any error.
"""

import logging
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError

from arena.matches.models import Attempt, Progress
from referee.play.game import GameResult

FIRST_AFTER_SECONDS = 1.0
EVERY_SECONDS = 0.5
NOT_BEGUN = -1

log = logging.getLogger(__name__)

Json = dict[str, Any]


class Reporter:
    """Writes one attempt's rows. The referee calls `begin` and `end` around each game that is
    played, and `write` about twice a second.

    A row's data: ``over``, the games that have ended since the last row (``sides``, ``scores``,
    ``reason``), and ``moves``, a list of what was played meanwhile: ``{"game", "first", "texts",
    "ms"}``, with the index of the game and of the first of these moves. A game that began and
    ended between two rows has no moves told. The last `settings.LIVE_DELAY_MOVES` moves of a game
    in play are held back.
    """

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._due = time.monotonic() + FIRST_AFTER_SECONDS
        self._rows = 0
        self._over: list[Json] = []
        self._ended = 0
        self._game: GameResult | None = None
        self._told = NOT_BEGUN
        self._rest: Json | None = None

    def begin(self, game: GameResult) -> None:
        self._game, self._told = game, NOT_BEGUN

    def end(self, record: Json) -> None:
        """A game's part of the record, also of a game that was never begun."""
        if self._told != NOT_BEGUN and self._game is not None:
            self._rest = self._news(len(self._game.moves))
        self._over.append({key: record[key] for key in ("sides", "scores", "reason")})
        self._ended += 1
        self._game, self._told = None, NOT_BEGUN

    def write(self) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + EVERY_SECONDS
        moves = [self._rest] if self._rest else []
        if self._game is not None:
            shown = max(0, len(self._game.moves) - settings.LIVE_DELAY_MOVES)
            if shown > self._told:
                moves.append(self._news(shown))
        if not moves and not self._over:
            return
        try:
            Progress.objects.create(
                attempt=self._attempt,
                number=self._rows + 1,
                data={"over": self._over, "moves": moves},
            )
        except DatabaseError as error:
            log.warning("the progress of %s is not told now: %s", self._attempt, error)
            return
        self._rows += 1
        self._over, self._rest = [], None
        if self._game is not None and moves and moves[-1]["game"] == self._ended:
            self._told = moves[-1]["first"] + len(moves[-1]["texts"])

    def _news(self, end: int) -> Json:
        """The moves of the game in play from the first that is not told up to number `end`."""
        assert self._game is not None
        first = max(0, self._told)
        return {
            "game": self._ended,
            "first": first,
            "texts": self._game.moves[first:end],
            "ms": self._game.ms[first:end],
        }


def rows_after(attempt_id: int, number: int) -> Sequence[tuple[int, Json]]:
    """The (number, data) of an attempt's rows after row `number`, in order."""
    rows = Progress.objects.filter(attempt=attempt_id, number__gt=number)
    return list(rows.order_by("number").values_list("number", "data"))


def forget() -> int:
    """Removes the rows of attempts that have ended: the record tells it all. How many rows."""
    ended = Progress.objects.exclude(attempt__outcome=Attempt.Outcome.RUNNING)
    return ended.delete()[0]
