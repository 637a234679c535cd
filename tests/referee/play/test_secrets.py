"""What a seat is told depends only on what it may know."""

import random

from engine.kozel.ruleset import Kozel
from engine.ruleset import Ruleset, State
from referee.play.observations import Observations, play_and_observe
from tests.engine.games import deal_hidden_again, every_ruleset, states

MOVES = 12  # how many moves of two games that look the same to a seat are compared


class Told:
    """A game and the observations of one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.observations = Observations(seat, 1)

    def request(self) -> bytes:
        legal = [self.state.text(move) for move in self.state.legal()]
        return self.observations.request(self.state, legal, 10_000, 0.0)

    def play(self, move: object) -> None:
        play_and_observe([self.observations], self.state, move)

    def hand(self) -> list[str]:
        return self.state.view(self.seat)["hand"]

    def pass_over_secrets(self) -> None:
        """Plays moves that the seat cannot notice, as long as there are any."""
        while self.state.seat not in (None, self.seat):
            secret = [m for m in self.state.legal() if self.state.event(m, self.seat) is None]
            if not secret:
                return
            self.play(secret[0])


def alike(left: Told, right: Told, rng: random.Random) -> int:
    """Plays on two games that look the same to the seat. Returns how many requests it compared."""
    compared = 0
    deal = left.state.deal
    for _ in range(MOVES):
        left.pass_over_secrets()
        right.pass_over_secrets()
        if left.state.seat == left.seat:
            assert right.state.seat == right.seat
            assert left.request() == right.request()
            compared += 1
            number = rng.randrange(len(left.state.legal()))
            moves = left.state.legal()[number], right.state.legal()[number]
        else:
            same = same_to_the_seat(left, right, rng)
            if same is None:
                break
            moves = same
        left.play(moves[0])
        right.play(moves[1])
        if left.state.deal != deal or left.state.seat is None or left.hand() != right.hand():
            break  # it got new cards, which may differ
    return compared


def same_to_the_seat(left: Told, right: Told, rng: random.Random):
    """A move of another seat in each game that looks the same to the seat."""
    moves = list(left.state.legal())
    rng.shuffle(moves)
    for move in moves:
        seen = left.state.event(move, left.seat)
        for other in right.state.legal():
            if right.state.event(other, right.seat) == seen:
                return move, other
    return None


@every_ruleset
def test_two_games_that_look_the_same_to_a_seat_give_it_the_same_bytes(rules: Ruleset) -> None:
    rng = random.Random(1)
    compared = 0
    for state in states(rules, 1, every=7):
        if state.seat is None:
            continue
        for seat in range(rules.seats):
            other = deal_hidden_again(rules, state, seat, rng)
            compared += alike(Told(state.copy(), seat), Told(other, seat), rng)
    assert compared > 10


def test_a_secret_question_to_another_seat_leaves_no_trace() -> None:
    # In the first game seat 1 holds four spades and is asked; in the second nobody is.
    rules = Kozel()
    rest = "exposed=QH stock=QH6D7D8H leader=0"
    asked = Told(rules.position(f"hands=7C8D9HTS/6S7S8S9S/JCJDJHJS/QCQDKHKS {rest}"), 0)
    unasked = Told(rules.position(f"hands=7C8D9HTS/6S7S8S9C/JCJDJHJS/QCQDKHKS {rest}"), 0)
    assert asked.state.seat == 1
    assert unasked.state.seat == 0
    asked.pass_over_secrets()
    assert asked.request() == unasked.request()
