"""Tables for tests, with people and bots in their seats, whose game has begun."""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from arena.bots.models import Version
from arena.people.models import Player
from arena.tables import log
from arena.tables.game import turns
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Seat, Table
from engine import randomness

_numbers = count(1)


def guest() -> Player:
    number = next(_numbers)
    return Player.objects.create(key=f"key {number}", guest_name=f"Guest {number}")


# A seed of make_table: somebody at a table of Kozel is asked in secret before the first lead.
ASKED_FIRST = 25


def make_table(
    ruleset: str, seats: Sequence[Player | Version | None], seed: int = 1, **fields: Any
) -> Table:
    """A table that plays, with a player, a bot's version or nobody (a new guest) in each seat."""
    dealt = random.Random(seed).randbytes(32)
    commitment = randomness.commitment(dealt)
    table = Table.objects.create(ruleset=ruleset, seed=dealt, commitment=commitment, **fields)
    for number, who in enumerate(seats):
        version = who if isinstance(who, Version) else None
        player = None if version else (who or guest())
        Seat.objects.create(table=table, number=number, player=player, version=version)
    with log.locked(table.code) as row:
        turns.begin(row)
    return reload(table)


def reload(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def game_of(table: Table) -> GameState:
    return GameState(table, moves_of(table))


def answer(table: Table, seat: int, text: str, question: int | None = None) -> None:
    """The person in `seat` answers the question of this number, or what is asked now."""
    if question is None:
        question = game_of(table).noticed[seat]
    with log.locked(table.code) as row:
        turns.answer(row, seat, question, text)


def answer_first(table: Table) -> str:
    """The person to move makes the first legal move; its text."""
    game = game_of(table)
    assert game.seat is not None
    text = game.legal()[0]
    answer(table, game.seat, text)
    return text
