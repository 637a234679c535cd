"""Games dealt card by card, with chance as a player."""

import copy
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from engine.cards import NAMES
from engine.chance import CHANCE, FIRST_CHOICE, ChanceState, chance_of
from engine.errors import BadAction, BadPosition
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from tests.engine.games import cards_in, every_ruleset, play_out, start

SEEDS = [number.to_bytes(32, "big") for number in range(3)]


def has_chance(rules: Ruleset) -> bool:
    """A fourth game may lack it."""
    return chance_of(rules) is not None


def act(game: ChanceState, rng: random.Random) -> None:
    """One outcome or one move at random."""
    if game.seat == CHANCE:
        outcomes, weights = zip(*game.chance_outcomes(), strict=True)
        game.deal(rng.choices(outcomes, weights)[0])
    else:
        game.play(rng.choice(game.state.legal()))


@every_ruleset
def test_a_game_dealt_by_chance_ends_like_any_other(rules: Ruleset) -> None:
    if not has_chance(rules):
        return
    for number in range(3):
        rng = random.Random(number)
        game = rules.chance(stop_at_deal=number == 1)
        while game.seat is not None:
            if game.seat == CHANCE:
                outcomes = game.chance_outcomes()
                assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                assert all(one < other for (one, _), (other, _) in pairwise(outcomes))
            else:
                assert game.chance_outcomes() == []
                assert game.seat == game.state.seat
            act(game, rng)
        assert sum(game.state.utility()) == 0
        if number == 1:
            assert game.state.deal == 0
        else:
            assert sum(game.state.scores()) == 1


def next_card(true: Any, game: ChanceState) -> int:
    """The outcome that deals as a true state was dealt."""
    possible = {outcome for outcome, _ in game.chance_outcomes()}
    dealt = len(game.dealt)
    if min(possible) >= FIRST_CHOICE:
        if hasattr(true, "dealer"):
            return FIRST_CHOICE + true.dealer
        return FIRST_CHOICE + true.trumps[dealt]
    if hasattr(true, "exposed"):
        dealt -= game.state is None
        if dealt == 16:
            return true.exposed
        hand = true.hands[(true.dealer + 1 + dealt) & 3]
    elif hasattr(true, "turned"):
        dealt -= game.state is None
        if dealt == 10:
            return true.turned
        first = dealt < 3 or dealt in (6, 7)
        hand = true.hands[1 - true.dealer if first else true.dealer]
    else:
        hand = true.hands[(dealt - 2 if true.options.trumps == "random" else dealt) % 2]
    return next(card for card in hand if card in possible)


@every_ruleset
def test_it_is_the_game_of_a_seed_when_chance_deals_as_the_seed_does(rules: Ruleset) -> None:
    """Up to the last deal, with all draws: so chance decides all that a seed decides, no more."""
    if not has_chance(rules) or rules.options.get("deal") == "mirror":
        return
    rng = random.Random(3)
    true: Any = rules.start(SEEDS[0])
    game = rules.chance()
    draws: list[int] = []
    while true.seat is not None or game.seat is not None:
        if game.seat == CHANCE:
            game.deal(draws.pop(0) if draws else next_card(true, game))
            continue
        assert game.seat == true.seat
        for seat in range(rules.seats):
            assert game.state.view(seat) == true.view(seat)
        move = rng.choice(true.legal())
        assert game.state.actions() == true.actions()
        drawn = true.stock[getattr(true, "drawn", 0) :] if hasattr(true, "stock") else []
        deal = true.deal
        game.play(move)
        true.play(move)
        if deal == true.deal and hasattr(true, "stock"):
            draws = drawn[: len(drawn) - len(true.stock[getattr(true, "drawn", 0) :])]
    assert game.state.scores() == true.scores()


def test_a_mirrored_deal_is_dealt_too() -> None:
    rules: Any = ruleset("svoi-kozyri/mirror")
    rng = random.Random(1)
    game = rules.chance()
    while game.seat == CHANCE:
        act(game, rng)
    assert len(game.history) == 2 + 18
    first, second = game.state.hands
    assert len(first) == len(second) == 18
    assert sorted(card % 9 for card in first) == sorted(card % 9 for card in second)


@pytest.mark.parametrize("name", ["kozel", "ecarte"])
def test_any_card_that_is_not_seen_may_be_drawn(name: str) -> None:
    rules: Any = ruleset(name)
    rng = random.Random(2)
    game = rules.chance()
    draws = 0
    while game.seat is not None:
        if game.seat == CHANCE and game._due:
            draws += 1
            open_view = game.state.view(None)
            left = {NAMES[card] for card, _ in game.chance_outcomes()}
            assert left == set(open_view["stock"]) - {NAMES[card] for card in game.dealt}
        act(game, rng)
    assert draws > 3


