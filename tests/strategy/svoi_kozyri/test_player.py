"""The player of Svoi Kozyri: legal, repeatable, within its clock, and it finds wins."""

import time
from random import Random

import pytest

from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.evaluator import Clock
from strategy.svoi_kozyri.player import NODES, Player, allowance_ms
from strategy.svoi_kozyri.positions import position_of, rules_of, suits_of
from strategy.svoi_kozyri.search import Search
from tests.strategy.svoi_kozyri.positions import random_state

CLOCK = Clock(500, 10_000)
CONFIGURATIONS = [
    {},
    {"deal": "mirror"},
    {"voluntary_take": True},
    {"trumps": "choose"},
    {"trumps": "fixed", "draw_rule": False},
    {"max_plies": 9},
]


def play(rules, seed, players, plies=300):
    """Plays a game, and returns it with the moves and notes of its players."""
    state = rules.start(seed)
    heard = [[], []]
    choices = []
    while state.seat is not None and len(choices) < plies:
        seat = state.seat
        events, heard[seat] = heard[seat], []
        legal = state.texts(state.legal())
        choice = players[seat].choose(events, state.view(seat), legal, CLOCK)
        assert choice.move in legal
        choices.append(choice)
        move = state.parse(choice.move)
        for other in range(2):
            heard[other].append(state.event(move, other))
        state.play(move)
    return state, choices


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_every_move_is_legal_with_every_option(options):
    rules = SvoiKozyri(**options)
    seed = Random().randbytes(32)
    try:
        play(rules, seed, [Player(rules, seat, nodes=64) for seat in range(2)])
    except BaseException:
        print(f"seed {seed.hex()}")
        raise


def test_the_same_messages_lead_to_the_same_moves():
    rules = SvoiKozyri()
    seed = Random().randbytes(32)
    first, second = (
        play(rules, seed, [Player(rules, 0, nodes=700), Player(rules, 1, "medium")], 24)[1]
        for _ in range(2)
    )
    assert first == second, f"seed {seed.hex()}"


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("hands=7C8C/6D7D9D trumps=S/H pile=6C", {"beat 7C 8C", "beat 8C 7C"}),
        # The last card of the other hand beats 7C, which would be a draw, but not 9S (SR9).
        ("hands=7C9S/8C trumps=S/H pile=6C", {"beat 7C 9S"}),
        # Any other lead can be beaten with the last but one card.
        ("hands=AH7C/9H8D trumps=S/H", {"lead AH"}),
    ],
)
@pytest.mark.parametrize("level", NODES)
def test_a_forced_win_is_found(text, wins, level):
    rules = SvoiKozyri()
    state = rules.position(text)
    legal = state.texts(state.legal())
    choice = Player(rules, 0, level).choose([], state.view(0), legal, CLOCK)
    assert choice.move in wins
    assert "wins in" in choice.note


@pytest.mark.parametrize(
    ("clock", "ms"),
    [
        (Clock(500, 10_000), 350),
        (Clock(20, 10_000), 14),
        (Clock(0, 10_000), 100),
        (Clock(0, 0), 0),
        (Clock(100_000, 0), 350),
    ],
)
def test_a_part_of_the_clock_is_used(clock, ms):
    assert allowance_ms(clock) == pytest.approx(ms)


def test_the_search_ends_when_its_time_is_over(monkeypatch):
    """Each look at the clock takes a millisecond here."""
    rules = SvoiKozyri()
    state = random_state(rules, Random(1), 6)
    looks = []

    def process_time():
        looks.append(len(looks))
        return len(looks) / 1000

    monkeypatch.setattr(time, "process_time", process_time)
    player = Player(rules, state.seat, nodes=10**9)
    legal = state.texts(state.legal())
    assert player.choose([], state.view(state.seat), legal, Clock(20, 0)).move in legal
    assert len(looks) < 20


def test_no_clock_at_all_still_brings_a_move():
    rules = SvoiKozyri()
    for seed in range(20):
        state = random_state(rules, Random(seed), 8)
        legal = state.texts(state.legal())
        player = Player(rules, state.seat)
        assert player.choose([], state.view(state.seat), legal, Clock(0, 0)).move in legal


def test_a_search_near_the_last_ply_sees_the_draw():
    rules = SvoiKozyri(max_plies=9)
    won = "hands=AH7C/9H8D trumps=S/H"
    legal = ["lead 7C", "lead AH"]
    late = rules.position(f"{won} ply=8")
    choice = Player(rules, 0).choose([], late.view(0), legal, CLOCK)
    assert "wins" not in choice.note
    early = rules.position(won)
    assert "wins" in Player(rules, 0).choose([], early.view(0), legal, CLOCK).note


def test_what_a_search_remembers_is_bounded():
    rules = SvoiKozyri()
    search = Search(rules_of(rules), table_size=2_000)
    random = Random(2)
    for _ in range(12):
        state = random_state(rules, random, 4)
        search.best(position_of(state, suits_of(state)), (), nodes=2_000)
        assert search.remembered <= 4_000
