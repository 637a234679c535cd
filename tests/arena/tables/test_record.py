"""A finished table has a record that `goat verify` accepts, and no other table has one."""

import copy
import json
import random
from typing import Any

import pytest

from arena.replays import replay_json, scoresheet
from arena.tables import log
from arena.tables.game import ending
from arena.tables.game.game_state import GameState, Move, moves_of
from arena.tables.game.moves import play
from arena.tables.game.record import table_record
from arena.tables.models import Entry, Table
from engine.errors import BadRecord
from engine.rulesets import RULESETS
from engine.verify import verify
from tests.arena.tables.making import guest, make_table, reload

pytestmark = pytest.mark.django_db

STAND_IN_AT, BACK_AT = 3, 5


def make_moves(table: Table, most: int = 10_000) -> None:
    """Makes random moves, whoever is to move, up to this many, and ends a game that is over."""
    rng = random.Random(1)
    with log.locked(table.code) as row:
        game = GameState(row, moves_of(row))
        while game.seat is not None and len(game.moves) < most:
            legal = rng.choice(game.legal())
            note = "a note" if len(game.moves) == 1 else None
            play(row, game, Move(game.seat, legal, 12.5, note))
        if game.seat is None:
            ending.finish(row, game.state.scores(), "normal")


@pytest.fixture
def bot(alice: Any, make_version: Any) -> Any:
    return make_version(alice, ruleset="ecarte")


@pytest.mark.parametrize("ruleset", [*RULESETS, "ecarte/classic"])
def test_a_table_that_was_played_out_verifies(ruleset: str) -> None:
    seats = 4 if ruleset == "kozel" else 2
    table = make_table(ruleset, [None] * seats, options={})
    make_moves(table)
    record = table_record(reload(table))
    verify(record)
    verify(json.loads(json.dumps(record)))
    assert record["games"][0]["notes"] == {"1": "a note"}
    assert record["people_clock"] is None


def test_it_names_people_and_bots_and_who_stood_in(bot: Any) -> None:
    table = make_table("ecarte", [None, bot], clock={"move_s": 30, "bank_s": 60})
    name = table.seats.get(number=0).player.name
    make_moves(table, STAND_IN_AT)
    with log.locked(table.code) as row:
        log.append(row, Entry.Kind.SEAT, 0, what="back", name=name)
        log.append(row, Entry.Kind.SEAT, 0, what="stand_in", name=str(bot.bot), version=bot.pk)
    make_moves(table, BACK_AT)
    with log.locked(table.code) as row:
        log.append(row, Entry.Kind.SEAT, 0, what="back", name=name)
    make_moves(table)
    record = table_record(reload(table))
    verify(record)
    played: dict[str, Any] = {"name": str(bot.bot), "version": bot.number, "sha256": bot.sha256}
    played["language"] = "python"
    assert record["seats"] == [
        {"seat": 0, "name": name, "person": True},
        {"seat": 0, **played, "from": STAND_IN_AT},
        {"seat": 0, "name": name, "person": True, "from": BACK_AT},
        {"seat": 1, **played},
    ]
    assert record["people_clock"] == {"move_ms": 30_000, "bank_ms": 60_000}


@pytest.mark.parametrize("reason", [ending.RESIGN, ending.LEFT, ending.TIMEOUT])
def test_a_game_that_a_person_lost_otherwise_verifies(reason: str, bot: Any) -> None:
    table = make_table("ecarte", [None, bot])
    make_moves(table, 2)
    with log.locked(table.code) as row:
        game = GameState(row, moves_of(row))
    while game.seat != 0:
        make_moves(table, len(game.moves) + 1)
        game = GameState(table, moves_of(table))
    with log.locked(table.code) as row:
        ending.lose(row, 0, reason)
    record = table_record(reload(table))
    verify(record)
    assert record["scores"] == [0.0, 1.0]
    assert record["games"][0]["reason"] == reason


def test_any_change_is_found() -> None:
    table = make_table("ecarte", [None, None])
    make_moves(table)
    true = table_record(reload(table))
    game = true["games"][0]
    changes = {
        "match_seed": "0" * 64,
        "commitment": "0" * 64,
        "scores": true["scores"][::-1],
        "seats": true["seats"][:1],
        "pairs": 2,
    }
    for key, value in changes.items():
        with pytest.raises(BadRecord):
            verify(true | {key: value})
    for number in range(len(game["moves"])):
        changed = copy.deepcopy(true)
        del changed["games"][0]["moves"][number]
        del changed["games"][0]["ms"][number]
        with pytest.raises(BadRecord):
            verify(changed)


def test_a_table_that_is_not_over_has_no_record() -> None:
    table = make_table("ecarte", [None, None])
    make_moves(table, 3)
    with pytest.raises(ValueError, match="is not over"):
        table_record(reload(table))
    with log.locked(table.code) as row:
        ending.close(row, ending.ABORTED)
    with pytest.raises(ValueError, match="is not over"):
        table_record(reload(table))


def test_the_replay_names_each_seat_and_has_no_mirrored_game(bot: Any) -> None:
    table = make_table("ecarte", [guest(), bot])
    make_moves(table)
    record = table_record(reload(table))
    game = replay_json.game_json(record, 0)
    names = [table.seats.get(number=0).player.name, str(bot.bot)]
    assert game["names"] == game["sides"] == names
    assert game["mirrored"] is None
    assert len(game["moves"]) == len(record["games"][0]["moves"])
    assert replay_json.results(record)[0]["sides"] == [0, 1]
    assert {move.bot for move in scoresheet.moves(record, 0)} == set(names)
    seen = json.dumps(replay_json.game_json(record, 0, seat=0)["frames"][0])
    assert seen != json.dumps(game["frames"][0])