def test_an_exposed_card_at_the_bottom_is_drawn_last() -> None:
    rules: Any = ruleset("kozel", {"trump_card": "bottom"})
    rng = random.Random(4)
    game = rules.chance(stop_at_deal=True)
    drawn = []
    while game.seat is not None:
        if game.seat == CHANCE and game._due:
            outcome = rng.choice(game.chance_outcomes())[0]
            drawn.append(outcome)
            game.deal(outcome)
        else:
            act(game, rng)
    assert len(set(drawn)) == 20
    assert drawn[-1] == game.state.exposed


@every_ruleset
def test_a_copy_is_independent(rules: Ruleset) -> None:
    if not has_chance(rules):
        return
    rng = random.Random(6)
    game = rules.chance()
    for turn in range(90):
        if game.seat is None:
            break
        other = copy.deepcopy(game)
        before = (game.history, game.seat, game.dealt, game.chance_outcomes())
        position = game.state and game.state.position()
        for _ in range(5 if turn % 5 == 0 else 0):
            if other.seat is not None:
                act(other, rng)
        assert (game.history, game.seat, game.dealt, game.chance_outcomes()) == before
        assert (game.state and game.state.position()) == position
        act(game, rng)


@every_ruleset
def test_a_state_goes_on_with_its_hands_and_any_stock(rules: Ruleset) -> None:
    if not has_chance(rules):
        return
    state = start(rules, 1)
    text = state.position()
    ends = []
    for number in range(6):
        game = rules.chance(state)
        if game.state.seat != CHANCE:
            assert game.state.view(state.seat) == state.view(state.seat)
        rng = random.Random(number)
        while game.seat is not None:
            act(game, rng)
        ends.append(game.history)
    assert state.position() == text
    assert len(set(ends)) > 1


SMALL = {
    "kozel": "hands=7S9S/8SKS/6H7H/8D6D exposed=JH leader=0 tricks=4/3 points=70/10",
    "ecarte": "hands=7S8S/KSQS turned=JH stock=TD dealer=1 phase=card tricks=2/1 seat=0",
    "svoi-kozyri": "hands=7S8S/KHQH trumps=S/H pile=6D",
}


@pytest.mark.parametrize("name", SMALL)
def test_the_hands_of_a_position_are_dealt_again(name: str) -> None:
    rules: Any = ruleset(name)
    base = rules.position(SMALL[name])
    deck = set(cards_in([base.view(None)["hands"], base.view(None).get("stock", [])]))
    hands = set()
    for number in range(40):
        rng = random.Random(number)
        game = rules.chance(base, redeal=True)
        assert game.seat == CHANCE
        while game.seat == CHANCE:
            act(game, rng)
        view = game.state.view(None)
        assert set(cards_in([view["hands"], view.get("stock", [])])) == deck
        assert [len(hand) for hand in view["hands"]] == [len(hand) for hand in base.hands]
        assert game.seat == base.seat
        hands.add(str(view["hands"]))
        play_out(game.state, number)
    assert len(hands) > 5


def test_all_hands_of_a_small_deck_are_equally_likely() -> None:
    rules: Any = ruleset("ecarte")
    base = rules.position("hands=7S/KS turned=JH stock=TD dealer=1 phase=card tricks=2/2 seat=0")
    found: Counter[str] = Counter()

    def walk(game: ChanceState, chance: float) -> None:
        if game.seat != CHANCE:
            found[str(game.state.view(None)["hands"])] += chance
            return
        for outcome, weight in game.chance_outcomes():
            after = game.copy()
            after.deal(outcome)
            walk(after, chance * weight)

    walk(rules.chance(base, redeal=True), 1.0)
    assert len(found) == 6
    assert all(chance == pytest.approx(1 / 6) for chance in found.values())


@every_ruleset
def test_an_outcome_that_is_not_possible_is_an_error_that_lists_those_that_are(
    rules: Ruleset,
) -> None:
    if not has_chance(rules):
        return
    rng = random.Random(1)
    game = rules.chance()
    while game.seat is not None and len(game.history) < 60:
        possible = {outcome for outcome, _ in game.chance_outcomes()}
        for outcome in ({-1, 17, 36, 40, 1000} - possible) | {"7S", 10**30}:
            with pytest.raises(BadAction, match="not an outcome here"):
                game.deal(outcome)
        act(game, rng)


def test_outcomes_have_words() -> None:
    assert ruleset("kozel").chance().outcome_text(38) == "dealer 2"
    assert ruleset("svoi-kozyri").chance().outcome_text(39) == "trump S"
    assert ruleset("ecarte").chance().outcome_text(35) == "deal AS"


def test_hands_are_not_dealt_again_in_the_middle_of_a_trick() -> None:
    rules: Any = ruleset("kozel")
    state = rules.position(SMALL["kozel"])
    state.play(state.legal()[0])
    with pytest.raises(BadPosition, match="table"):
        rules.chance(state, redeal=True)
