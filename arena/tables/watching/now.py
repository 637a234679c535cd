"""The present state of a table, as one viewer may know it: the part `now` of an Update.

All of it comes from what everybody at the table knows, except `you`, `question` and `choices`,
which are about the viewer alone.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import NoReverseMatch, reverse

from arena.games.replay_frames import Json
from arena.people import shown
from arena.people.models import Player
from arena.remote import presence as connection_presence
from arena.tables import deadlines
from arena.tables.game import clocks, ending, result_text, turns
from arena.tables.game.game_state import GameState
from arena.tables.models import Seat, Table
from arena.tables.seats import absence, choices, places, rematch


def milliseconds(at: datetime | None) -> int | None:
    """Since 1970."""
    return None if at is None else round(at.timestamp() * 1000)


def now_of(
    table: Table,
    seats: Sequence[Seat],
    game: GameState | None,
    viewer: int | None,
    is_host: bool,
    at: datetime,
    player: Player | None,
) -> Json:
    """`game` is None before the start. `viewer` is the viewer's seat, and `player` who it is, if
    that matters.

    Nothing here depends on who else is asked in secret, or has answered.
    """
    own = None if viewer is None else seats[viewer]
    playing = game is not None and table.state == Table.State.PLAYING
    question = turns.question(table, game, own) if game and playing and own else None
    turn = game.turn if game is not None and playing else None
    window = table.window
    return {
        "at": milliseconds(at),
        "state": table.state,
        "place": places.position(table),
        "you": {
            "seat": viewer,
            "name": own.player.name if own and own.player else None,
            "guest": bool(own and own.player and own.player.is_guest),
            "host": is_host,
        },
        "host": next(
            (seat.number for seat in seats if table.host_id and seat.player_id == table.host_id),
            None,
        ),
        "seats": [_seat(seat, table.ruleset, at) for seat in seats],
        "turn": turn,
        "question": question
        and {"n": question.number, "legal": question.legal, "secret": question.secret},
        "window": window and {"until": window["until"], "length": window["length"]},
        "clocks": clocks.shown(table, seats),
        "closes": _closes(table, seats),
        "choices": choices.choices(table, viewer, player, seats, now=at, made=_made(game, viewer)),
        "waiting_for": _waiting_for(table, seats, at),
        "result": _result(table, seats, game),
        "rematch": _rematch(table, seats),
        "hints": table.hints,
        "rated": table.rated,
        "replay": _address("tables:replay", table) if table.ended and table.started else None,
        "record": _address("api:table-record", table) if table.state == "over" else None,
    }


def _made(game: GameState | None, viewer: int | None) -> int:
    """As leaving.moves_made: to decline a secret question is no move."""
    if game is None:
        return 0
    return sum(move.seat == viewer and move.text != game.decline for move in game.moves)


def kind_of(seat: Seat) -> str:
    return "open" if seat.is_open else "bot" if seat.version_id else "person"


def is_remote(seat: Seat) -> bool:
    """Whether a remote bot sits there."""
    return seat.version is not None and seat.version.bot.remote


def name_of(seat: Seat) -> str:
    """The name of whose seat it is; empty for an open one."""
    if seat.version is not None:
        return str(seat.version.bot)
    return seat.player.name if seat.player is not None else ""


def playing_name(seat: Seat) -> str:
    """The name of who moves for this seat: the stand-in's, if there is one."""
    return str(seat.stand_in.bot) if seat.stand_in is not None else name_of(seat)


def _seat(seat: Seat, ruleset: str, at: datetime) -> Json:
    """A seat as everybody sees it."""
    strength = _strength(seat, ruleset)
    rating = strength.rating if strength else None
    account = seat.player.user if seat.player else None
    page = seat.version.bot if seat.version else account
    return {
        "seat": seat.number,
        "kind": kind_of(seat),
        "name": name_of(seat),
        "remote": is_remote(seat),
        "guest": seat.player is not None and seat.player.is_guest,
        "url": page.get_absolute_url() if page else None,
        "level": strength.level if strength else None,
        "rating": rating and {"value": round(rating.value), "error": round(rating.error)},
        "away": _is_away(seat, at),
        "left": seat.left is not None,
        "stand_in": str(seat.stand_in.bot) if seat.stand_in is not None else None,
    }


def _is_away(seat: Seat, at: datetime) -> bool:
    if is_remote(seat):
        left = _away_from(seat)
        return left is None or left <= at
    return seat.player_id is not None and seat.away is not None


def _away_from(seat: Seat) -> datetime | None:
    """From when a remote bot is away if it is not heard until then; None if it is away now."""
    assert seat.version is not None
    return connection_presence.away_from(seat.version.bot)


def _strength(seat: Seat, ruleset: str) -> shown.Strength | None:
    if seat.version is not None:
        return shown.of_bot(seat.version.bot, ruleset)
    return shown.of_player(seat.player, ruleset) if seat.player is not None else None


def _closes(table: Table, seats: Sequence[Seat]) -> int | None:
    """When the table ends by itself, unless a clock says so already."""
    first = deadlines.next_deadline(table, seats)
    return None if first is None or first.reason == ending.TIMEOUT else milliseconds(first.at)


def _waiting_for(table: Table, seats: Sequence[Seat], at: datetime) -> Json | None:
    """The person who has been gone for so long that the others may replace him."""
    seat = absence.waiting_for(table, seats, at)
    return None if seat is None else {"seat": seat.number, "since": milliseconds(seat.gone)}


def changes_by_itself(table: Table, seats: Sequence[Seat], at: datetime) -> datetime | None:
    """When the present next changes although the rows do not: somebody is gone for a while, or
    a remote bot is not heard."""
    if table.state != Table.State.PLAYING:
        return None
    times = [absence.choice_from(seat) for seat in seats if seat.is_persons and seat.gone]
    times += [left for seat in seats if is_remote(seat) and (left := _away_from(seat))]
    return min((time for time in times if time > at), default=None)


def _rematch(table: Table, seats: Sequence[Seat]) -> Json | None:
    """Who wants another game, and where it is."""
    wanted = [seat.number for seat in seats if seat.wants_rematch]
    again = rematch.next_table(table) if table.ended else None
    if not (wanted or again):
        return None
    return {"code": again.code if again else None, "seats": wanted}


def _result(table: Table, seats: Sequence[Seat], game: GameState | None) -> dict[str, Any] | None:
    if not table.ended:
        return None
    over = table.state == Table.State.OVER
    names = [playing_name(seat) for seat in seats]
    return {
        "scores": [table.score0, table.score1] if over else None,
        "reason": table.reason,
        "text": result_text.result_text(table, names, game),
        "seat": (table.fault or {}).get("seat"),
    }


def _address(name: str, table: Table) -> str | None:
    try:
        return reverse(name, args=[table.code])
    except NoReverseMatch:
        return None
