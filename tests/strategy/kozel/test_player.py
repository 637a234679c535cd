"""Players of Kozel: they find clear moves, and play legal ones under all options."""

import random
import time

import pytest

from engine.kozel.ruleset import Kozel
from strategy.evaluator import Clock
from strategy.kozel.player import SEARCHES, Player
from tests.strategy.kozel.games import PLENTY, chosen, decisions, near_the_end

# Seat 0 plays last. The ace and the own ten lie between 50 points and 61.
TRUMP_THE_ACE = near_the_end("6STD/6D/7D/8D", "lead:AH/drop:6C/drop:7C", 1, 50)
# The partner's ace of trumps has the trick, and the ten has no better place.
FEED_THE_PARTNER = near_the_end("TD7C/AD/6D/7D", "lead:9C/beat:AS/drop:6C", 1, 40)
# Nobody has a trump or a heart: the ace wins 11 points if it is led, and none later.
LEAD_THE_ACE = near_the_end("6CAH/7C8C/9C6D/7D8D", "-", 0, 55)
RULES = [
    Kozel(),
    Kozel(molodka="own_turn"),
    Kozel(molodka="off", limit=1),
    Kozel(trump_card="bottom", limit=5),
    Kozel(max_deals=2, limit=100),
]


@pytest.mark.parametrize("level", SEARCHES)
@pytest.mark.parametrize(
    "state, move",
    [
        (TRUMP_THE_ACE, "beat 6S"),
        (FEED_THE_PARTNER, "drop TD"),
        (LEAD_THE_ACE, "lead AH"),
    ],
)
def test_each_level_finds_the_move_that_wins_the_game(level, state, move):
    assert {chosen(state, level, seed) for seed in range(5)} == {move}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(dict(rules.options)))
def test_every_choice_is_legal_under_all_options(rules, monkeypatch):
    monkeypatch.setitem(SEARCHES, "strong", SEARCHES["strong"]._replace(samples=2))
    monkeypatch.setitem(SEARCHES, "medium", SEARCHES["medium"]._replace(samples=1))
    seed = random.randrange(1 << 32)
    print("seed", seed)
    players = [Player(rules, seat, ("medium", "strong")[seat % 2], seed) for seat in range(4)]
    asked = 0
    for turn, (state, seat, events) in enumerate(decisions(rules, seed)):
        legal = state.texts(state.legal())
        choice = players[seat].choose(events, state.view(seat), legal, PLENTY)
        assert choice.move in legal
        asked += 1
        if turn > 120:
            break
    assert asked > 20


def test_a_molodka_is_answered_by_a_claim_or_a_pass():
    state = Kozel().position(
        "hands=7CAD9D/6HAHTHKH/8C9C8H9H/6C7D8DTD exposed=6S leader=0 table=lead:TC "
        "stock=7H7S8S9SJSQSKSTSASJCQCKCACJD6SQD6DKDJHQH asked=1"
    )
    assert state.asking
    assert chosen(state, "strong") in ("molodka", "pass")


def test_the_same_messages_and_seed_give_the_same_moves(monkeypatch):
    monkeypatch.setitem(SEARCHES, "medium", SEARCHES["medium"]._replace(seconds=60))

    def moves(seed: int) -> list[str]:
        players = [Player(Kozel(), seat, "medium", seed) for seat in range(4)]
        found = []
        for turn, (state, seat, events) in enumerate(decisions(Kozel(), 5)):
            legal = state.texts(state.legal())
            found.append(players[seat].choose(events, state.view(seat), legal, PLENTY))
            if turn == 30:
                break
        return [choice.move + choice.note for choice in found]

    first = moves(1)
    assert first == moves(1)
    assert first != moves(2)


def test_a_small_clock_cuts_the_search_short(monkeypatch):
    monkeypatch.setitem(SEARCHES, "strong", SEARCHES["strong"]._replace(samples=10**6))
    state = Kozel().start(bytes(32))
    began = time.process_time()
    move = chosen(state, "strong", clock=Clock(move_ms=20, bank_ms=0))
    assert move in state.texts(state.legal())
    assert time.process_time() - began < 1  # a million samples would take minutes


def test_a_player_that_joins_in_mid_deal_plays_on_from_the_view():
    for turn, (state, _, _) in enumerate(decisions(Kozel(), 9)):
        if 10 < turn < 30 and len(state.legal()) > 1:
            assert chosen(state, "medium") in state.texts(state.legal())
