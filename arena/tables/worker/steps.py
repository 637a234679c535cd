"""A step of a table: the bots play until a person is to move.

No process waits for a person. A step claims the table's row with a token and a short lease,
restores the game, and asks the bots. Each answer is stored under the row's lock, if the token is
still the row's and the game has as many moves as when the bot was asked. So a step that is
delivered twice, or one that was believed dead, plays nothing twice. While a step holds the row,
`due` stays: when the worker dies, the lease ends, and another step goes on.
"""

import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from django.db.models.functions import Now

from arena.matches.reconnect import DatabaseAway, close_broken_connection, note_outage, retry
from arena.matches.worker import MOST_MACHINE_ERRORS
from arena.matches.worker_process import Stopping, end_worker, stop_if_told, stopping
from arena.tables import log
from arena.tables.game import ending, turns
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Seat, Table
from arena.tables.worker import remote_seats
from arena.tables.worker.bot_questions import Question, Reply, ask, next_questions, store
from arena.tables.worker.warm_bots import Crew, WarmBots
from arena.web.database_time import database_now
from referee.sandbox import NoSandbox, SandboxFailed

LEASE = timedelta(seconds=15)
# How often a step looks whether the row is still its own, and extends the lease.
CHECK_SECONDS = 2.0
# Failures of the machine in a row after which the table is closed, and the pause after each.
MOST_FAILURES = 5
PAUSE = timedelta(seconds=1)

MACHINE_ERRORS = (OSError, SandboxFailed, NoSandbox)

logger = logging.getLogger(__name__)
_machine_errors = 0  # in a row, in this process


class Lost(Exception):
    """The row is not this step's: another has it, or nothing is to be done."""


def run(code: str, warm: WarmBots) -> float | None:
    """One step, if one is due and no other worker plays it.

    Returns in how many seconds the next is due without anybody's help (a window ends then); None if
    that is not known. The bots that were started stay in `warm`.
    """
    wait = seconds_to_due(code)
    if stopping.is_set() or wait is None or wait > 0:
        return wait
    step = Step(code, warm)
    try:
        goes_on = step.play()
    except Lost:
        return None
    except Stopping:
        step.release()
        return None
    except DatabaseAway as error:
        note_outage(error)
        return None
    except Exception as error:
        logger.exception("a step of table %s failed", code)
        step.fail()
        if isinstance(error, MACHINE_ERRORS):
            _count_machine_error(error)
        goes_on = True
    else:
        _forget_machine_errors()
    return seconds_to_due(code) if goes_on else None


def recover() -> None:
    """At the start of an embedded arena nobody plays the steps that are marked as playing."""
    held = Table.objects.filter(state=Table.State.PLAYING).exclude(step_token=None)
    held.update(step_token=None, step_until=None)


def seconds_to_due(code: str) -> float | None:
    """In how many seconds a step of this table is due; None if none is."""
    close_broken_connection()
    playing = Table.objects.filter(code=code, state=Table.State.PLAYING).annotate(now=Now())
    due, now = playing.values_list("due", "now").first() or (None, None)
    return None if due is None or now is None else max(0.0, (due - now).total_seconds())


def _count_machine_error(error: Exception) -> None:
    """A worker whose machine fails at each step leaves the tables to others."""
    global _machine_errors
    _machine_errors += 1
    if _machine_errors >= MOST_MACHINE_ERRORS:
        end_worker(error)


def _forget_machine_errors() -> None:
    global _machine_errors
    _machine_errors = 0


