"""The bots of tables that stay ready between their turns, in this process.

A process that waits for a person costs memory, and saves the start of a bot at its next turn. It
may be ended at any time: the next one is told all that happened (docs/3-protocol.md, "Tables").
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from django.conf import settings

from arena.bots.models import Version
from arena.bots.package_sets import not_played_here
from arena.matches import worker_process
from arena.tables.game.game_state import BOT_CLOCK, ruleset_of
from arena.tables.models import Seat, Table
from referee.play.seat_bots import SeatBots
from referee.programs.package_sets import is_set_name
from referee.sandbox import NoSandbox


@dataclass
class Crew:
    """The bots of one table. `versions`: the id of the version that plays each bot's seat;
    `remote`: the seats of remote bots, which have no process here (remote_seats.py). `ends`: when
    they stop waiting. `over`: the scores and the reason, if the game has ended."""

    bots: SeatBots
    versions: dict[int, int] = field(default_factory=dict)
    remote: set[int] = field(default_factory=set)
    ends: float = 0.0
    over: tuple[tuple[float, float], str] | None = None

    def follow(self, seats: Sequence[Seat]) -> None:
        """Takes the programs of the bots that play now. Raises NoSandbox."""
        playing = {seat.number: seat.playing_bot for seat in seats}
        for number, version_id in playing.items():
            if version_id == self.versions.get(number):
                continue
            self.remote.discard(number)
            if version_id is None:
                self.bots.put(number, None)
                del self.versions[number]
            else:
                version = Version.objects.select_related("bot__owner").get(pk=version_id)
                if version.bot.remote:
                    self.remote.add(number)
                elif is_set_name(version.language) and version.language in not_played_here():
                    raise NoSandbox(f"this worker lacks the arena's {version.language}")
                self.bots.put(number, None if version.bot.remote else version.program())
                self.versions[number] = version_id


class WarmBots:
    """The crews of this process that wait for their next turn. Threads share it."""

    def __init__(self) -> None:
        self._crews: dict[str, Crew] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._crews)

    @contextmanager
    def borrow(self, table: Table) -> Iterator[Crew]:
        """The crew of this table for one step, and a new one if there is none.

        Afterwards it waits for the next step, unless the game is over. If the block raises, it is
        ended.
        """
        with self._lock:
            crew = self._crews.pop(table.code, None)
        crew = crew or Crew(new_bots(table))
        try:
            yield crew
        except BaseException:
            crew.bots.close()
            raise
        if crew.over is not None:
            crew.bots.finish(*crew.over)
        else:
            self._keep(table.code, crew)

    def _keep(self, code: str, crew: Crew) -> None:
        crew.ends = time.monotonic() + settings.TABLE_WARM_SECONDS
        with self._lock:
            # In the order in which they came back.
            ended = [self._crews.pop(code)] if code in self._crews else []
            self._crews[code] = crew
            while len(self._crews) > settings.TABLES_WARM:
                ended.append(self._crews.pop(next(iter(self._crews))))
        _end(ended)

    def end_expired(self) -> None:
        """Ends the crews that have waited too long. Call it about once a second."""
        now = time.monotonic()
        with self._lock:
            codes = [code for code, crew in self._crews.items() if crew.ends <= now]
            ended = [self._crews.pop(code) for code in codes]
        _end(ended)

    def end_all(self) -> None:
        with self._lock:
            ended = list(self._crews.values())
            self._crews.clear()
        _end(ended)


def new_bots(table: Table) -> SeatBots:
    """The bots of a table, of which none has been started. Raises NoSandbox."""
    box = worker_process.sandbox()
    return SeatBots(box, ruleset_of(table), table.game_seed, BOT_CLOCK, {})


def _end(crews: Sequence[Crew]) -> None:
    with ExitStack() as ended:
        for crew in crews:
            ended.callback(crew.bots.close)
