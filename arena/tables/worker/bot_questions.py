"""What a step asks the bots of a table, and what becomes of their answers.

`next_questions` and `store` run inside log.locked, `ask` outside it.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.matches.lifecycle import storable
from arena.tables.game import turns, windows
from arena.tables.game.game_state import GameState, Move
from arena.tables.game.moves import play
from arena.tables.models import BotFault, Entry, Seat, Table
from arena.web.database_time import database_now
from referee.play.fault_report import FaultReport
from referee.play.seat_bots import Answered, SeatBots, SeatFault


@dataclass(frozen=True)
class Question:
    """A question to the bot in `seat`, when the game had these `moves`.

    `since`: the first move from which on this bot plays the seat. `until` (time.monotonic): when
    the window ends in which it is asked in secret; None for an ordinary turn. `declined`: the moves
    of others that are asked before it in secret, as if they all said no. `only_start`: the bot is
    not asked, but it must be started as if it were.
    """

    seat: int
    moves: Sequence[Move]
    since: int
    until: float | None = None
    declined: Sequence[Move] = ()
    only_start: bool = False


@dataclass(frozen=True)
class Reply:
    """What came of a question."""

    question: Question
    answer: Answered | SeatFault | None


def next_questions(table: Table, game: GameState, seats: Sequence[Seat]) -> list[Question]:
    """What the bots are to be asked now; nothing if a person or the end of a window is next."""
    moves = list(game.moves)
    if table.window is None:
        asked = None if game.seat is None else seats[game.seat]
        if asked is None or asked.playing_bot is None:
            return []
        return [Question(asked.number, moves, since(asked))]
    if table.due is None or table.due > (now := database_now()):
        return []
    until = time.monotonic() + (windows.end(table) - now).total_seconds()
    awaited = windows.bots_to_ask(table, seats)
    questions = []
    for number in awaited:
        before = table.window["asked"][: table.window["asked"].index(number)]
        declined = [Move(seat, game.decline, 0.0) for seat in before]
        questions.append(Question(number, moves, since(seats[number]), until, declined))
    # All bots that may be asked are started, so that nothing can be told from who answers sooner.
    for number in sorted(game.may_be_asked.difference(awaited)):
        if seats[number].playing_bot is not None:
            questions.append(Question(number, moves, 0, until, only_start=True))
    return questions


def since(seat: Seat) -> int:
    """The first move of the game from which on the bot plays this seat."""
    if seat.stand_in_id is None:
        return 0
    log = Entry.objects.filter(table_id=seat.table_id)
    stood_in = log.filter(kind=Entry.Kind.SEAT, seat=seat.number, data__what="stand_in").last()
    number = stood_in.number if stood_in else 0
    return log.filter(kind=Entry.Kind.MOVE, number__lt=number).count()


def ask(bots: SeatBots, question: Question, tick: Callable[[], None]) -> Reply:
    """Asks the bot. Raises what SeatBots.ask raises, but SeatFault, which is a reply."""
    within = None
    if question.until is not None:
        within = max(0.0, (question.until - time.monotonic()) * 1000)
    moves = [*question.moves, *question.declined]
    if question.only_start:
        bots.start(question.seat, moves, within)
        return Reply(question, None)
    try:
        answer = bots.ask(question.seat, moves, since=question.since, within_ms=within, tick=tick)
    except SeatFault as fault:
        return Reply(question, fault)
    return Reply(question, answer)


def store(table: Table, game: GameState, seats: Sequence[Seat], replies: Sequence[Reply]) -> None:
    """Plays the answer of a bot, or keeps those to secret questions until the window ends.

    Does nothing if the game has gone on since the bots were asked.
    """
    if not replies or len(replies[0].question.moves) != len(game.moves):
        return
    for reply in replies:
        answer = reply.answer
        if isinstance(answer, SeatFault):
            _keep_report(table, answer)
        if reply.question.until is not None:
            _store_secret(table, game, reply)
        elif isinstance(answer, SeatFault):
            report = answer.report
            detail = storable(report.detail)
            turns.lose_by_fault(table, game, report.seat, report.reason, detail)
        elif answer is not None and (text := answer.text) is not None:
            play(table, game, Move(reply.question.seat, text, answer.ms, answer.note))
            turns.go_on(table, game, seats)


def _store_secret(table: Table, game: GameState, reply: Reply) -> None:
    if table.window is None:
        return
    # The step has nothing to do before the window ends.
    table.due = windows.end(table)
    seat, answer = reply.question.seat, reply.answer
    if answer is None or not windows.awaits(table, seat):
        return
    kept: dict[str, Any]
    if isinstance(answer, SeatFault):
        kept = {"reason": answer.report.reason, "detail": storable(answer.report.detail)}
    else:
        # A bot that does not answer within the window says no.
        kept = {"text": answer.text or game.decline, "ms": answer.ms}
        if answer.note is not None:
            kept["note"] = answer.note
    windows.note_answer(table, seat, **kept)


def _keep_report(table: Table, fault: SeatFault) -> None:
    """Keeps what the author of the bot needs. It is shown when the game has ended."""
    report: FaultReport = fault.report
    version = table.seats.get(number=report.seat).playing_bot
    if version is None:
        return  # the person has the seat again
    BotFault.objects.get_or_create(
        table=table,
        seat=report.seat,
        version_id=version,
        move=report.move,
        defaults={
            "reason": report.reason,
            "detail": storable(report.detail),
            "cause": storable(report.cause),
            "request": storable(report.request),
            "stderr": storable(fault.stderr),
        },
    )
