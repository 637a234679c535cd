"""Creating a table. What is wrong with a request is said before anything is stored."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from arena.bots.models import Version
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Invalid
from arena.tables.models import Seat, Table
from arena.tables.seats import limits, places
from arena.tables.seats.invited_bots import find_bot, find_house_bot
from arena.tables.seats.rated_games import check_rated, check_rated_options
from arena.web.database_time import database_now
from engine import randomness, rulesets
from engine.errors import BadOption
from engine.ruleset import Ruleset

MOVE_SECONDS = range(5, 601)
BANK_SECONDS = range(3601)

ME = "me"
OPEN = "open"
BOT = "bot"
KINDS = (ME, OPEN, BOT)

# Who takes a seat: a bot, the creator (ME), or nobody yet.
Taken = Version | str | None


def create_table(
    player: Player,
    *,
    ruleset: str,
    options: Mapping[str, object],
    seats: Sequence[Mapping[str, Any]],
    rated: bool = False,
    hints: bool = False,
    clock: Mapping[str, Any] | None = None,
    in_lobby: bool = False,
    watchable: bool = True,
    network: str = "",
    draw_seats: bool = False,
    sought: bool = False,
) -> Table:
    """A new table, of which `player` is the host. Starts at once when no seat is open.

    `seats` says for each seat who takes it: ``{"kind": "me"}`` once, ``{"kind": "open"}``, or
    ``{"kind": "bot"}`` with ``"bot": "owner/name"`` or ``"level": "easy"``. `clock` is null or
    ``{"move_s": 30, "bank_s": 120}``. With `draw_seats`, and always in rated games, chance turns
    the seats around the table; partners stay partners. `network` is the creator's address.
    Raises TableError; then nothing is stored.
    """
    rules, given = _rules(ruleset, options)
    taken = _taken(rules, ruleset, seats)
    clock = parse_clock(clock)
    if rated:
        versions = [seat for seat in taken if isinstance(seat, Version)]
        check_rated([player], versions, hints=hints, clock=clock)
        check_rated_options(ruleset, given)
    limits.check_tables_of(player)
    limits.check_tables_at(network)
    limits.use_to_create(player, network)
    if rated or draw_seats:
        turn = secrets.randbelow(len(taken))
        taken = taken[turn:] + taken[:turn]
    with transaction.atomic():
        # Of a player's requests at the same moment, each sees the tables of those before.
        limits.lock_player(player)
        limits.check_tables_of(player)
        return make_table(
            player,
            [player if isinstance(seat, str) else seat for seat in taken],
            ruleset=ruleset,
            options=given,
            rated=rated,
            hints=hints,
            clock=clock,
            in_lobby=in_lobby,
            watchable=watchable,
            network=network,
            sought=sought,
        )


def make_table(host: Player, taken: Sequence[Player | Version | None], **fields: Any) -> Table:
    """A new table with these persons, bots and open seats; `fields` are checked. Only inside a
    transaction."""
    seed = secrets.token_bytes(randomness.SEED_BYTES)
    table = Table.objects.create(
        host=host, seed=seed, commitment=randomness.commitment(seed), **fields
    )
    now = database_now()
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=number,
            player=seat if isinstance(seat, Player) else None,
            version=seat if isinstance(seat, Version) else None,
            seen=now if isinstance(seat, Player) else None,
        )
        for number, seat in enumerate(taken)
    )
    with log.locked(table.code) as table:
        if None not in taken:
            places.begin_or_wait(table)
    return table


def parse_clock(clock: Mapping[str, Any] | None) -> dict[str, int] | None:
    """The clock with its two times. Raises Invalid."""
    if clock is None:
        return None
    if not isinstance(clock, Mapping) or set(clock) != {"move_s", "bank_s"}:
        raise Invalid("clock", _("A clock has move_s and bank_s, or is null."))
    for name, allowed in (("move_s", MOVE_SECONDS), ("bank_s", BANK_SECONDS)):
        if type(clock[name]) is not int or clock[name] not in allowed:
            raise Invalid(
                "clock",
                _("%(name)s is a whole number of seconds from %(least)d to %(most)d.")
                % {"name": name, "least": allowed[0], "most": allowed[-1]},
            )
    return {"move_s": clock["move_s"], "bank_s": clock["bank_s"]}


def _rules(ruleset: str, options: Mapping[str, object]) -> tuple[Ruleset, dict[str, Any]]:
    try:
        rules = rulesets.ruleset(ruleset, options)
    except BadOption as error:
        raise Invalid("options", str(error)) from None
    return rules, {name: getattr(rules, name) for name in options}


def _taken(rules: Ruleset, ruleset: str, seats: Sequence[Mapping[str, Any]]) -> list[Taken]:
    if len(seats) != rules.seats:
        raise Invalid(
            "seats",
            _("This game has %(seats)d seats, not %(given)d.")
            % {"seats": rules.seats, "given": len(seats)},
        )
    taken = [_taker(ruleset, seat) for seat in seats]
    if taken.count(ME) != 1:
        raise Invalid("seats", _("One of the seats is yours: give one of them the kind “me”."))
    return taken


def _taker(ruleset: str, seat: Mapping[str, Any]) -> Taken:
    kind = seat.get("kind")
    if kind == ME:
        return ME
    if kind == OPEN:
        return None
    if kind != BOT:
        raise Invalid(
            "seats", _("The kind of a seat is one of: %(kinds)s.") % {"kinds": ", ".join(KINDS)}
        )
    if name := seat.get("bot"):
        return find_bot(ruleset, str(name))
    return find_house_bot(ruleset, str(seat.get("level") or "medium"))
