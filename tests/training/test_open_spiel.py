"""The games in OpenSpiel: its own checks, what a player knows, and a small Écarté solved."""

import random
import subprocess
import sys
from typing import Any

import pyspiel
import pytest

from engine.ecarte.ruleset import Ecarte
from engine.rulesets import RULESETS
from tests.training.small_ecarte import small_game
from training.open_spiel_game import CardGame, game_type, short_name

OTHERS = [
    "goat_ecarte(must_trump=true,vulnerability=classic,target=2)",
    "goat_kozel(molodka=own_turn,trump_card=bottom)",
    "goat_svoi_kozyri(trumps=choose,deal=mirror,max_plies=40)",
    "goat_ecarte(whole_game=true,target=3)",
]
SMALL = game_type(Ecarte(), "small_ecarte")


class SmallEcarte(CardGame):
    def __init__(self, params: Any = None) -> None:
        super().__init__(SMALL, Ecarte(), small_game(), params)


pyspiel.register_game(SMALL, SmallEcarte)


@pytest.mark.parametrize(
    "name",
    ["goat_ecarte", "goat_kozel", "goat_svoi_kozyri(max_plies=40)", *OTHERS, "small_ecarte"],
)
def test_the_games_pass_the_checks_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_an_option_is_a_parameter_and_a_wrong_one_is_an_error() -> None:
    game = pyspiel.load_game("goat_ecarte(must_trump=true)")
    assert game.get_parameters()["must_trump"] is True
    with pytest.raises(Exception, match="vulnerability"):
        pyspiel.load_game("goat_ecarte(vulnerability=luck)")


def play_at_random(state: Any, choice: random.Random, until: int | None = None) -> list[int]:
    """Plays on to the end, or until so many decisions are made. Returns the actions."""
    actions: list[int] = []
    while not state.is_terminal():
        if state.is_chance_node():
            action = choice.choice(state.legal_actions())
        elif until == 0:
            break
        else:
            action = choice.choice(state.legal_actions())
            until = None if until is None else until - 1
        actions.append(action)
        state.apply_action(action)
    return actions


@pytest.mark.parametrize("name", [short_name(name) for name in RULESETS])
def test_a_clone_plays_on_by_itself(name: str) -> None:
    choice = random.Random(5)
    state = pyspiel.load_game(name).new_initial_state()
    play_at_random(state, choice, until=3)
    before = str(state), state.history()
    clone = state.clone()
    assert (str(clone), clone.history()) == before
    play_at_random(clone, choice)
    assert clone.is_terminal()
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("name", [short_name(name) for name in RULESETS])
def test_what_the_seats_of_a_side_get_is_what_the_others_lose(name: str) -> None:
    choice = random.Random(6)
    game = pyspiel.load_game(name)
    found = set()
    for _ in range(6):
        state = game.new_initial_state()
        play_at_random(state, choice)
        returns = state.returns()
        assert sum(returns) == 0
        assert returns == returns[:2] * (game.num_players() // 2)
        found |= set(returns)
    assert found - {0.0}


POSITION = "hands=7S8S/9STS turned=7H stock=AS dealer=1 phase=card tricks=2/1"


def test_a_position_begins_a_small_game_whose_hidden_cards_chance_deals() -> None:
    game = pyspiel.load_game("goat_ecarte", {"position": POSITION})
    state = game.new_initial_state()
    dealt = []
    while state.is_chance_node():
        dealt.append(state.action_to_string(state.legal_actions()[-1]))
        state.apply_action(state.legal_actions()[-1])
    assert dealt == ["deal AS", "deal TS", "deal 9S", "deal 8S"]


def test_a_position_whose_hands_stay_begins_with_a_move() -> None:
    game = pyspiel.load_game("goat_ecarte", {"position": POSITION, "redeal": False})
    state = game.new_initial_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        "card 7S",
        "card 8S",
    ]


@pytest.mark.live
def test_an_information_state_recalls_the_own_moves_and_nothing_that_is_hidden() -> None:
    """In the whole tree of the small game: states with the same text have the same past for the
    player, the same hand and the same actions. At first, the other may hold any three hands."""
    pasts: dict[str, set[Any]] = {}
    hidden: dict[str, set[str]] = {}

    def walk(state: Any, past: dict[int, tuple[Any, ...]]) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            text = state.information_state_string(player)
            own = tuple(state.game.state.hands[player])
            past = past | {player: (*past[player], text)}
            pasts.setdefault(text, set()).add((past[player], own, tuple(state.legal_actions())))
            hidden.setdefault(text, set()).add(str(state.game.state.hands[1 - player]))
        for action in state.legal_actions():
            following = past | ({player: (*past[player], action)} if player >= 0 else {})
            walk(state.child(action), following)

    walk(pyspiel.load_game("small_ecarte").new_initial_state(), {0: (), 1: ()})
    assert all(len(known) == 1 for known in pasts.values())
    first = [hands for text, hands in hidden.items() if text.startswith('[{"phase":"propose"')]
    assert len(first) == 10 and {len(hands) for hands in first} == {3}


@pytest.mark.live
def test_cfr_plus_solves_the_small_game() -> None:
    game = pyspiel.load_game("cached_tree(game=small_ecarte())")
    solver = pyspiel.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) > 0.1
    for _ in range(25):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.01


def test_without_open_spiel_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import training.open_spiel_game"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "training.open_spiel_game needs pyspiel: pip install open-spiel" in done.stderr


def test_a_program_that_loads_a_game_ends_without_an_error() -> None:
    code = "import pyspiel; import training.open_spiel_game; g = pyspiel.load_game('goat_ecarte')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
