"""Records are replayed game by game."""

import json

import pytest

from engine.errors import BadRecord
from engine.randomness import pair_seed
from engine.record import game_seed, games_of_pairs, replay, ruleset_of
from engine.ruleset import Ruleset
from engine.verify import verify
from tests.engine.games import every_ruleset, moves_of
from tests.engine.records import SEED, Record, a_record


@every_ruleset
def test_a_random_match_verifies_and_replays_to_the_same_positions(rules: Ruleset) -> None:
    record = json.loads(json.dumps(a_record(rules)))
    verify(record)
    assert ruleset_of(record) == rules
    for index, game in enumerate(record["games"]):
        seed = pair_seed(SEED, game["pair"])
        assert game_seed(record, index) == seed
        steps = replay(record, index)
        text, state = next(steps)
        assert text is None
        assert state.position() == rules.start(seed).position()
        assert [text for text, _ in steps] == game["moves"]
        assert state.position() == moves_of(rules, seed, index)[1].position()


def test_both_games_of_a_pair_have_the_same_deal(record: Record) -> None:
    starts = [next(replay(record, index))[1].position() for index in range(6)]
    assert starts[:3] == starts[3:]
    assert len(set(starts)) == 3


def test_the_games_of_a_pair_are_found_wherever_they_stand(record: Record) -> None:
    assert games_of_pairs(record) == [(0, 3), (1, 4), (2, 5)]
    games = record["games"]
    record["games"] = [games[index] for index in (3, 0, 5, 4, 1, 2)]
    assert games_of_pairs(record) == [(1, 0), (4, 3), (5, 2)]


@pytest.mark.parametrize(("key", "value"), [("pair", 1), ("pair", 3), ("leg", 1), ("leg", 2)])
def test_each_pair_has_one_game_of_each_leg(record: Record, key: str, value: int) -> None:
    record["games"][0][key] = value
    with pytest.raises(BadRecord, match="each pair has one first game and one mirrored game"):
        games_of_pairs(record)


@pytest.mark.parametrize("index", [-1, 6, 10**30])
def test_a_game_that_the_record_lacks_cannot_be_replayed(record: Record, index: int) -> None:
    with pytest.raises(BadRecord, match="there is no game"):
        list(replay(record, index))
    if index != 6:
        with pytest.raises(BadRecord, match="there is no game"):
            game_seed(record, index)
