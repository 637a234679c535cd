"""Hints: what a strong bot would do in the place of a person.

A request is a row. A worker of the queue ``table`` asks the strongest house bot, in a process of
its own, which gets what this seat knows and nothing else. It is never the process of a bot that
plays at the table. The answer is an entry of the log that this seat alone sees.
"""

import logging
from contextlib import closing
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.matches.reconnect import close_broken_connection
from arena.matches.worker_process import stop_if_told
from arena.people import levels
from arena.people.models import Player
from arena.tables import hints, log
from arena.tables.errors import Forbidden, NotNow, Stale
from arena.tables.game import ending
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Entry, HintRequest, Table
from arena.tables.seats import limits, seating
from arena.tables.worker import warm_bots
from arena.web.database_time import database_now
from referee.play.seat_bots import SeatFault
from referee.sandbox import NoSandbox, SandboxFailed

LEVEL = "strong"
# How long the bot may take, a cold start included, and after what time a request counts as lost.
THINKS_MS = 10_000
PATIENCE = timedelta(seconds=15)

logger = logging.getLogger(__name__)


def ask(table: Table, player: Player, question: int, network: str = "") -> None:
    """Asks for a hint to a question, at a locked table. The same again does nothing.

    Raises TableError: Forbidden (no hints here), NotNow, Stale, TooMany. No error depends on what
    other seats are asked in secret.
    """
    seat = seating.own_seat(table, player).number
    if not table.hints or table.rated:
        raise Forbidden(_("There are no hints at this table."))
    game = GameState(table, moves_of(table))
    if table.state != Table.State.PLAYING or table.window is not None or game.turn != seat:
        raise NotNow(_("You get a hint when it is your turn."))
    if question != game.noticed[seat]:
        raise Stale(_("The game has moved on: ask for a hint to the question that is asked now."))
    if not _is_asked(table, game, seat, question):
        raise NotNow(_("You get a hint when it is your turn."))
    if _given(table, seat, question):
        return
    now = database_now()
    before = HintRequest.objects.filter(table=table, seat=seat).first()
    if before is not None and before.question == question and before.made > now - PATIENCE:
        return
    limits.use_for_hint(player, network)
    if before is not None:
        before.delete()
    HintRequest.objects.create(table=table, seat=seat, question=question, made=now)
    transaction.on_commit(lambda: hints.hint(table.code), robust=True)


def answer_requests(code: str) -> None:
    """Answers the requests at a table that no worker has taken. A failure is in the log; the person
    may ask again."""
    close_broken_connection()
    waiting = HintRequest.objects.filter(table__code=code, taken=None)
    for request in waiting.select_related("table"):
        untaken = HintRequest.objects.filter(pk=request.pk, taken=None)
        if not untaken.update(taken=database_now()):
            continue
        try:
            _answer(request)
        except (SeatFault, NoSandbox, SandboxFailed, OSError, levels.NoHouseBot):
            logger.exception("no %s", request)
        finally:
            HintRequest.objects.filter(pk=request.pk).delete()


def forget(table: Table, **_signal: Any) -> None:
    """Drops the requests that were lost with their workers, when the game has ended."""
    HintRequest.objects.filter(table=table).delete()


ending.table_ended.connect(forget, dispatch_uid="forget requests for hints")


def _answer(request: HintRequest) -> None:
    """Asks the bot, and keeps its answer unless the person has moved meanwhile."""
    table, seat, question = request.table, request.seat, request.question
    game = GameState(table, moves_of(table))
    if not _is_asked(table, game, seat, question):
        return
    light = levels.bot_for(table.ruleset, LEVEL)
    version = Version.objects.select_related("bot__owner").get(pk=light.pk)
    with closing(warm_bots.new_bots(table)) as bots:
        bots.put(seat, version.program())
        moves = game.moves
        # Nothing that was played so far is charged to this bot.
        answered = bots.ask(seat, moves, since=len(moves), within_ms=THINKS_MS, tick=stop_if_told)
    if answered.text is None:
        return
    with log.locked(table.code) as row:
        now = GameState(row, moves_of(row))
        if _is_asked(row, now, seat, question) and not _given(row, seat, question):
            by = str(version.bot)
            log.append(row, Entry.Kind.HINT, seat, move=answered.text, by=by, n=question)


def _is_asked(table: Table, game: GameState, seat: int, question: int) -> bool:
    """Whether the person in this seat is to answer this question, and all may know it."""
    return (
        table.state == Table.State.PLAYING
        and table.window is None
        and game.seat == seat
        and not game.asks_in_secret
        and game.noticed[seat] == question
        and table.seats.get(number=seat).is_persons
    )


def _given(table: Table, seat: int, question: int) -> bool:
    given = Entry.objects.filter(table=table, kind=Entry.Kind.HINT, seat=seat)
    return given.filter(data__n=question).exists()
