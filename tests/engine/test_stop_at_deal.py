"""A state that stops at the end of its deal, and what the deal is worth."""

import copy
import pickle
import random
from typing import Any

import pytest

from engine.errors import BadPosition, GameNotOver
from engine.ruleset import Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import every_ruleset, play_out, played

SEEDS = [number.to_bytes(32, "big") for number in range(4)]
SEVERAL_DEALS = ("kozel", "ecarte")


def deals(rules: Ruleset, seed: bytes) -> list[tuple[State[Any], State[Any]]]:
    """By deal of a random game: a state that stops at its end, and the true state beyond it."""
    state = rules.start(seed)
    found = []
    choose = random.Random(seed).choice
    while state.seat is not None:
        deal = state.deal
        stopping = rules.position(state.position(), stop_at_deal=True)
        while state.seat is not None and state.deal == deal:
            move = choose(state.legal())
            assert list(stopping.legal()) == list(state.legal())
            stopping.play(move)
            state.play(move)
        found.append((stopping, state.copy()))
    return found


@every_ruleset
def test_it_stops_where_the_next_deal_would_begin(rules: Ruleset) -> None:
    for stopped, beyond in deals(rules, SEEDS[0]):
        assert stopped.seat is None
        assert list(stopped.legal()) == list(stopped.actions()) == []
        assert stopped.texts(stopped.legal()) == []
        assert stopped.view(None)["phase"] == "over"
        if beyond.seat is None and stopped.deal == beyond.deal:
            assert not stopped.deal_over
            assert stopped.scores() == beyond.scores()
        else:
            assert stopped.deal_over
            assert stopped.deal == beyond.deal - 1
            with pytest.raises(GameNotOver):
                stopped.scores()


@pytest.mark.parametrize("name", SEVERAL_DEALS)
def test_the_score_stands_as_the_next_deal_finds_it(name: str) -> None:
    attribute = {"kozel": "penalties", "ecarte": "points"}[name]
    turned_kings = 0
    for seed in SEEDS:
        for stopped, beyond in deals(ruleset(name), seed):
            after = list(getattr(beyond, attribute))
            if name == "ecarte" and stopped.deal_over and beyond.view(None)["turned"][0] == "K":
                after[beyond.dealer] -= 1  # scored at once
                turned_kings += 1
            assert [*getattr(stopped, attribute)] == after
    assert turned_kings or name == "kozel"


@every_ruleset
def test_a_copy_a_position_and_a_pickle_stop_too(rules: Ruleset) -> None:
    state = rules.start(SEEDS[1], stop_at_deal=True)
    for turn, _ in enumerate(played(state, 1)):
        if turn == 3:
            break
    texts = state.position()
    for other in (
        state.copy(),
        copy.deepcopy(state),
        rules.position(texts),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other == state
        assert other.stop_at_deal
        end = play_out(other, 2)
        assert end.deal == 0
        again = rules.position(end.position())
        assert again == end
        assert again.seat is None
        assert again.deal_over == end.deal_over
        assert again.utility() == end.utility()


@every_ruleset
def test_a_state_that_stops_is_not_equal_to_one_that_deals_on(rules: Ruleset) -> None:
    assert rules.start(SEEDS[0], stop_at_deal=True) != rules.start(SEEDS[0])
    assert "stop" not in rules.start(SEEDS[0]).position()


@pytest.mark.parametrize("name", SEVERAL_DEALS)
def test_no_seed_changes_anything_after_the_first_deal(name: str) -> None:
    """So no search in such a state can tell what the true seed deals next."""
    rules = ruleset(name)
    text = rules.start(SEEDS[2], stop_at_deal=True).position()
    other = text.replace(SEEDS[2].hex(), SEEDS[3].hex())
    assert other != text
    for number in range(20):
        ends = [play_out(rules.position(each), number) for each in (text, other)]
        assert ends[0].view(None) == ends[1].view(None)


@every_ruleset
def test_the_utility_of_a_deal_adds_up_to_zero(rules: Ruleset) -> None:
    for seed in SEEDS[:2]:
        for stopped, _ in deals(rules, seed):
            first, second = stopped.utility()
            assert first + second == 0
            assert isinstance(first, float)


def test_in_kozel_it_is_the_difference_of_the_penalties_by_six() -> None:
    for seed in SEEDS:
        before = [0, 0]
        for stopped, _ in deals(ruleset("kozel"), seed):
            own = [now - then for now, then in zip(stopped.penalties, before, strict=True)]
            assert stopped.utility()[0] == pytest.approx((own[1] - own[0]) / 6)
            before = list(stopped.penalties)


@pytest.mark.parametrize("variant", ["ecarte", "ecarte/classic"])
def test_in_ecarte_it_is_the_difference_of_the_points(variant: str) -> None:
    rules = ruleset(variant)
    seen = set()
    for number in range(60):
        before = [0, 0]
        for stopped, _ in deals(rules, number.to_bytes(32, "big")):
            gained = [now - then for now, then in zip(stopped.points, before, strict=True)]
            assert stopped.utility() == (gained[0] - gained[1], gained[1] - gained[0])
            before = list(stopped.points)
            seen.add(tuple(gained))
    assert {(0, 1), (2, 0), (1, 1), (3, 0)} <= seen


def test_in_a_game_of_one_deal_it_is_the_result() -> None:
    for number in range(30):
        end = play_out(ruleset("svoi-kozyri").start(number.to_bytes(32, "big")), number)
        assert end.utility()[0] == 2 * end.scores()[0] - 1


@every_ruleset
def test_there_is_none_before_the_end(rules: Ruleset) -> None:
    for stop_at_deal in (False, True):
        with pytest.raises(GameNotOver):
            rules.start(SEEDS[0], stop_at_deal).utility()


@pytest.mark.parametrize("name", RULESETS)
def test_a_position_can_only_stop_at_a_deal(name: str) -> None:
    text = ruleset(name).start(SEEDS[0]).position()
    with pytest.raises(BadPosition, match="stop=trick"):
        ruleset(name).position(f"{text} stop=trick")


def test_empty_hands_are_a_position_only_of_a_state_that_stops() -> None:
    text = "hands=-/-/-/- exposed=JH points=70/50 tricks=4/3 penalties=2/4 leader=2"
    with pytest.raises(BadPosition):
        ruleset("kozel").position(text)
    state = ruleset("kozel").position(text + " stop=deal")
    assert state.deal_over
    assert state.utility() == (pytest.approx(1 / 3), pytest.approx(-1 / 3))
