"""A remote bot in a match, as the referee sees it: lines go out as rows, and answers come back so.

The worker waits for news of its session and looks twice a second without any. The wait ends by the
bot's clock and the grace of its connection, whatever its author's machine does (arena/remote).
"""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings

from arena.bots.models import Version
from arena.matches.models import Match
from arena.matches.reconnect import retry
from arena.matches.worker_process import Stopping, stopping
from arena.remote import sessions
from arena.web import news
from engine.faults import Reason
from referee.play.clock import NS, Spent
from referee.play.protocol import MAX_DETAIL, BotFault
from referee.play.remote import RemoteProgram
from referee.play.turn_scheduler import TurnScheduler

T = TypeVar("T")

LOOK_SECONDS = 0.5
# What an author's machine may say of its bot. Everything else is judged here.
LOST = "its connection was away for longer than the grace in a game"
REPORTED = {Reason.CRASH, Reason.FLOOD, Reason.MALFORMED}

_follower: threading.Thread | None = None
_follower_lock = threading.Lock()


@dataclass
class Turn:
    """Where the match is: (game, move), both from 1."""

    turn: tuple[int, int] = (0, 0)


class RemoteLink:
    """A new process of the bot on its author's machine: see referee.play.remote.PlayingBot."""

    def __init__(
        self, bot_id: int, game: str, about: Mapping[str, Any], scheduler: TurnScheduler
    ) -> None:
        self.stderr = Turn()
        self.last_request = b""
        self._scheduler = scheduler
        self._changed = threading.Event()
        self._lines = 0
        self._grace = 0.0
        self._game = -1
        self._session = _kept(lambda: sessions.begin(bot_id, game, about))
        follow_news()
        self._unlisten: Callable[[], None] | None = news.listen(self._hear)

    def send(self, line: bytes) -> None:
        self._put(line, asks=False)

    def ask(self, line: bytes, allowance: int, until: int | None = None) -> tuple[bytes, Spent]:
        """Raises BotFault, and what the scheduler's tick raises."""
        self.last_request = line
        self._begin_game()
        self._scheduler.stop_all()
        self._put(line, asks=True)
        while True:
            self._scheduler.tick()
            self._changed.clear()
            found = _kept(self._look)
            judged = judge(found, allowance)
            if judged is not None:
                self._grace -= min(self._grace, max(0.0, found.turn.away))
                return judged
            self._changed.wait(LOOK_SECONDS)

    def finish(self, line: bytes) -> None:
        self.send(line)

    def wait_for_exit(self, deadline: int) -> None:
        """Its author's machine sees to that."""

    def kill(self) -> None:
        if self._unlisten is not None:
            self._unlisten()
            self._unlisten = None
        # While the database is away the end waits for the sweep.
        retry(lambda: sessions.end(self._session), lambda: True)

    def _begin_game(self) -> None:
        """Each game has the whole grace."""
        game = self.stderr.turn[0]
        if game != self._game:
            self._game, self._grace = game, settings.REMOTE_GRACE_SECONDS * 1000.0

    def _put(self, line: bytes, *, asks: bool) -> None:
        self._lines += 1
        text = line.decode().rstrip("\n")
        _kept(lambda: sessions.put(self._session, self._lines, text, asks=asks))

    def _look(self) -> sessions.Looked:
        most = settings.REMOTE_NETWORK_MS
        return sessions.look(self._session, self._lines, self._grace, most)

    def _hear(self, topic: str) -> None:
        if topic == str(self._session.pk):
            self._changed.set()


def remote_program(match: Match, versions: Sequence[Version], side: int) -> RemoteProgram:
    """What the referee has in place of the program of a remote bot, for one attempt."""
    bot = versions[side].bot
    sessions.end_all(bot.pk, f"match {match.pk}")
    about = {
        "match": match.pk,
        "url": match.get_absolute_url(),
        "ruleset": match.ruleset,
        "opponent": str(versions[1 - side].bot),
    }

    def connect(number: int, leg: int, scheduler: TurnScheduler) -> RemoteLink:
        place = {"leg": leg + 1, "process": number + 1}
        return RemoteLink(bot.pk, f"match {match.pk}", about | place, scheduler)

    return RemoteProgram(connect)


def follow_news() -> None:
    """Lets this process hear the news of others, in a thread of its own. Again does nothing."""
    global _follower
    if settings.EMBEDDED:
        return
    with _follower_lock:
        if _follower is None or not _follower.is_alive():
            _follower = threading.Thread(
                target=lambda: asyncio.run(news.follow(lambda: None)), name="news", daemon=True
            )
            _follower.start()


def _kept(action: Callable[[], T]) -> T:
    """What `action` returns; while the database is away it waits. Raises Stopping."""
    found = retry(action, stopping.is_set)
    if found is None:
        raise Stopping
    return found


def judge(found: sessions.Looked, allowance: int) -> tuple[bytes, Spent] | None:
    """The answer and its time; None while there is none and the bot may still answer.

    `allowance`: nanoseconds on its clock. Raises BotFault.
    """
    turn = found.turn
    if found.answer is not None:
        if turn.charge > allowance / NS:
            raise _timeout(found, allowance)
        return found.answer.encode("utf-8", "replace"), _spent(found)
    if found.fault is not None:
        raise _reported(found.fault)
    if turn.lost:
        raise BotFault(Reason.TIMEOUT, LOST, spent=_spent(found))
    if found.delivered and turn.late(allowance / NS):
        raise _timeout(found, allowance)
    return None


def _reported(fault: Mapping[str, Any]) -> BotFault:
    """A fault that the author's machine reported."""
    reason = next((one for one in REPORTED if one == fault.get("reason")), Reason.CRASH)
    return BotFault(reason, str(fault.get("detail") or "it ended")[:MAX_DETAIL])


def _timeout(found: sessions.Looked, allowance: int) -> BotFault:
    turn = found.turn
    return BotFault(
        Reason.TIMEOUT,
        f"no answer within {allowance // NS} ms: wall {turn.waited:.0f} ms,"
        f" of which network {turn.excused:.0f} ms",
        spent=_spent(found),
    )


def _spent(found: sessions.Looked) -> Spent:
    turn = found.turn
    return Spent(round(turn.waited * NS), 0, 0, 0, round(turn.excused * NS))
