"""Whether remote bots are connected: connections begin, give signs of life, and end."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from arena.bots.models import Bot
from arena.remote import clock
from arena.remote.models import Connection, Session
from arena.remote.signals import bot_offline, bot_online
from arena.web import news
from arena.web.database_time import database_now

STARTED_AGAIN = "goat connect was started again, and the bot's processes ended with the old one"
STOPPED = "its author stopped goat connect"
MS = 1000
# Answers may come faster than signs of life need to be noted.
NOTED_EVERY = timedelta(seconds=1)
# A bot that was silent for so long is shown as away at its table: longer than an idle one is.
SHOWN_AWAY_AFTER = timedelta(seconds=12)


class Replaced(Exception):
    """Another connection of the bot is newer."""


def topic(bot_id: int) -> str:
    """Under which news tell the bot's connection that there may be something to send."""
    return f"remote-bot-{bot_id}"


def is_online(bot: Bot) -> bool:
    return Connection.objects.online().filter(bot=bot).exists()


def away_from(bot: Bot) -> datetime | None:
    """From when the bot is shown as away if it gives no sign of life until then; None if its
    connection is closed."""
    # Not bot.connection: a table keeps its bots, and with them what they had been.
    connection = Connection.objects.filter(bot=bot).first()
    if connection is None or not connection.open:
        return None
    return connection.heard + SHOWN_AWAY_AFTER


def connect(bot: Bot, program: UUID, games: int) -> Connection:
    """A new connection of the bot, which takes over from an older one.

    The sessions of another goat connect are lost: their processes are not those of this one.
    """
    with transaction.atomic():
        now = database_now()
        Connection.objects.get_or_create(bot=bot, defaults={"since": now, "heard": now})
        connection = Connection.objects.select_for_update().get(bot=bot)
        was_open = connection.open
        _note_life(connection, now)
        connection.key, connection.open = uuid4(), True
        connection.games = max(1, min(games, settings.REMOTE_GAMES))
        connection.round_trips = []
        if not was_open:
            connection.since = now
        if connection.program != program:
            connection.program = program
            _lose_sessions(bot, STARTED_AGAIN)
        connection.save()
        transaction.on_commit(lambda: news.publish(topic(bot.pk)), robust=True)
        transaction.on_commit(lambda: bot_online.send(sender=Bot, bot=bot), robust=True)
    return connection


def hear(bot: Bot, program: UUID, pong: int | None) -> None:
    """A sign of life, and the answer to a ping. Raises Replaced."""
    with transaction.atomic():
        connection = Connection.objects.select_for_update().filter(bot=bot).first()
        if connection is None or connection.program != program:
            raise Replaced
        now = database_now()
        if pong is None and now - connection.heard < NOTED_EVERY:
            return
        if pong is not None and pong == connection.ping and connection.ping_sent is not None:
            trip = (now - connection.ping_sent).total_seconds() * MS
            connection.round_trips = [*connection.round_trips, round(trip, 1)][-clock.ROUND_TRIPS :]
            connection.ping_sent = None
        _note_life(connection, now)
        connection.save(update_fields=["away_ms", "heard", "round_trips", "ping_sent"])


def next_ping(bot_id: int, key: UUID) -> int:
    """The number of a ping that is sent now. Raises Replaced when this stream no longer counts."""
    with transaction.atomic():
        connection = Connection.objects.select_for_update().filter(bot=bot_id, key=key).first()
        if connection is None:
            raise Replaced
        connection.ping += 1
        connection.ping_sent = database_now()
        connection.save(update_fields=["ping", "ping_sent"])
    return connection.ping


def disconnect(bot_id: int, key: UUID) -> None:
    """The stream has ended. Its games go on if it is back within the grace."""
    now = database_now()
    if Connection.objects.filter(bot=bot_id, key=key, open=True).update(open=False, since=now):
        bot_offline.send(sender=Bot, bot_id=bot_id)


def leave(bot: Bot, program: UUID) -> None:
    """The author stopped goat connect: its games are over. Does nothing for an older one."""
    with transaction.atomic():
        connection = Connection.objects.select_for_update().filter(bot=bot).first()
        if connection is None or connection.program != program:
            return
        connection.key, connection.open, connection.since = uuid4(), False, database_now()
        connection.save(update_fields=["key", "open", "since"])
        _lose_sessions(bot, STOPPED)
        transaction.on_commit(lambda: news.publish(topic(bot.pk)), robust=True)
        transaction.on_commit(lambda: bot_offline.send(sender=Bot, bot_id=bot.pk), robust=True)


def _lose_sessions(bot: Bot, detail: str) -> None:
    sessions = Session.objects.filter(bot=bot, told=False, fault__isnull=True)
    lost = list(sessions.values_list("pk", flat=True))
    sessions.update(fault={"reason": "crash", "detail": detail}, told=True)
    for session in lost:
        transaction.on_commit(partial(news.publish, str(session)), robust=True)


def _note_life(connection: Connection, now: datetime) -> None:
    connection.away_ms = connection_away(connection, now)
    connection.heard = now


def connection_away(connection: Connection, now: datetime) -> int:
    silent = (now - connection.heard).total_seconds() * MS
    return clock.away_ms(connection.away_ms, silent, connection.open)
