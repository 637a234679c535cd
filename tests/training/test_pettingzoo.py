"""The games as PettingZoo environments: its own checks, rewards, and whose turn all can see."""

import itertools
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from engine.errors import BadAction, BadOption, BadPosition, BadSeed, IllegalMove
from engine.rulesets import RULESETS, ruleset
from training.pettingzoo_env import env, raw_env

CYCLES = 30  # of each seat; an episode may be shorter
MAKERS = [raw_env, env]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("game", RULESETS)
def test_the_environments_pass_the_tests_of_pettingzoo(game: str, make: Any) -> None:
    api_test(make(game), num_cycles=CYCLES)
    seed_test(lambda: make(game), num_cycles=CYCLES)
    render_test(lambda render_mode: make(game, render_mode=render_mode))


def test_a_whole_game_and_a_variant_pass_them_too() -> None:
    api_test(env("ecarte/classic", {"target": 2}, whole_game=True), num_cycles=CYCLES)


def play(bare: Any, seed: int, **options: Any) -> dict[str, float]:
    """Plays an episode with random legal actions, and returns the reward of each agent."""
    bare.reset(seed=seed, options=options)
    for space in bare.action_spaces.values():
        space.seed(seed)
    total = dict.fromkeys(bare.possible_agents, 0.0)
    for agent in bare.agent_iter():
        seen, reward, over, truncated, _ = bare.last()
        assert truncated is False
        total[agent] += reward
        action = None if over else bare.action_space(agent).sample(seen["action_mask"])
        bare.step(action)
    return total


@pytest.mark.parametrize("game", RULESETS)
def test_the_seats_of_a_side_are_rewarded_with_what_the_deal_was_worth(game: str) -> None:
    bare = raw_env(game)
    found = set()
    for seed in range(6):
        rewards = play(bare, seed)
        utility = bare.game.utility()
        assert rewards == {f"seat_{n}": utility[n % 2] for n in range(len(rewards))}
        found |= set(rewards.values())
    assert found - {0.0}


def test_a_whole_game_is_won_or_lost() -> None:
    bare = raw_env("ecarte", whole_game=True)
    rewards = play(bare, seed=3)
    assert set(rewards.values()) == {1.0, -1.0}
    assert bare.game.scores()[0] == (rewards["seat_0"] + 1) / 2
    assert max(bare.game.points) >= 5


def test_only_the_agent_to_act_has_legal_actions() -> None:
    bare = raw_env("ecarte")
    bare.reset(seed=1)
    other = next(name for name in bare.agents if name != bare.agent_selection)
    assert bare.observe(bare.agent_selection)["action_mask"].any()
    assert not bare.observe(other)["action_mask"].any()


def test_the_mask_shows_the_legal_moves() -> None:
    bare = raw_env("ecarte")
    bare.reset(options={"position": "hands=7S8H/9STS turned=7D dealer=1 phase=card tricks=2/1"})
    mask = bare.observe("seat_0")["action_mask"]
    texts = [bare.game.text(bare.game.move_of_output(n)) for n in np.flatnonzero(mask)]
    assert sorted(texts) == ["card 7S", "card 8H"]


def test_an_illegal_action_is_an_error_when_bare_and_loses_in_the_wrappers() -> None:
    bare, wrapped = raw_env("ecarte"), env("ecarte")
    bare.reset(seed=1)
    wrapped.reset(seed=1)
    illegal = int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        bare.step(illegal)
    for nonsense in (-1, 10**6, "stand"):
        with pytest.raises(BadAction):
            bare.step(nonsense)
    loser = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.terminations[loser] and wrapped.rewards[loser] == -1


def test_mistaken_settings_are_named() -> None:
    with pytest.raises(BadOption, match="there is no ruleset 'whist'"):
        raw_env("whist")
    with pytest.raises(ValueError, match="render_mode is 'film'; write human or ansi"):
        raw_env("ecarte", render_mode="film")
    bare = raw_env("ecarte")
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        bare.observe("seat_0")
    with pytest.raises(BadSeed):
        bare.reset(options={"seed": "7"})
    with pytest.raises(BadPosition):
        bare.reset(options={"position": "hands=7S/8S"})
    over = "hands=-/- turned=7D dealer=1 phase=over score=5/0"
    with pytest.raises(BadPosition, match="is over"):
        bare.reset(options={"position": over})


