"""Sessions of remote bots: what the referee sends, what is handed to the connection, and answers.

The worker calls `begin`, `put`, `look` and `end`; the web processes `take`, `answer` and `report`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Q

from arena.bots.models import Bot
from arena.remote import clock
from arena.remote.models import Connection, Line, Session
from arena.remote.presence import MS, Replaced, connection_away, topic
from arena.remote.signals import session_changed
from arena.web import news
from arena.web.database_time import database_now


@dataclass(frozen=True)
class Looked:
    """A question as the worker finds it. `fault`: what the author's machine reported."""

    delivered: bool
    answer: str | None
    turn: clock.Turn
    fault: Mapping[str, Any] | None


@dataclass(frozen=True)
class Taken:
    """What a stream is to send: sessions that begin, lines, sessions that have ended, and whether a
    question waits for its answer."""

    lines: Sequence[Line]
    ended: Sequence[UUID]
    asked: bool


def begin(bot_id: int, game: str, about: Mapping[str, Any]) -> Session:
    """A new session, for a new process of the bot, which plays in this game."""
    connection = Connection.objects.filter(bot=bot_id).first()
    program = connection.program if connection is not None else UUID(int=0)
    return Session.objects.create(
        bot_id=bot_id, program=program, game=game, about=dict(about), opened=database_now()
    )


def put(session: Session, number: int, text: str, *, asks: bool) -> bool:
    """Queues a line for the bot. Again does nothing. Returns True."""
    connection = Connection.objects.filter(bot=session.bot_id).first()
    now = database_now()
    away = connection_away(connection, now) if connection is not None else 0
    line = Line(session=session, number=number, text=text, asks=asks, queued=now, away_before=away)
    Line.objects.bulk_create([line], ignore_conflicts=True)
    news.publish(topic(session.bot_id))
    return True


def look(session: Session, number: int, grace: float, most_network: float) -> Looked:
    """How the question with this number stands now."""
    line = Line.objects.select_related("session__bot__connection").get(
        session=session, number=number
    )
    now = database_now()
    since = line.delivered or line.queued
    until = line.answered or now
    connection = getattr(line.session.bot, "connection", None)
    waited = (until - since).total_seconds() * MS
    if connection is None:
        away, silent, network = waited, waited, 0.0
    else:
        after = line.away_after if line.answered else connection_away(connection, now)
        # A bot that does not take its lines must not be able to void a match: that time counts as
        # away, whoever is to blame for it.
        away = float(after - line.away_before) if line.delivered else waited
        silent = (now - connection.heard).total_seconds() * MS
        network = clock.network_share(connection.round_trips, most_network)
    turn = clock.Turn(waited, away, silent, network, grace)
    answer = line.answer if line.answered else None
    return Looked(line.delivered is not None, answer, turn, line.session.fault)


def end(session: Session) -> None:
    """The session is over: its process is told to end."""
    Session.objects.filter(pk=session.pk, ended=None).update(ended=database_now())
    news.publish(topic(session.bot_id))


def end_all(bot_id: int, game: str) -> None:
    """Ends what a worker that was lost has left of this game."""
    for session in Session.objects.filter(bot=bot_id, game=game, ended=None):
        end(session)


def going_on(bot_id: int, program: UUID) -> list[str]:
    """The sessions whose end this goat connect has not been told."""
    own = Session.objects.filter(bot=bot_id, program=program, told=False, ended=None)
    return [str(session) for session in own.values_list("pk", flat=True)]


def lost_with_another(bot_id: int, program: UUID) -> list[dict[str, Any]]:
    """The matches in which a game is lost when this goat connect takes over from another one: what
    they are about. At a table a new process is told all that has happened."""
    others = Session.objects.filter(bot=bot_id, told=False, ended=None, fault__isnull=True)
    found = others.exclude(program=program).filter(game__startswith="match ").order_by("opened")
    return list({session.game: session.about for session in found}.values())


def take(bot_id: int, key: UUID, again: bool = False) -> Taken:
    """What the connection with this key is to be sent now, marked as delivered.

    `again`: after goat connect has connected again, everything that it may not have: the lines
    since the last answer of each session. Raises Replaced when the connection no longer counts.
    """
    with transaction.atomic():
        connection = Connection.objects.select_for_update().filter(bot=bot_id, key=key).first()
        if connection is None:
            raise Replaced
        program = connection.program
        own = Session.objects.filter(bot=bot_id, program=program, told=False)
        lines = Line.objects.filter(session__in=own).select_related("session")
        waiting = Q(delivered=None)
        if again:
            answered = Max("session__lines__number", filter=~Q(session__lines__answered=None))
            lines = lines.annotate(last=answered)
            waiting |= Q(last=None) | Q(number__gt=F("last"))
        found = list(lines.filter(waiting).order_by("pk"))
        if new := [line.pk for line in found if line.delivered is None]:
            now = database_now()
            away = connection_away(connection, now)
            Line.objects.filter(pk__in=new).update(delivered=now, away_before=away)
        if ended := list(own.exclude(ended=None).values_list("pk", flat=True)):
            Session.objects.filter(pk__in=ended).update(told=True)
    asked = Line.objects.filter(session__in=own, asks=True, answered=None).exclude(delivered=None)
    return Taken(found, ended, asked.filter(session__ended=None).exists())


def answer(bot: Bot, program: UUID, answers: Iterable[tuple[UUID, int, str]]) -> int:
    """The bot's answers to questions: session, number of the line, and text. The same again, or one
    that nobody waits for, does nothing, and costs nothing. Returns how many counted.
    """
    asked = Line.objects.filter(
        session__bot=bot,
        session__program=program,
        session__ended=None,
        asks=True,
        answered=None,
    ).exclude(delivered=None)
    wanted = {(session, number): text for session, number, text in reversed([*answers])}
    if not wanted:
        return 0
    open_now = asked.filter(session__in={session for session, _number in wanted})
    lines = [
        (pk, session, wanted[session, number])
        for pk, session, number in open_now.values_list("pk", "session", "number")
        if (session, number) in wanted
    ]
    counted = 0
    for pk, session, text in lines:
        connection = Connection.objects.get(bot=bot)
        now = database_now()
        away = connection_away(connection, now)
        if asked.filter(pk=pk).update(answer=text, answered=now, away_after=away):
            counted += 1
            _tell(session)
    return counted


def _tell(session: UUID) -> None:
    news.publish(str(session))
    session_changed.send(sender=Session, session=session)


def report(bot: Bot, program: UUID, faults: Iterable[tuple[UUID, str, str]]) -> int:
    """The author's machine says that processes have failed: session, reason and detail. Returns how
    many counted."""
    said = {session: (reason, detail) for session, reason, detail in reversed([*faults])}
    if not said:
        return 0
    going_on = Session.objects.filter(bot=bot, program=program, ended=None, fault__isnull=True)
    counted = 0
    for session in list(going_on.filter(pk__in=said).values_list("pk", flat=True)):
        reason, detail = said[session]
        if going_on.filter(pk=session).update(fault={"reason": reason, "detail": detail}):
            counted += 1
            _tell(session)
    return counted
