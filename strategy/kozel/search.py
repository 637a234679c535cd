"""Compares the moves of a decision by playing out sampled deals.

Every sample is played out after each move that is still in question, so all moves meet the same
cards. A move that falls clearly behind is dropped, and its time goes to the others.
"""

import time
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from strategy.kozel.candidates import Candidate
from strategy.kozel.decision import Decision
from strategy.kozel.playout import Deal
from strategy.kozel.policy import Policy
from strategy.kozel.sampling import Sampler

BLOCK: Final = 16  # samples between two looks at the values
BEHIND: Final = 2.5  # standard errors by which a move that is dropped falls short of the best
LEAST_VARIANCE: Final = 1e-5  # a few equal playouts prove nothing


class Search(NamedTuple):
    """How a level searches.

    `samples` and `seconds` of the processor bound a decision. `likely`: hidden cards are dealt as
    the play so far makes them likely, else evenly. `doubt`: the policy's own move is played unless
    another is better by so many standard errors. `margin`: what a point of the deal adds to the
    worth, as a share of the worth of a penalty point, since many playouts end alike.
    """

    samples: int
    seconds: float
    likely: bool
    doubt: float
    margin: float


def best_of(
    decision: Decision,
    sampler: Sampler,
    moves: Sequence[Candidate],
    own: int,
    policy: Policy,
    search: Search,
) -> tuple[int, float]:
    """The place of the move to play, and the mean worth of its playouts.

    `own`: the place of the policy's own move; -1 if it says nothing.
    """
    deadline = time.process_time() + search.seconds
    alive = list(range(len(moves)))
    values: list[list[float]] = [[] for _ in moves]
    deal = Deal()
    samples = 0
    late = False
    leader = max(own, 0)
    while samples < search.samples and len(alive) > 1 and not late:
        for _ in range(min(BLOCK, search.samples - samples)):
            sample = sampler.sample()
            for move in alive:
                decision.play(deal, sample, moves[move], policy)
                values[move].append(decision.worth.of(deal, search.margin))
            samples += 1
            late = time.process_time() > deadline
            if late:
                break
        leader = max(alive, key=lambda move: sum(values[move]))
        alive = [
            move for move in alive if move == leader or lead(values[leader], values[move]) <= BEHIND
        ]
    if own in alive and own != leader and lead(values[leader], values[own]) < search.doubt:
        leader = own
    return leader, sum(values[leader]) / max(samples, 1)


def lead(first: Sequence[float], second: Sequence[float]) -> float:
    """By how many standard errors the first of two rows of common samples is better."""
    count = len(first)
    differences = [x - y for x, y in zip(first, second, strict=True)]
    mean = sum(differences) / count
    variance = sum([x * x for x in differences]) / count - mean * mean
    return mean / sqrt(max(variance, LEAST_VARIANCE) / count)
