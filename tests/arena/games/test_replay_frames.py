"""A game's replay as a seat or a spectator sees it."""

from hashlib import sha256

import pytest

from arena.games.replay_frames import Replay
from engine import rulesets
from engine.errors import MoveError
from engine.ruleset import SPECTATOR

# This game of Kozel starts with a secret question to seat 3, who may announce a molodka.
SEED = sha256(b"31").digest()
ASKED = 3


def replay(seat: int | None) -> Replay:
    """The replay of the game's first three moves; the first is secret."""
    state = rulesets.ruleset("kozel").start(SEED)
    assert state.seat == ASKED
    replay = Replay(rulesets.ruleset("kozel").start(SEED), seat)
    for text in ("pass", None, None):
        text = text or state.text(state.legal()[0])
        state.play(state.parse(text))
        replay.play(text, 1.0, note="a note")
    return replay


def test_the_moves_of_a_spectator_are_numbered_without_the_secret_question() -> None:
    assert [move["n"] for move in replay(SPECTATOR).moves] == [1, 2]


@pytest.mark.parametrize(("seat", "numbers"), [(ASKED, [1, 2, 3]), (0, [2, 3]), (None, [1, 2, 3])])
def test_the_moves_of_a_seat_keep_their_numbers(seat: int | None, numbers: list[int]) -> None:
    assert [move["n"] for move in replay(seat).moves] == numbers


def test_only_the_mover_and_the_open_replay_have_the_note_of_a_move() -> None:
    notes = {seat: [move["note"] for move in replay(seat).moves] for seat in (SPECTATOR, None)}
    assert notes == {SPECTATOR: [None] * 2, None: ["a note"] * 3}
    for move in replay(ASKED).moves:
        assert (move["note"] is not None) == (move["seat"] == ASKED)


def test_a_key_that_is_gone_is_null_in_the_next_frame() -> None:
    class State:
        seat, views = 0, [{"led": "AS", "deal": 0}, {"deal": 0}]

        def view(self, seat: int | None) -> dict[str, object]:
            return self.views[0]

        def parse(self, text: str) -> str:
            return text

        def play(self, move: str) -> None:
            self.views = self.views[1:]

    replay = Replay(State(), None)  # type: ignore[arg-type]
    replay.play("pass", 1.0)
    assert replay.frames == [{"led": "AS", "deal": 0}, {"led": None}]


def test_an_illegal_move_leaves_the_replay_as_it_was() -> None:
    replay = Replay(rulesets.ruleset("kozel").start(SEED), None)
    with pytest.raises(MoveError):
        replay.play("lead AS", 1.0)
    assert (replay.moves, len(replay.frames)) == ([], 1)
