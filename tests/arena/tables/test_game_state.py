"""The game of a table, restored from its moves."""

import random
from typing import Any

import pytest

from arena.tables.game.game_state import GameState, Move
from arena.tables.models import Table
from engine.rulesets import RULESETS


def play_at_random(ruleset: str, seed: int, options: dict[str, Any] | None = None) -> GameState:
    """A whole game, whose questions are all looked at on the way."""
    chosen = random.Random(seed)
    table = Table(ruleset=ruleset, options=options or {}, seed=chosen.randbytes(32))
    game = GameState(table, [])
    while game.seat is not None:
        if game.asks_in_secret:
            assert game.may_ask_in_secret, f"seed {seed}: a question that everybody can exclude"
        game.play(Move(game.seat, chosen.choice(game.legal()), 0.0))
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_is_restored_from_seed_and_moves(ruleset: str) -> None:
    game = play_at_random(ruleset, 1)
    table = Table(ruleset=ruleset, seed=random.Random(1).randbytes(32))
    again = GameState(table, game.moves)
    assert again.state == game.state
    assert again.noticed == game.noticed


@pytest.mark.parametrize("seed", range(30))
def test_secret_questions_come_only_where_public_card_counts_allow_one(seed: int) -> None:
    play_at_random("kozel", seed)


def test_no_seat_counts_the_secret_passes_of_others() -> None:
    games = (play_at_random("kozel", seed) for seed in range(60))
    for game in games:
        passes = [move.seat for move in game.moves if move.text == "pass"]
        for seat, noticed in enumerate(game.noticed):
            others = sum(asked != seat for asked in passes)
            assert noticed == len(game.moves) - others
        if passes:
            return
    pytest.fail("no molodka was dealt in 60 games")
