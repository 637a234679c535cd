"""A true record verifies, and a false one is told what is wrong."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.verify import verify
from tests.engine.records import KOZEL, SEED, Record


def test_a_record_of_another_version_of_the_engine_verifies(record: Record) -> None:
    record["engine"] = "0.0.1"
    verify(record)


def test_unknown_keys_are_ignored(record: Record) -> None:
    record["comment"] = record["games"][0]["comment"] = ["anything"]
    verify(record)


def test_a_record_may_say_what_its_bots_ran_with(record: Record) -> None:
    verify(record)  # older records do not
    record["bots"][0] |= {"language": "python-numpy", "packages": {"numpy": "2.4.6"}}
    verify(record)


def change(path: str, value: Any) -> Callable[[Record], None]:
    """Sets what stands at ``games.0.moves``."""
    *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))

    def apply(record: Record) -> None:
        where: Any = record
        for part in parents:
            where = where[part]
        where[last] = value

    return apply


FALSE = {
    "format": (change("format", "goat-record/1"), "format is 'goat-record/1', and this .*/2 only"),
    "format_type": (change("format", ["goat-record/2"]), "format must be a text"),
    "engine": (change("engine", 1), "engine must be a text"),
    "ruleset": (change("ruleset", "whist"), "there is no ruleset 'whist'"),
    "option": (change("options", {"speed": 1}), "has no option 'speed'"),
    "value": (change("options", {"target": 1}), "option target takes"),
    "value_type": (change("options", {"target": [5]}), "option 'target' cannot have"),
    "other_option": (change("options", {"target": 9}), "the game is not over|is not over after"),
    "seed": (change("match_seed", "00" * 32), "commitment is"),
    "seed_case": (change("match_seed", SEED.hex().upper()), "match_seed must be 64 digits"),
    "commitment": (change("commitment", "0" * 64), "commitment is"),
    "bots": (change("bots", []), "a match has two, not 0"),
    "bot_name": (change("bots.0.name", ""), "bot 0: name"),
    "bot_version": (change("bots.1.version", -1), "bot 1: version"),
    "bot_hash": (change("bots.1.sha256", "x" * 64), "bot 1: sha256"),
    "language": (change("bots.1.language", 3), "bot 1: language must be a text"),
    "packages": (change("bots.1.packages", ["numpy"]), "bot 1: packages must be an object"),
    "package": (change("bots.1.packages", {"numpy": 2}), "bot 1: packages: numpy must be a text"),
    "clock": (change("clock", {"start_ms": 1, "move_ms": 1}), "clock: bank_ms is missing"),
    "clock_value": (change("clock.move_ms", 0.5), "clock: move_ms"),
    "no_games": (change("games", []), "games: 6 were due in 3 pairs, not 0"),
    "pairs": (change("pairs", 4), "games: 8 were due in 4 pairs, not 6"),
    "no_pairs": (change("pairs", 0), "pairs must be a whole number from 1 on, not 0"),
    "half_pairs": (change("pairs", 1.5), "pairs must be a whole number"),
    "pairs_bool": (change("pairs", True), "pairs must be a whole number"),
    "pair": (change("games.2.pair", 0), "game 2: pair is 0, but should be 2"),
    "leg_float": (change("games.0.leg", 0.0), "game 0: leg is 0.0, but should be 0"),
    "sides_float": (change("games.0.sides", [0.0, 1.0]), "game 0: sides is"),
    "pair_bool": (change("games.2.pair", True), "game 2: pair is True"),
    "leg": (change("games.2.leg", 1), "game 2: leg is 1, but should be 0"),
    "leg_bool": (change("games.2.leg", False), "game 2: leg is False"),
    "sides": (change("games.3.sides", [0, 1]), r"game 3: sides is \[0, 1\]"),
    "ms_count": (change("games.0.ms", []), "game 0: 0 times for"),
    "ms_value": (change("games.0.ms.0", -1), "game 0: not a time in milliseconds: -1"),
    "ms_nan": (change("games.0.ms.0", float("nan")), "game 0: not a time in milliseconds: nan"),
    "note_key": (change("games.0.notes", {"9999": ""}), "note on move '9999', which was not made"),
    "note_after_the_last": (
        lambda record: record["games"][0]["notes"].update(
            {str(len(record["games"][0]["moves"])): ""}
        ),
        "which was not made",
    ),
    "note_form": (change("games.0.notes", {"00": ""}), "note on move '00', which was not made"),
    "note_long": (change("games.0.notes", {"0": "x" * 201}), "200 characters"),
    "note_type": (change("games.0.notes", {"0": 1}), "200 characters"),
    "move_type": (change("games.1.moves.1", None), "game 1, move 1: not a move: None"),
    "move_long": (change("games.1.moves.1", "card " * 99), "game 1, move 1: not a move: "),
    "move_illegal": (change("games.1.moves.0", "card 7S"), "game 1, move 0: "),
    "reason": (
        change("games.0.reason", "bored"),
        "unknown reason 'bored'; .* are normal",
    ),
    "reason_of_people": (change("games.0.reason", "resigned"), "one of people at a table"),
    "legs": (change("legs", 3), "legs is 3, but should be 2"),
    "legs_of_a_table": (change("legs", 1), "pairs is 3, but should be 1"),
    "fault_normal": (change("games.0.fault", {}), "a normal game has no fault"),
    "fault_missing": (change("games.0.reason", "crash"), "its reason is normal"),
    "score": (
        change("games.0.scores", [0.5, 0.5]),
        r"game 0: scores are \[0.5, 0.5\]",
    ),
    "score_bool": (change("games.0.scores", [True, False]), "game 0: scores"),
    "score_count": (change("games.0.scores", [1.0]), "game 0: scores"),
    "total": (change("scores", [6, 0.5]), "the match: scores"),
}


@pytest.mark.parametrize("name", FALSE)
def test_the_error_for_a_false_record_says_what_is_wrong(record: Record, name: str) -> None:
    spoil, why = FALSE[name]
    spoil(record)
    with pytest.raises(BadRecord, match=why):
        verify(record)


@pytest.mark.parametrize("key", KOZEL)
def test_no_part_of_a_record_may_be_missing(record: Record, key: str) -> None:
    del record[key]
    with pytest.raises(BadRecord, match=f"{key} is missing"):
        verify(record)


@pytest.mark.parametrize("key", KOZEL["games"][0])
def test_no_part_of_a_game_may_be_missing(record: Record, key: str) -> None:
    del record["games"][3][key]
    with pytest.raises(BadRecord, match=f"game 3: {key} is missing"):
        verify(record)


def test_a_normal_game_ends_with_its_last_move(record: Record) -> None:
    short = copy.deepcopy(record)
    for key in ("moves", "ms"):
        short["games"][1][key].pop()
    with pytest.raises(BadRecord, match="game 1: the game is not over after its last move"):
        verify(short)
    record["games"][1]["moves"].append("stand")
    record["games"][1]["ms"].append(1)
    with pytest.raises(BadRecord, match="the game was over before 'stand'"):
        verify(record)


def test_an_odd_game_is_not_a_pair(record: Record) -> None:
    record["games"].pop()
    with pytest.raises(BadRecord, match="games: 6 were due in 3 pairs, not 5"):
        verify(record)


def test_a_pair_is_not_played_in_one_go(record: Record) -> None:
    games = record["games"]
    record["games"] = [games[index] for index in (0, 3, 1, 4, 2, 5)]
    with pytest.raises(BadRecord, match="game 1: pair is 0, but should be 1"):
        verify(record)


def test_moves_stand_as_the_engine_writes_them() -> None:
    record = copy.deepcopy(KOZEL)
    moves = record["games"][0]["moves"]
    number = next(i for i, text in enumerate(moves) if " T" in text)
    written = moves[number]
    moves[number] = written.replace(" T", " 10")
    with pytest.raises(BadRecord, match=f"must be written '{written}'"):
        verify(record)
