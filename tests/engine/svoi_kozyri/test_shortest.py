"""The shortest games: nobody lays more than two cards in a turn, and a leader one."""

import random

import pytest

from engine.randomness import parse_seed
from engine.svoi_kozyri.ruleset import SvoiKozyri

SEAT_1_IN_18 = (
    "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b",
    "lead 6S, beat 6H 6C, beat 8C 6D, beat 8D 7C, beat 9C TC, beat KC 7S, beat 7D 9S, beat 7H 8S, "
    "beat TD TS, beat 8H 9H, beat JD JS, beat JH QS, beat QD JC, beat KH KS, beat AS QC, "
    "beat AC 9D, beat AD TH, beat AH KD",
)
SEAT_0_IN_19 = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "lead KD, beat AD 7C, beat 9C JD, beat QD 8C, beat TC 9D, beat TD 6D, beat 7D QH, beat 8D 7S, "
    "beat 7H AH, take, beat 9H 6C, beat AC 7S, beat TH JC, take, beat KH QC, take, beat KC 6S, "
    "beat 7S 8S, beat AS",
)


@pytest.mark.parametrize(
    ("game", "plies", "scores"),
    [(SEAT_1_IN_18, 18, (0.0, 1.0)), (SEAT_0_IN_19, 19, (1.0, 0.0))],
    ids=["seat 1 in 18", "seat 0 in 19"],
)
def test_seat_1_can_win_with_ply_18_and_seat_0_with_ply_19(game, plies, scores):
    seed, moves = game
    state = SvoiKozyri().start(parse_seed(seed))
    for move in moves.split(", "):
        assert state.seat is not None
        state.play(state.parse(move))
    assert (state.seat, state.view(0)["ply"], state.scores()) == (None, plies, scores)


def test_no_game_is_shorter():
    """A turn lays two cards at most, the first of all one: 18 cards are nine turns, or 1 + 17."""
    rng = random.Random(11)
    for _ in range(100):
        state = SvoiKozyri().start(rng.randbytes(32))
        left = [18, 18]
        while state.seat is not None:
            seat, first = state.seat, state.view(0)["ply"] == 0
            state.play(rng.choice(state.legal()))
            now = len(state.view(None)["hands"][seat])
            assert left[seat] - now <= (1 if first else 2)
            left[seat] = now
        assert state.view(0)["ply"] >= (19 if left[0] == 0 else 18)
