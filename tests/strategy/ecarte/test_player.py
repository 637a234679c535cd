"""The player makes legal moves only, the same ones again, and finds what is forced."""

import random
import time
from itertools import combinations

import pytest

from engine.randomness import SEED_BYTES
from engine.rulesets import ruleset
from strategy.ecarte import player as module
from strategy.ecarte.cards import cards_of
from strategy.ecarte.player import Player
from strategy.ecarte.situation import situation
from strategy.ecarte.solver import holds
from strategy.evaluator import Clock

SEED = random.randrange(10**6)
CLOCK = Clock(500, 10_000)
CLASSIC = {"must_trump": True, "vulnerability": "classic"}
OPTIONS = [
    {},
    CLASSIC,
    {"vulnerability": "winner", "target": 2},
    {"vulnerability": "none", "dealer_min": 1, "must_trump": True},
    {"target": 21, "vulnerability": "classic", "dealer_min": 1},
]


def play(options, levels, seed, rng) -> list[str]:
    """The moves of a game; `Player.choose` must give legal ones."""
    rules = ruleset("ecarte", options)
    state = rules.start(seed)
    players = [Player(rules, seat, level, rng) for seat, level in enumerate(levels)]
    moves = []
    while state.seat is not None:
        legal = state.texts(state.legal())
        choice = players[state.seat].choose([], state.view(state.seat), legal, CLOCK)
        assert choice.move in legal, state.position()
        assert len(choice.note) <= 200
        moves.append(choice.move)
        state.play(state.parse(choice.move))
    return moves


def choose(position, options=None, level="strong") -> str:
    rules = ruleset("ecarte", options or {})
    state = rules.position(position)
    player = Player(rules, state.seat, level, random.Random(1))
    legal = state.texts(state.legal())
    return player.choose([], state.view(state.seat), legal, CLOCK).move


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_move_is_legal_against_itself_under_all_options(options):
    seed = random.randbytes(SEED_BYTES)
    print("seed", seed.hex())
    play(options, ("medium", "medium"), seed, random.Random(seed))


def test_every_move_is_legal_where_the_other_side_plays_at_random():
    seed = random.randbytes(SEED_BYTES)
    print("seed", seed.hex())
    rng = random.Random(seed)
    rules = ruleset("ecarte", {"target": 9})
    state = rules.start(seed)
    player = Player(rules, 0, "medium", rng)
    while state.seat is not None:
        legal = state.texts(state.legal())
        if state.seat == 0:
            move = player.choose([], state.view(0), legal, CLOCK).move
            assert move in legal, state.position()
        else:
            move = rng.choice(legal)
        state.play(state.parse(move))


def test_the_same_seeds_give_the_same_game():
    seed = bytes(31) + b"\7"
    games = [play({}, ("medium", "medium"), seed, random.Random(5)) for _ in range(2)]
    assert games[0] == games[1]


def winning_leads(state) -> tuple[set[str], int]:
    """The leads that win the deal whatever the other hand is, and the number of leads."""
    now = situation(state.options, state.view(state.seat), state.seat)
    need = 3 - now.my_tricks
    size = now.hand.bit_count()
    hands = [sum(cards) for cards in combinations(cards_of(now.unknown), size)]
    leads = cards_of(now.hand)
    return {
        now.deck.names[lead]
        for lead in leads
        if all(holds(now.hand ^ lead, lead, hand, need, size, False) for hand in hands)
    }, len(leads)


def test_a_lead_that_wins_whatever_the_other_hand_is_is_found():
    print("seed", SEED)
    rng = random.Random(SEED)
    rules = ruleset("ecarte", {"target": 2})
    found = 0
    while found < 8:
        state = rules.start(rng.randbytes(SEED_BYTES))
        deal = state.deal
        while state.seat is not None and state.deal == deal:
            if state.phase == 3 and len(state.played) == 6 and max(state.tricks) < 3:
                leads, number = winning_leads(state)
                if 0 < len(leads) < number:
                    found += 1
                    legal = state.texts(state.legal())
                    player = Player(rules, state.seat, "strong", rng)
                    choice = player.choose([], state.view(state.seat), legal, CLOCK)
                    assert choice.move.split()[1] in leads, state.position()
            state.play(rng.choice(state.legal()))


def test_the_king_is_announced_where_its_point_wins_the_game():
    position = "phase=card hands=7CKH8D9D7S/8C9C8STSJS turned=8H dealer=1 score=4/4 proposals=0"
    assert choose(position).endswith(" king")
    assert choose(position, level="medium").endswith(" king")


def test_a_small_clock_ends_the_search_early(monkeypatch):
    ticks = iter(range(10**9))
    solved = []
    value = module.card_value
    monkeypatch.setattr(time, "process_time", lambda: next(ticks))
    monkeypatch.setattr(module, "card_value", lambda *rest: solved.append(1) or value(*rest))
    position = "phase=card hands=7CKH8D9D7S/8C9C8STSJS turned=8H dealer=1 score=0/0 proposals=0"
    choose(position)
    assert 0 < len(solved) <= 5 * module.PIECE


def test_a_clock_of_a_millisecond_draws_few_samples(monkeypatch):
    drawn = []
    sample = module.sample_hands
    monkeypatch.setattr(
        module, "sample_hands", lambda now, *rest: drawn.append(rest) or sample(now, *rest)
    )
    rules = ruleset("ecarte", {})
    state = rules.position(
        "phase=card hands=7CKH8D9D7S/8C9C8STSJS turned=8H dealer=1 score=0/0 proposals=0"
    )
    legal = state.texts(state.legal())
    move = Player(rules, 0).choose([], state.view(0), legal, Clock(1, 0)).move
    assert move in legal
    assert drawn[0][0] <= module.SAMPLES_A_MS


def test_an_exchange_keeps_trumps_and_kings_only():
    position = "phase=discard proposals=1 turned=8H dealer=1 stock=TDQDADJCTC"
    assert choose(f"{position} hands=QC8C9DKS7H/KH9C8STSJS") == "discard 8C QC 9D"