class Step:
    """One step, which holds the table's row by its token."""

    def __init__(self, code: str, warm: WarmBots) -> None:
        self._code = code
        self._warm = warm
        self._token = uuid4()
        self._next_check = 0.0
        self._held = False
        self._seats: list[Seat] = []
        self._game: GameState | None = None
        self._entries = 0

    def play(self) -> bool:
        """Claims the row, plays, and gives it back. Returns whether a step is due later.

        Raises Lost, Stopping, DatabaseAway, and what SeatBots raises when the machine fails.
        """
        table, questions = self._stored_and_next(())
        if questions:
            with self._warm.borrow(table) as crew:
                while questions:
                    crew.follow(self._seats)
                    replies = []
                    for question in questions:
                        if (reply := self._ask(crew, table, question)) is None:
                            self._wait_for_remote_bot()
                            return True
                        replies.append(reply)
                    table, questions = self._stored_and_next(replies)
                if table.state == Table.State.OVER:
                    assert table.score0 is not None and table.score1 is not None
                    crew.over = (table.score0, table.score1), table.reason
        return table.due is not None

    def _ask(self, crew: Crew, table: Table, question: Question) -> Reply | None:
        """What came of the question; None while a remote bot thinks."""
        if question.seat in crew.remote:
            return remote_seats.ask(table, question, crew.versions[question.seat])
        return ask(crew.bots, question, self._tick)

    def _wait_for_remote_bot(self) -> None:
        """Gives the row back. The bot's answer brings the next step, or the time to look again."""

        def later() -> bool:
            with log.locked(self._code) as table:
                if table.step_token == self._token:
                    table.step_token = table.step_until = None
                    table.due = database_now() + remote_seats.LOOK
            return True

        retry(later, stopping.is_set)

    def release(self) -> None:
        """Gives the row back before the work is done; another step goes on."""
        retry(self._give_back, stopping.is_set)

    def fail(self) -> None:
        """The machine failed: another step tries again, until the table is closed."""
        retry(lambda: self._give_back(failed=True), stopping.is_set)

    def _stored_and_next(self, replies: Sequence[Reply]) -> tuple[Table, list[Question]]:
        """Stores what the bots answered. Returns what they are to be asked next: if nothing, the
        row is given back.

        While the database is away it waits. It may run again after it succeeded.
        """
        found = retry(lambda: self._store(replies), stopping.is_set)
        if found is None:
            raise Stopping
        return found

    def _store(self, replies: Sequence[Reply]) -> tuple[Table, list[Question]]:
        # A transaction that fails may leave moves in the game that are not in the log.
        game, self._game = self._game, None
        questions: list[Question] = []
        with log.locked(self._code, of_step=True) as table:
            self._hold(table)
            if game is None or table.entries != self._entries:
                game = GameState(table, moves_of(table))
            self._seats = list(table.seats.order_by("number"))
            store(table, game, self._seats, replies)
            if replies:
                table.step_failures = 0
            turns.close_window(table, game)
            if table.step_failures >= MOST_FAILURES:
                ending.close(table, ending.FAILED)
            elif not table.ended:
                questions = next_questions(table, game, self._seats)
            if not questions:
                table.step_token = table.step_until = None
        self._game, self._entries = game, table.entries
        return table, questions

    def _hold(self, table: Table) -> None:
        """Claims the row, or extends the lease. Raises Lost."""
        now = database_now()
        if table.state != Table.State.PLAYING:
            raise Lost
        if table.step_token != self._token:
            if self._held or table.due is None or table.due > now:
                raise Lost
            if table.step_token is not None:
                if table.step_until is not None and table.step_until > now:
                    raise Lost
                table.step_failures += 1
                logger.warning("a step of %s was lost with its worker", table)
            table.step_token = self._token
        self._held = True
        table.step_until = now + LEASE
        self._next_check = time.monotonic() + CHECK_SECONDS

    def _give_back(self, failed: bool = False) -> bool:
        with log.locked(self._code) as table:
            if table.step_token != self._token:
                return True
            table.step_token = table.step_until = None
            if failed:
                table.step_failures += 1
                table.due = database_now() + PAUSE
                if table.step_failures >= MOST_FAILURES:
                    ending.close(table, ending.FAILED)
        return True

    def _tick(self) -> None:
        """While a bot thinks: ends the step if the worker ends or the row is no longer its own."""
        stop_if_told()
        if time.monotonic() < self._next_check:
            return
        self._next_check = time.monotonic() + CHECK_SECONDS
        own = Table.objects.filter(
            code=self._code, step_token=self._token, state=Table.State.PLAYING
        )
        try:
            close_broken_connection()
            held = own.update(step_until=Now() + LEASE)
        except DatabaseAway as error:
            note_outage(error)  # the answer is stored when it is back
        else:
            if not held:
                raise Lost
