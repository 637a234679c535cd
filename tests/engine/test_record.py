"""Records: a true one verifies and replays, a false one is told why, a hostile one does no harm."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VERSION
from engine.errors import BadRecord
from engine.randomness import commitment, pair_seed
from engine.record import game_seed, replay, ruleset_of
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from engine.verify import verify
from tests.engine.games import every_ruleset, moves_of

SEED = bytes(range(32))
Record = dict[str, Any]


def a_record(rules: Ruleset, pairs: int = 1) -> Record:
    """The record of a match of random bots."""
    games, totals = [], [0.0, 0.0]
    for index in range(2 * pairs):
        pair = index // 2
        sides = [index % 2, 1 - index % 2]
        moves, end = moves_of(rules, pair_seed(SEED, pair), index)
        scores = list(end.scores())
        for side in (0, 1):
            totals[sides[side]] += scores[side]
        games.append(
            {
                "pair": pair,
                "sides": sides,
                "moves": moves,
                "ms": [0.5] * len(moves),
                "notes": {"0": "a note"},
                "scores": scores,
                "reason": "normal",
                "fault": None,
            }
        )
    return {
        "format": "goat-record/1",
        "engine": VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": SEED.hex(),
        "commitment": commitment(SEED),
        "bots": [
            {"name": "alice/greedy", "version": 3, "sha256": "a" * 64},
            {"name": "bob/ismcts", "version": 1, "sha256": "b" * 64},
        ],
        "clock": {"start_ms": 10000, "move_ms": 500, "bank_ms": 10000},
        "games": games,
        "scores": totals,
    }


ECARTE = a_record(ruleset("ecarte"), pairs=3)
KOZEL = a_record(ruleset("kozel", {"limit": 2}))


@pytest.fixture
def record() -> Record:
    """Six whole games of Écarté."""
    return copy.deepcopy(ECARTE)


def faulted(record: Record, index: int, reason: str, side: int | None, made: int = 0) -> None:
    """Ends game `index` by a fault of `side` (None: of both) after `made` moves."""
    game = record["games"][index]
    for bot in (0, 1):
        record["scores"][bot] -= game["scores"][game["sides"].index(bot)]
    seat = side
    if reason in ("timeout", "illegal"):
        game["moves"] = game["moves"][:made]
        states = list(replay(record, index))
        seat = states[-1][1].seat
        assert seat == side, "choose another number of moves"
    scores = [0.0, 0.0] if side is None else [float(side == 1), float(side == 0)]
    game.update(
        moves=game["moves"][:made],
        ms=game["ms"][:made],
        notes={},
        scores=scores,
        reason=reason,
        fault={"side": side, "seat": seat, "move": made, "detail": "exit code 1"},
    )
    for bot in (0, 1):
        record["scores"][bot] += scores[game["sides"].index(bot)]


def on_turn(record: Record, index: int, side: int) -> int:
    """A number of moves after which `side` is to move."""
    for made, (_, state) in enumerate(replay(record, index)):
        if made > 2 and state.seat is not None and state.seat % 2 == side:
            return made
    raise AssertionError("the side never moves")


# True records


@every_ruleset
def test_a_random_match_verifies_and_replays_to_the_same_positions(rules: Ruleset) -> None:
    record = json.loads(json.dumps(a_record(rules)))
    verify(record)
    assert ruleset_of(record) == rules
    for index, game in enumerate(record["games"]):
        seed = pair_seed(SEED, index // 2)
        assert game_seed(record, index) == seed
        steps = replay(record, index)
        text, state = next(steps)
        assert text is None
        assert state.position() == rules.start(seed).position()
        assert [text for text, _ in steps] == game["moves"]
        assert state.position() == moves_of(rules, seed, index)[1].position()


def test_both_games_of_a_pair_have_the_same_deal(record: Record) -> None:
    starts = [next(replay(record, index))[1].position() for index in range(6)]
    assert starts[0] == starts[1] != starts[2] == starts[3]


@pytest.mark.parametrize("reason", ["timeout", "illegal", "malformed", "crash", "flood"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_game_may_end_by_a_fault(record: Record, reason: str, side: int) -> None:
    faulted(record, 2, reason, side, on_turn(record, 2, side))
    verify(record)


@pytest.mark.parametrize("reason", ["malformed", "crash", "flood"])
def test_a_bot_may_fail_out_of_its_turn(record: Record, reason: str) -> None:
    faulted(record, 2, reason, 1, on_turn(record, 2, 0))
    verify(record)


@pytest.mark.parametrize("side", [0, 1, None])
def test_one_side_or_both_may_fail_to_start(record: Record, side: int | None) -> None:
    faulted(record, 0, "start", side)
    verify(record)
    assert record["games"][0]["scores"] == {0: [0, 1], 1: [1, 0], None: [0, 0]}[side]


def test_a_third_fault_forfeits_the_games_that_are_left(record: Record) -> None:
    for index in (0, 1, 3):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    for index in (4, 5):
        faulted(record, index, "forfeit", record["games"][index]["sides"].index(0))
    verify(record)


def test_both_bots_may_forfeit(record: Record) -> None:
    for index in range(3):
        faulted(record, index, "start", None)
    for index in (3, 4, 5):
        faulted(record, index, "forfeit", None)
    verify(record)
    assert record["scores"] == [0, 0]


def test_another_version_of_the_engine_is_no_error(record: Record) -> None:
    record["engine"] = "0.0.1"
    verify(record)


def test_unknown_keys_are_ignored(record: Record) -> None:
    record["comment"] = record["games"][0]["comment"] = ["anything"]
    verify(record)


# False records


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
    "format": (change("format", "goat-record/2"), "format is 'goat-record/2'"),
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
    "clock": (change("clock", {"start_ms": 1, "move_ms": 1}), "clock: bank_ms is missing"),
    "clock_value": (change("clock.move_ms", 0.5), "clock: move_ms"),
    "no_games": (change("games", []), "whole pairs of games, not 0"),
    "pair": (change("games.2.pair", 0), "game 2: pair is 0, but should be 1"),
    "pair_bool": (change("games.2.pair", True), "game 2: pair is True"),
    "sides": (change("games.3.sides", [0, 1]), r"game 3: sides is \[0, 1\]"),
    "ms_count": (change("games.0.ms", []), "game 0: 0 times for"),
    "ms_value": (change("games.0.ms.0", -1), "game 0: not a time in milliseconds: -1"),
    "ms_nan": (change("games.0.ms.0", float("nan")), "game 0: not a time in milliseconds: nan"),
    "note_key": (change("games.0.notes", {"9999": ""}), "note on move '9999', which was not made"),
    "note_form": (change("games.0.notes", {"00": ""}), "note on move '00', which was not made"),
    "note_long": (change("games.0.notes", {"0": "x" * 201}), "200 characters"),
    "note_type": (change("games.0.notes", {"0": 1}), "200 characters"),
    "move_type": (change("games.1.moves.1", None), "game 1, move 1: not a move: None"),
    "move_long": (change("games.1.moves.1", "card " * 99), "game 1, move 1: not a move: "),
    "move_illegal": (change("games.1.moves.0", "card 7S"), "game 1, move 0: "),
    "reason": (
        change("games.0.reason", "resigned"),
        "unknown reason 'resigned'; .* are normal",
    ),
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
def test_a_false_record_is_told_what_is_wrong(record: Record, name: str) -> None:
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
    with pytest.raises(BadRecord, match="whole pairs of games, not 5"):
        verify(record)


def test_moves_stand_as_the_engine_writes_them() -> None:
    record = copy.deepcopy(KOZEL)
    moves = record["games"][0]["moves"]
    number = next(i for i, text in enumerate(moves) if " T" in text)
    written = moves[number]
    moves[number] = written.replace(" T", " 10")
    with pytest.raises(BadRecord, match=f"must be written '{written}'"):
        verify(record)


def test_a_fault_after_the_end_changes_no_result(record: Record) -> None:
    game = record["games"][0]
    fault = {"side": 0, "seat": 0, "move": len(game["moves"]), "detail": "exit code 1"}
    game.update(reason="crash", fault=fault)
    with pytest.raises(BadRecord, match="the game was over, so its reason is normal"):
        verify(record)


BAD_FAULTS = {
    "null": (lambda fault: None, "fault must be an object"),
    "detail": (lambda fault: fault | {"detail": ""}, "detail must be a text"),
    "move": (lambda fault: fault | {"move": 0}, "move is 0, but should be"),
    "seat": (lambda fault: fault | {"seat": 2}, "there is no seat 2"),
    "other_seat": (lambda fault: fault | {"seat": 1, "side": 1}, "it was the turn of seat 0"),
    "side": (lambda fault: fault | {"side": 1}, "side is 1, but should be 0"),
    "both": (lambda fault: fault | {"side": None, "seat": None}, "seat must be a whole number"),
    "no_side": (lambda fault: {k: v for k, v in fault.items() if k != "side"}, "side is missing"),
}


@pytest.mark.parametrize("reason", ["timeout", "illegal"])
@pytest.mark.parametrize("name", BAD_FAULTS)
def test_a_fault_names_who_was_to_move(record: Record, name: str, reason: str) -> None:
    faulted(record, 0, reason, 0, on_turn(record, 0, 0))
    spoil, why = BAD_FAULTS[name]
    record["games"][0]["fault"] = spoil(record["games"][0]["fault"])
    with pytest.raises(BadRecord, match=why):
        verify(record)


def test_the_side_at_fault_has_lost(record: Record) -> None:
    faulted(record, 0, "crash", 0, 1)
    record["games"][0]["scores"] = [1.0, 0.0]
    with pytest.raises(BadRecord, match=r"scores are \[1.0, 0.0\], but should be \[0.0, 1.0\]"):
        verify(record)


@pytest.mark.parametrize("reason", ["start", "forfeit"])
def test_nobody_who_has_moved_failed_to_start(record: Record, reason: str) -> None:
    faulted(record, 0, reason, 0, 1)
    with pytest.raises(BadRecord, match=f"moves were made, so the reason is not {reason}"):
        verify(record)


def test_no_game_is_forfeited_before_the_third_fault(record: Record) -> None:
    for index in (0, 1):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    faulted(record, 2, "forfeit", 0)
    with pytest.raises(BadRecord, match="game 2: a bot forfeits every game after"):
        verify(record)


def test_no_game_is_played_after_the_third_fault(record: Record) -> None:
    for index in (0, 1, 2):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    with pytest.raises(BadRecord, match="game 3: a bot forfeits every game after"):
        verify(record)


def test_the_right_bot_forfeits(record: Record) -> None:
    for index in (0, 1, 2):
        faulted(record, index, "crash", record["games"][index]["sides"].index(0), 1)
    for index in (3, 4, 5):
        faulted(record, index, "forfeit", record["games"][index]["sides"].index(1))
    with pytest.raises(BadRecord, match="game 3: a bot forfeits every game after"):
        verify(record)


@pytest.mark.parametrize("index", [-1, 6, 10**30])
def test_there_is_no_other_game_to_replay(record: Record, index: int) -> None:
    with pytest.raises(BadRecord, match="there is no game"):
        list(replay(record, index))
    if index != 6:
        with pytest.raises(BadRecord, match="there is no game"):
            game_seed(record, index)


# Hostile records

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=4,
)
huge = st.sampled_from([10**5000, -(10**400), 2**64, float("inf"), "9" * 10_000, "\ud800", "ⅷ"])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a record, but of lists only the first two and the last."""
    found = [path]
    if isinstance(value, dict):
        for key in value:
            found += places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            found += places(value[index], (*path, index))
    return found


@settings(max_examples=400)
@given(data=st.data(), original=st.sampled_from([ECARTE, KOZEL]))
def test_whatever_is_wrong_with_a_record_is_a_bad_record(
    data: st.DataObject, original: Record
) -> None:
    record: Any = copy.deepcopy(original)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(record)))
        value = data.draw(anything | huge)
        if not path:
            record = value
            break
        where = record
        for part in path[:-1]:
            where = where[part]
        if data.draw(st.booleans()):
            where[path[-1]] = value
        else:
            del where[path[-1]]
    try:
        verify(record)
    except BadRecord as error:
        assert 0 < len(str(error)) < 600


@settings(max_examples=200)
@given(record=anything)
def test_anything_at_all_is_a_bad_record(record: Any) -> None:
    for read in (verify, ruleset_of, lambda r: game_seed(r, 0), lambda r: list(replay(r, 0))):
        with pytest.raises(BadRecord):
            read(record)
