"""A remote bot at a table: it is asked, and no thread waits for its answer.

Each step puts what the bot is to be told next, or looks whether its answer has come. The answer
wakes a worker as a person's does (`session_changed`); without that, the table is looked at again
every second, until the bot's clock and the grace of its connection are used up.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now

from arena.bots.models import Bot, Version
from arena.matches.remote_link import judge
from arena.remote import presence, sessions, signals
from arena.remote.models import Session
from arena.tables import hints
from arena.tables.game import ending
from arena.tables.game.game_state import BOT_CLOCK, ruleset_of
from arena.tables.models import Seat, Table
from arena.tables.worker.bot_questions import Question, Reply
from arena.web import news
from engine.faults import Reason
from referee.play.chosen_move import read_move
from referee.play.clock import NS, Spent
from referee.play.fault_report import FaultReport
from referee.play.observations import Observations
from referee.play.protocol import (
    VERSION,
    BotFault,
    Bye,
    GameOver,
    GameStart,
    Hello,
    Message,
    line,
    read_ready,
)
from referee.play.remote import explain_remote
from referee.play.seat_bots import Answered, SeatFault
from referee.play.table_game import GAME, TableGame, bank_left

LOOK = timedelta(seconds=1)
HELLO, GAME_START = 1, 2  # the first lines of a session
# How often a bot that is asked may come back with a new goat connect: each time its clock starts
# again.
RESTARTS = 2


def ask(table: Table, question: Question, version_id: int) -> Reply | None:
    """What came of the question; None while the bot may still answer."""
    session = _session(table, question.seat, version_id)
    try:
        answer = _answer(table, question, session)
    except BotFault as fault:
        sessions.end(session)
        if fault.detail == presence.STARTED_AGAIN and session.state.get("restarts", 0) < RESTARTS:
            return None  # the next step tells a new process all that has happened
        asked = session.lines.filter(asks=True).order_by("-number").first()
        report = FaultReport(
            game=GAME - 1,
            entrant=question.seat % 2,
            seat=question.seat,
            move=len(question.moves),
            reason=fault.reason,
            detail=fault.detail,
            request=asked.text if asked else "",
            cause=explain_remote(fault),
        )
        return Reply(question, SeatFault(report, ""))
    return None if answer is None else Reply(question, answer)


def finish(table: Table) -> None:
    """Tells the remote bots of a table that has ended the result, and ends them. Idempotent."""
    for session in Session.objects.filter(game=_game(table), ended=None):
        last = session.lines.order_by("-number").values_list("number", flat=True).first() or 0
        if table.score0 is not None and table.score1 is not None:
            over = GameOver(GAME, (table.score0, table.score1), table.reason)
            _put(session, last + 1, over)
            last += 1
        _put(session, last + 1, Bye())
        sessions.end(session)


def session_changed(session: UUID, **_signal: object) -> None:
    """A bot has answered: its table's next step is due."""
    games = Session.objects.filter(pk=session, game__startswith="table ")
    for game in games.values_list("game", flat=True):
        code = game.partition(" ")[2]
        playing = Table.objects.filter(code=code, state=Table.State.PLAYING)
        if playing.filter(step_token=None, due__gt=Now()).update(due=Now()):
            hints.hint(code)


def presence_changed(bot: Bot | None = None, bot_id: int | None = None, **_signal: object) -> None:
    """A bot has come or gone: its tables show it."""
    seats = Seat.objects.filter(version__bot=bot or bot_id, table__state=Table.State.PLAYING)
    for code in seats.values_list("table__code", flat=True):
        news.publish(code)


def _game(table: Table) -> str:
    return f"table {table.code}"


def _session(table: Table, seat: int, version_id: int) -> Session:
    """That of this seat. A new one begins where there is none, or the one there was has failed
    between two turns: it is told all that has happened."""
    for own in Session.objects.filter(game=_game(table), about__seat=seat, ended=None):
        if own.fault is None or own.state.get("waiting"):
            return own
        sessions.end(own)
    before = Session.objects.filter(game=_game(table), about__seat=seat).order_by("opened").last()
    restarts = 0 if before is None else before.state.get("restarts", 0) + 1
    away = 0.0 if before is None else before.state.get("away", 0.0)
    bot_id = Version.objects.values_list("bot", flat=True).get(pk=version_id)
    about = {"table": table.code, "url": table.get_absolute_url(), "seat": seat}
    session = sessions.begin(bot_id, _game(table), about | {"ruleset": table.ruleset})
    rules = ruleset_of(table)
    hello = Hello(VERSION, rules.name, rules.options, seat % 2, rules.seats, 1, BOT_CLOCK.as_dict())
    _put(session, HELLO, hello, asks=True)
    _remember(session, waiting=True, line=HELLO, told=0, away=away, restarts=restarts)
    return session


def _answer(table: Table, question: Question, session: Session) -> Answered | None:
    """Raises BotFault."""
    seat, state = question.seat, session.state
    if not state.get("ready"):
        try:
            judged = _judge(session, HELLO, BOT_CLOCK.start_ms * NS)
            if judged is None:
                return None
            read_ready(judged[0])
        except BotFault as fault:
            raise BotFault(Reason.START, fault.detail, how=fault.reason) from None
        _put(session, GAME_START, GameStart(GAME, seat, seat % 2))
        _remember(session, ready=True, waiting=False, line=GAME_START)
    game = TableGame(ruleset_of(table), table.game_seed)
    game.follow(question.moves)
    charges = [move.ms for move in question.moves[question.since :] if move.seat == seat]
    made = sum(move.seat == seat for move in question.moves)
    bank = bank_left(BOT_CLOCK, charges)
    moves = game.state.legal()
    legal = game.state.texts(moves)
    if state.get("asked") != made:
        events = game.events(seat)
        observations = Observations(seat, GAME, requests=made)
        observations.events = events[state["told"] :]
        told = len(events)
        request = observations.request(
            game.state, legal, bank // NS, charges[-1] if charges else 0.0
        )
        number = state["line"] + 1
        sessions.put(session, number, request.decode().rstrip("\n"), asks=True)
        _remember(session, asked=made, line=number, told=told, waiting=True)
    judged = _judge(session, state["line"], BOT_CLOCK.move_ms * NS + bank)
    if judged is None:
        return None
    answer, spent = judged
    _, text, note = read_move(answer, game.state, moves, legal)
    _remember(session, waiting=False)
    return Answered(text, note, round(spent.charge / NS, 1), spent, started=False)


def _judge(session: Session, number: int, allowance: int) -> tuple[bytes, Spent] | None:
    grace = max(0.0, settings.REMOTE_GRACE_SECONDS * 1000.0 - session.state.get("away", 0.0))
    found = sessions.look(session, number, grace, settings.REMOTE_NETWORK_MS)
    judged = judge(found, allowance)
    if judged is not None:
        _remember(session, away=session.state.get("away", 0.0) + max(0.0, found.turn.away))
    return judged


def _put(session: Session, number: int, message: Message, *, asks: bool = False) -> None:
    sessions.put(session, number, line(message).decode().rstrip("\n"), asks=asks)


def _remember(session: Session, **state: object) -> None:
    session.state.update(state)
    session.save(update_fields=["state"])


def _table_ended(table: Table, **_signal: object) -> None:
    finish(table)


ending.table_ended.connect(_table_ended, dispatch_uid="end remote bots of tables")
signals.bot_online.connect(presence_changed, dispatch_uid="remote bots that come to tables")
signals.bot_offline.connect(presence_changed, dispatch_uid="remote bots that leave tables")
signals.session_changed.connect(session_changed, dispatch_uid="answers of remote bots at tables")
