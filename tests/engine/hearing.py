"""Random games as the seats hear them, for the tests of what a seat knows."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.knowledge import Knowledge
from engine.ruleset import Event, Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import CONFIGURATIONS, described, start

DECISIONS = 70
KNOWING = [name for name in RULESETS if hasattr(ruleset(name), "knowledge")]


def every_knowing_ruleset(test: Any) -> Any:
    """Runs a test with each configuration of the games that offer knowledge, as `rules`."""
    cases = [case for case in CONFIGURATIONS if hasattr(ruleset(*case), "knowledge")]
    mark = pytest.mark.parametrize(
        "rules", [ruleset(*case) for case in cases], ids=map(described, cases)
    )
    return mark(test)


def rng_of(seed: int) -> random.Random:
    """A generator whose seed a failing test shows."""
    print(f"seed of the test: {seed}")
    return random.Random(seed)


def observed(state: State[Any], move: Any, seats: int) -> list[list[Event]]:
    """Plays a move. By seat: the events with which it is told (`referee.play.observations`)."""
    events = [[state.event(move, seat)] for seat in range(seats)]
    deal = state.deal
    state.play(move)
    new_deal: list[Event] = [{"deal": state.deal}] if state.deal != deal else []
    return [[event for event in seen if event is not None] + new_deal for seen in events]


def heard(
    rules: Ruleset, number: int, how: str = "by turn"
) -> Iterator[tuple[State[Any], list[Knowledge[Any]]]]:
    """The decisions of a random game: the state, and by seat what it knows.

    A seat is told when its turn comes, as by the `move` messages of a match; or ``by event``, all
    seats at once; or ``anew``, the whole game each time, as a new process at a table. Long games
    are left before their end.
    """
    knowledge = [rules.knowledge(seat) for seat in range(rules.seats)]
    unheard: list[list[Event]] = [[] for _ in knowledge]
    state = start(rules, number)
    choose = random.Random(number).choice
    for _ in range(DECISIONS):
        if state.seat is None:
            return
        for seat in range(rules.seats) if how == "by event" else (state.seat,):
            if how == "anew":
                knowledge[seat] = rules.knowledge(seat)
            knowledge[seat].hear(unheard[seat], state.view(seat))
            if how != "anew":
                unheard[seat] = []
        yield state, knowledge
        seen = observed(state, choose(state.legal()), rules.seats)
        for events, new in zip(unheard, seen, strict=True):
            events += new


def chi_square(counts: Counter[Any], expected: Mapping[Any, float]) -> float:
    """How many standard deviations the chi-square statistic lies above its mean.

    `expected` are the probabilities of all outcomes. Those of which fewer than five are expected
    count as one, or are left out if even together they are fewer.
    """
    total = counts.total()
    assert not set(counts) - {outcome for outcome, share in expected.items() if share}
    classes = [
        (counts[outcome], float(share * total))
        for outcome, share in expected.items()
        if share * total >= 5
    ]
    rare = total - sum(share for _, share in classes)
    if rare >= 5:
        classes.append((total - sum(count for count, _ in classes), rare))
    statistic = sum((count - share) ** 2 / share for count, share in classes)
    freedom = max(len(classes) - 1, 1)
    return (statistic - freedom) / (2 * freedom) ** 0.5
