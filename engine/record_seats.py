"""Who played the seats of a table, as its record lists them.

``seats`` has an object for each seat, in order: ``{"seat": 0, "name": "ann", "person": true}`` for
a person, and ``{"seat": 1, "name": "house/…", "version": 3, "sha256": "…"}`` for a bot. If another
took over a seat, an object with ``from``, the number of moves made before, follows that of whom it
replaced: a bot that stood in, or the person who came back.
"""

from collections.abc import Mapping
from typing import Any

from engine.errors import BadRecord
from engine.record_fields import (
    check_equal,
    get,
    get_hex64,
    get_list,
    get_object,
    get_text,
    get_whole,
)

PEOPLE_CLOCK = ("move_ms", "bank_ms")


def check_seats(record: Mapping[str, Any], seats: int, made: int) -> None:
    """Checks who played at a table of this many seats, in a game of `made` moves, and the people's
    clock. Raises BadRecord."""
    if "bots" in record:
        raise BadRecord("bots: the record of a table lists them among its seats")
    number, since = -1, 0
    for index, player in enumerate(get_list(record, "seats", "")):
        where = f"seats {index}: "
        if isinstance(player, Mapping) and "from" in player and number >= 0:
            begins = get_whole(player, "from", where)
            check_equal(get(player, "seat", where), number, f"{where}seat")
            if not since <= begins <= made:
                raise BadRecord(f"{where}from must be from {since} to {made}, not {begins}")
            since = begins
        else:
            number, since = number + 1, 0
            if isinstance(player, Mapping) and "from" in player:
                raise BadRecord(f"{where}from: who played the seat before is missing")
            check_equal(get(player, "seat", where), number, f"{where}seat")
        _check_player(player, where)
    if number + 1 != seats:
        raise BadRecord(f"seats: the game has {seats}, not {number + 1}")
    if get(record, "people_clock", "") is not None:
        clock = get_object(record, "people_clock", "")
        for key in PEOPLE_CLOCK:
            get_whole(clock, key, "people_clock: ")


def check_program(bot: Any, where: str) -> None:
    """Checks which program a bot ran: its SHA-256, or none for a remote bot, which ran on its
    author's own machine. Raises BadRecord."""
    if "remote" not in bot:
        get_hex64(bot, "sha256", where)
    elif bot["remote"] is not True or "sha256" in bot:
        raise BadRecord(f"{where}a remote bot has remote true, and no sha256")
    # What it ran with, which older records do not say.
    if "language" in bot:
        get_text(bot, "language", where)
    if "packages" in bot:
        packages = get_object(bot, "packages", where)
        for name in packages:
            get_text(packages, name, f"{where}packages: ")


def player_at(record: Mapping[str, Any], seat: int, move: int) -> Mapping[str, Any]:
    """Who played this seat after `move` moves. The seats have been checked."""
    return [player for player in _of_seat(record, seat) if player.get("from", 0) <= move][-1]


def first_player(record: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """Who sat at this seat when the game began. The seats have been checked."""
    return _of_seat(record, seat)[0]


def seat_names(record: Mapping[str, Any]) -> list[str]:
    """Who sat at each seat when the game began. The seats have been checked."""
    return [player["name"] for player in record["seats"] if "from" not in player]


def side_names(record: Mapping[str, Any]) -> list[str]:
    """The names of each side's players when the game began. The seats have been checked."""
    names = seat_names(record)
    return [" & ".join(names[side::2]) for side in (0, 1)]


def _of_seat(record: Mapping[str, Any], seat: int) -> list[Mapping[str, Any]]:
    return [player for player in record["seats"] if player["seat"] == seat]


def _check_player(player: Any, where: str) -> None:
    get_text(player, "name", where)
    if "person" in player:
        if player["person"] is not True or "version" in player or "sha256" in player:
            raise BadRecord(f"{where}a person has person true, and neither version nor sha256")
    else:
        get_whole(player, "version", where)
        check_program(player, where)
