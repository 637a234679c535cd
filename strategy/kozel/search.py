"""Compares the moves of a decision by playing out sampled deals.

Every sample is played out after each move that is still in question, so all moves meet the same
cards. Moves that fall behind clearly are dropped, and the time goes to the others.
"""

import time
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from engine.kozel.moves import BEAT, DROP, MOLODKA, PASS
from engine.kozel.options import KozelOptions
from engine.kozel.scoring import penalty
from engine.ruleset import View
from strategy.kozel.cards import points_of
from strategy.kozel.playout import Deal, play_out
from strategy.kozel.policy import Policy
from strategy.kozel.sampling import Sample, Sampler
from strategy.kozel.win_chances import win_chance

class Candidate(NamedTuple):
    """A move as the search plays it. `verb` is one of the engine's; a pass has no cards."""

    verb: int
    cards: int


class Budget(NamedTuple):
    """What a decision may take: samples at most, and seconds of the processor."""

    samples: int
    seconds: float


class Worth:
    """What the end of the deal is worth to a side: its expected score of the game."""

    def __init__(self, options: KozelOptions, view: View, side: int) -> None:
        own, other = view["penalties"][side], view["penalties"][1 - side]
        played = view["deal"] + 1
        # By whether our side leads on, and its penalty, or the other side's as a negative number.
        self._values = [
            {
                cost: win_chance(
                    options, own + max(cost, 0), other + max(-cost, 0), played, bool(leads)
                )
                for cost in range(-6, 7, 2)
            }
            for leads in range(2)
        ]
        self._side = side

    def of(self, deal: Deal) -> float:
        """The worth of a deal that is over."""
        side = self._side
        own, other = deal.points[side], deal.points[1 - side]
        values = self._values[(deal.leader ^ side ^ 1) & 1]
        if own == other:
            return values[0]
        if own < other:
            return values[penalty(own, deal.tricks[side])]
        return values[-penalty(other, deal.tricks[1 - side])]


class Table:
    """The trick of a decision, the same in all samples."""

    def __init__(self, view: View, seat: int, best: int) -> None:
        self.seat = seat
        self.leader: int = view["leader"]
        self.turn = len(view["table"])
        self.best = best
        self.best_seat: int = view["best"]["seat"] if best else self.leader
        self.count: int = view["count"]
        self.tricks: list[int] = view["tricks"]


def value(
    deal: Deal, sample: Sample, table: Table, move: Candidate, policy: Policy, worth: Worth
) -> float:
    """The worth of one playout of a sample after a move."""
    verb, cards = move
    seat = table.seat
    hands = sample.hands[:]
    deal.hands = hands
    deal.stock = sample.stock
    deal.points = sample.points[:]
    deal.tricks = table.tricks[:]
    deal.leader = table.leader
    deal.turn = table.turn
    deal.best = table.best
    deal.best_seat = table.best_seat
    deal.count = table.count
    deal.at_stake = sum([points_of(laid) for laid in sample.table])
    if verb != PASS:
        hands[seat] ^= cards
        deal.at_stake += points_of(cards)
        deal.turn += 1
        if verb != DROP:
            deal.best = cards
            deal.best_seat = seat
            if verb != BEAT:
                deal.leader = seat
                deal.count = cards.bit_count()
        if verb == MOLODKA:  # what was laid goes back
            for turn, laid in enumerate(sample.table):
                hands[(table.leader + turn) & 3] |= laid
            deal.at_stake = points_of(cards)
            deal.turn = 1
    play_out(deal, policy, policy)
    return worth.of(deal)


def best_of(
    sampler: Sampler,
    table: Table,
    moves: Sequence[Candidate],
    policy: Policy,
    worth: Worth,
    budget: Budget,
    block: int = 16,
    cut: float = 2.2,
) -> tuple[int, list[float]]:
    """The place of the best move, and by move the mean worth of its playouts."""
    deadline = time.process_time() + budget.seconds
    alive = list(range(len(moves)))
    values: list[list[float]] = [[] for _ in moves]
    deal = Deal()
    samples = 0
    leader = 0
    while samples < budget.samples:
        for _ in range(block):
            sample = sampler.sample()
            for move in alive:
                values[move].append(value(deal, sample, table, moves[move], policy, worth))
            samples += 1
            if time.process_time() > deadline:
                break
        means = {move: sum(values[move]) / samples for move in alive}
        leader = max(alive, key=lambda move: means[move])
        ahead = values[leader]
        kept = []
        for move in alive:
            if move != leader:
                lead = means[leader] - means[move]
                squares = sum([(x - y) ** 2 for x, y in zip(ahead, values[move], strict=True)])
                error = sqrt(max(squares / samples - lead * lead, 1e-6) / samples)
                if lead > cut * error:
                    continue
            kept.append(move)
        alive = kept
        if len(alive) == 1 or time.process_time() > deadline:
            break
    return leader, [sum(row) / len(row) for row in values]