def test_what_is_shown_is_what_a_spectator_knows() -> None:
    shown = raw_env("kozel", render_mode="ansi")
    shown.reset(seed=2)
    view = json.loads(shown.render())
    assert view["hand"] is None and view["phase"] == "lead"


# Seat 1 holds a molodka in the first, and in the second the stock has one of its four clubs. Nobody
# else can tell one from the other.
CLUBS = "7S8H9DTC/6C7C8C9C/JSQHKD6D/7H8S9STD"
NO_CLUBS = "7S8H9DTC/6C7C8CAS/JSQHKD6D/7H8S9STD"
STOCK = "JCQCKCACQSKSAS9H7D8D6S6HTHJHKHAHTSJDQDAD"


def kozel(hands: str) -> Any:
    stock = STOCK.replace("AS", "9C") if hands == NO_CLUBS else STOCK
    bare = raw_env("kozel")
    position = f"hands={hands} exposed=JC stock={stock} dealer=3 leader=0"
    bare.reset(options={"position": position})
    return bare


def passes_and_plays(hands: str) -> list[tuple[str, bytes, bytes]]:
    """The first trick, in which all pass, seat 0 leads its lowest card and the others drop theirs:
    at each step whose turn it was, and what seat 0 saw."""
    bare = kozel(hands)
    seen = []
    while not bare.game.drawn:
        own = bare.observe("seat_0")
        agent = bare.agent_selection
        seen.append((agent, own["observation"].tobytes(), own["action_mask"].tobytes()))
        outputs = np.flatnonzero(bare.observe(agent)["action_mask"])
        if outputs[-1] == bare._turns.pass_output:
            bare.step(int(outputs[-1]))
            continue
        moves = {bare.game.text(bare.game.move_of_output(n)): int(n) for n in outputs}
        bare.step(next(n for text, n in moves.items() if text.startswith(("lead", "drop"))))
    return seen


def test_in_kozel_nobody_s_turn_tells_who_holds_a_molodka() -> None:
    holding, not_holding = passes_and_plays(CLUBS), passes_and_plays(NO_CLUBS)
    assert holding == not_holding
    asked = [f"seat_{n}" for n in (0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 2, 3, 3)]
    assert [agent for agent, _, _ in holding] == asked


def test_a_seat_with_a_molodka_may_claim_it_and_one_without_can_only_pass() -> None:
    names = {}
    for hands in (CLUBS, NO_CLUBS):
        bare = kozel(hands)
        bare.step(bare._turns.pass_output)
        assert bare.agent_selection == "seat_1"
        outputs = np.flatnonzero(bare.observe("seat_1")["action_mask"])
        state = ruleset("kozel").position(f"hands={CLUBS} exposed=JC dealer=3 leader=0 asked=1")
        names[hands] = [state.text(state.move_of_output(n)) for n in outputs]
        if hands == NO_CLUBS:
            with pytest.raises(IllegalMove, match="only pass"):
                bare.step(int(outputs[0]) - 1)
    assert names == {CLUBS: ["molodka", "pass"], NO_CLUBS: ["pass"]}


def test_after_a_claim_the_four_are_led_and_nobody_is_asked() -> None:
    bare = kozel(CLUBS)
    agents = []
    for _ in range(2):
        agents.append(bare.agent_selection)
        bare.step(int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"])[0]))
    assert agents == ["seat_0", "seat_1"]
    assert bare.game.leader == 1 and bare.game.count == 4
    assert bare.agent_selection == "seat_2"
    assert bare.observe("seat_2")["action_mask"].sum() == 1  # it must drop all four


def test_random_deals_ask_everyone_who_has_four_cards_and_end_as_the_engine_s() -> None:
    """The questions in the environment are as many, whatever the hands are."""
    bare = raw_env("kozel")
    claimed = 0
    for seed in range(60):
        bare.reset(seed=seed)
        generator = np.random.default_rng(seed)
        for _ in itertools.count():
            if not bare.agents or bare.terminations[bare.agent_selection]:
                break
            outputs = np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"])
            claimed += bare.game.asking and len(outputs) == 2
            bare.step(int(generator.choice(outputs)))
        assert bare.game.seat is None
    assert claimed


def test_without_pettingzoo_or_gymnasium_the_error_says_what_to_install() -> None:
    for library, module in (("pettingzoo", "pettingzoo_env"), ("gymnasium", "gymnasium_env")):
        code = f"import sys; sys.modules[{library!r}] = None; import training.{module}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 1
        assert f"training.{module} needs {library}: pip install {library}" in done.stderr
