"""Measures what it costs to keep what a seat knows, and to deal the hidden cards again."""

import gc
import json
import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.measure import Row, one_processor
from engine.knowledge import Knowledge
from engine.rulesets import RULESETS, ruleset

SAMPLES = 10  # of each decision
Message = tuple[int, list[dict[str, Any]], dict[str, Any]]  # to a seat: events and view


def rows(games: int, rounds: int) -> Iterator[Row]:
    """`games`: how many of each ruleset are played at random and heard in each round."""
    names = [name for name in RULESETS if hasattr(ruleset(name), "knowledge")]
    for name in names:
        told = [_messages(name, number) for number in range(games)]
        with one_processor():
            hearing, first, sampling = zip(
                *(_times(name, told) for _ in range(rounds)), strict=True
            )
        yield Row(f"knowledge, hear: {name}", median(hearing) * 1e6, "µs", "an event", at_most=5)
        yield Row(f"knowledge, sample: {name}", median(sampling) * 1e6, "µs", "uniform", at_most=20)
        yield Row(
            f"knowledge, first sample of a decision: {name}",
            median(first) * 1e6,
            "µs",
            "it lays out where hidden cards may lie",
        )


def _messages(name: str, number: int) -> list[Message]:
    """What all seats are told in a random game, as JSON brings it."""
    rules = ruleset(name)
    rng = random.Random(number)
    state = rules.start(rng.randbytes(32))
    unheard: list[list[dict[str, Any]]] = [[] for _ in range(rules.seats)]
    told: list[Message] = []
    while state.seat is not None:
        seat = state.seat
        told.append((seat, unheard[seat], state.view(seat)))
        unheard[seat] = []
        move, deal = rng.choice(state.legal()), state.deal
        seen = [state.event(move, seat) for seat in range(rules.seats)]
        state.play(move)
        for events, event in zip(unheard, seen, strict=True):
            if event is not None:
                events.append(event)
            if state.deal != deal:
                events.append({"deal": state.deal})
    messages: list[Message] = json.loads(json.dumps(told))
    return messages


def _times(name: str, games: list[list[Message]]) -> tuple[float, float, float]:
    """Seconds of processor time for an event, for a decision's first sample, and for another.

    Without garbage collection, as in Python's timeit: what it costs depends on the messages kept.
    """
    rules: Any = ruleset(name)
    rng = random.Random(1)
    clock = time.thread_time
    hearing = first = sampling = 0.0
    events = decisions = 0
    for told in games:
        deaf: list[Knowledge[Any]] = [rules.knowledge(seat) for seat in range(rules.seats)]
        gc.disable()
        start = clock()
        for seat, new, view in told:
            deaf[seat].hear(new, view)
        hearing += clock() - start
        known: list[Knowledge[Any]] = [rules.knowledge(seat) for seat in range(rules.seats)]
        for seat, new, view in told:
            events += len(new)
            known[seat].hear(new, view)
            start = clock()
            known[seat].sample(rng)
            middle = clock()
            for _ in range(SAMPLES):
                known[seat].sample(rng)
            sampling += clock() - middle
            first += middle - start
        decisions += len(told)
        gc.enable()
    return hearing / events, first / decisions, sampling / (decisions * SAMPLES)
