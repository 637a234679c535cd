"""The keys of positions: equal for equal positions, hardly ever for others."""

import random
import subprocess
import sys
from typing import Any

import pytest

from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import every_ruleset, played, start, states

NUMBERS = pytest.mark.parametrize("number", range(2))


@every_ruleset
@NUMBERS
def test_a_position_set_up_again_has_the_same_key(rules: Ruleset, number: int) -> None:
    """However the state came there: with keys asked all along, or never before."""
    state = start(rules, number)
    for turn, (asked, _) in enumerate(played(state, number)):
        assert 0 <= asked.key() < 2**64
        if turn % 5 == 0:
            again = rules.position(asked.position())
            assert again.key() == asked.key() == asked.copy().key()
    assert rules.position(state.position()).key() == state.key()


@every_ruleset
@NUMBERS
def test_every_move_changes_the_key(rules: Ruleset, number: int) -> None:
    for state in states(rules, number, every=4):
        moves = list(state.legal())[:12]
        keys = set()
        for move in moves:
            after = state.copy()
            after.play(move)
            keys.add(after.key())
        assert len(keys) == len(moves)
        assert state.key() not in keys


def situation(state: Any) -> Any:
    """What a key covers, by the open view."""
    view = state.view(None)
    for past in ("taken", "dropped", "drops", "returned", "discarded", "played", "ply"):
        view.pop(past, None)
    view.pop("repetition", None)
    return str(view)


@every_ruleset
def test_different_positions_have_different_keys(rules: Ruleset) -> None:
    seen: dict[int, str] = {}
    for number in range(6):
        for state in states(rules, number):
            text = situation(state)
            assert seen.setdefault(state.key(), text) == text
    assert len(seen) > 20


@pytest.mark.parametrize("name", RULESETS)
def test_no_two_of_many_neighbouring_positions_share_a_key(name: str) -> None:
    """The positions of one tree, which differ in little: those that a search compares."""
    rules = ruleset(name)
    rng = random.Random(1)
    root = rules.start(rng.randbytes(32), stop_at_deal=True)
    seen: dict[int, str] = {}
    for _ in range(400):
        state = root.copy()
        for _ in range(12):
            if state.seat is None:
                break
            state.play(rng.choice(state.legal()))
            text = situation(state)
            assert seen.setdefault(state.key(), text) == text
    assert len(seen) > 100


def test_the_order_of_tricks_does_not_matter_but_that_of_a_pile_does() -> None:
    rules = ruleset("kozel", {"molodka": "off"})
    text = "hands=AS7S/6H7H/6S8S/8D6D exposed=JS leader=0 tricks=4/3"
    ends = []
    for first, second in (("lead AS", "lead 7S"), ("lead 7S", "lead AS")):
        state = rules.position(text)
        for move in (first, "drop 6H", "drop 6S", "drop 6D", second, "drop 7H"):
            state.play(state.parse(move))
        ends.append(state)
    assert ends[0].key() != ends[1].key()  # another card is on the table
    duel = ruleset("svoi-kozyri")
    one, other = (
        duel.position(f"hands=7S8S/KHQH trumps=S/H pile={pile}TC") for pile in ("6D9C", "9C6D")
    )
    assert one.key() != other.key()


@pytest.mark.parametrize(
    ("name", "text", "stocks"),
    [
        ("kozel", "hands=7S8S9STS/6H7H8HTH/8D6D9DTD/6C7C8C9C exposed=JH", ("JHQHKHAH", "JHQHAHKH")),
        ("ecarte", "hands=7S8S9STSJS/7H8H9HTHQH turned=JH dealer=1", ("7C8C9C", "8C7C9C")),
    ],
)
def test_the_order_of_the_stock_matters(name: str, text: str, stocks: tuple[str, str]) -> None:
    rules = ruleset(name)
    one, other = (rules.position(f"{text} stock={stock}") for stock in stocks)
    assert one.key() != other.key()


def test_a_position_that_ended_the_game_has_another_key() -> None:
    rules = ruleset("svoi-kozyri", {"max_plies": 4})
    text = "hands=7S8S/KHQH trumps=S/H pile=6D ply="
    over, playing = rules.position(f"{text}4"), rules.position(f"{text}3")
    assert over.seat is None
    assert over.key() != playing.key()


def test_what_only_the_past_says_is_not_in_a_key() -> None:
    rules = ruleset("kozel", {"molodka": "off"})
    text = "hands=AS/6H/6S/8D exposed=JS leader=0 tricks=4/4 points=60/20"
    one = rules.position(f"{text} taken=ADKD/-")
    other = rules.position(f"{text} taken=KDAD/-")
    assert one != other
    assert one.key() == other.key()
    duel = ruleset("svoi-kozyri")
    assert (
        duel.position("hands=7S8S/KHQH trumps=S/H pile=6D ply=4").key()
        == duel.position("hands=7S8S/KHQH trumps=S/H pile=6D ply=40").key()
    )


def test_another_process_has_the_same_keys() -> None:
    code = (
        "from engine.rulesets import RULESETS, ruleset\n"
        "for name in RULESETS:\n"
        "    state = ruleset(name).start(bytes(32))\n"
        "    state.play(state.legal()[0])\n"
        "    print(state.key())"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert len(set(found[0].split())) == len(RULESETS)
