"""Draws by repetition (SR12) in proofs and in play: what occurred before in the game counts."""

import pytest

from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.evaluator import Clock
from strategy.svoi_kozyri.player import Player
from strategy.svoi_kozyri.positions import after, position_of, suits_of
from strategy.svoi_kozyri.solver import solve
from tests.strategy.svoi_kozyri.positions import small_deals

RULES = SvoiKozyri()
CLOCK = Clock(500, 10_000)


@pytest.fixture(scope="module")
def taken():
    """A position that its seat wins, whose only winning first move has the opponent take."""
    for text in small_deals("KA"):
        state = RULES.position(text)
        solution = solve(state)
        if solution.value == 1 and len(solution.line) > 4 and "take" in solution.line:
            winning = []
            for move in state.legal():
                child = state.copy()
                child.play(move)
                if child.seat is not None and solve(child).value == 0:
                    winning.append(state.text(move))
            if len(winning) == 1:
                return text, winning[0]
    raise AssertionError("no such deal")


def blocked(text, move):
    """The same position after a game in which what `move` leads to has occurred twice."""
    state = RULES.position(text)
    state.play(state.parse(move))
    position = state.snapshot()
    mover = 1 - position.seat
    hand = bytes(state.hands[mover]).hex()
    return f"{text} earlier={mover}{hand}24{bytes(position.pile).hex()}*2"


def test_a_third_occurrence_takes_the_win_away(taken):
    text, move = taken
    assert solve(RULES.position(text)).value == 1
    assert solve(RULES.position(blocked(text, move))).value < 1


def test_a_second_occurrence_takes_nothing_away(taken):
    text, move = taken
    assert solve(RULES.position(blocked(text, move).removesuffix("*2"))).value == 1


def test_a_player_hears_of_occurrences_and_takes_the_draw():
    """Both seats repeat themselves; the seat that loses otherwise goes round a third time."""
    for text in small_deals("KA"):
        state = RULES.position(text)
        solution = solve(state)
        if solution.value != 0.5:
            continue
        players = [Player(RULES, seat, nodes=3000) for seat in range(2)]
        heard = [[], []]
        while state.seat is not None:
            seat = state.seat
            legal = state.texts(state.legal())
            events, heard[seat] = heard[seat], []
            chosen = players[seat].choose(events, state.view(seat), legal, CLOCK).move
            move = state.parse(chosen)
            for other in range(2):
                heard[other].append(state.event(move, other))
            state.play(move)
        assert state.scores() == (0.5, 0.5), text


def test_the_key_of_a_position_is_that_of_the_engine():
    state = RULES.start(bytes(32))
    suits = suits_of(state)
    for _ in range(40):
        if state.seat is None:
            return
        move = state.legal()[0]
        expected = after(position_of(state, suits), suits.move(move))
        state.play(move)
        assert position_of(state, suits) == expected
