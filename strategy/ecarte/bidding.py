"""Bids by the tables, at the score of the game."""

from functools import lru_cache
from typing import NamedTuple

from engine.ecarte.options import EcarteOptions
from strategy.ecarte.cards import rank
from strategy.ecarte.features import TABLES, context, value
from strategy.ecarte.situation import Situation
from strategy.ecarte.tables import tables
from strategy.ecarte.win_chances import win_chances


class Bids(NamedTuple):
    """The tables for one score, each with the chance of the side that decides.

    `point`: how much one point is worth at this score.
    """

    tables: dict[str, list[float]]
    point: float


@lru_cache(maxsize=64)
def bids(options: EcarteOptions, non_dealer: int, dealer: int) -> Bids:
    """The tables at this score of the deal's non-dealer and dealer."""
    values = win_chances(options).outcome_values(non_dealer, dealer)
    others = [1 - each for each in values]
    source = tables(options.vulnerability)
    found = {
        name: source.collapse(name, values if name in TABLES[:2] else others) for name in TABLES
    }
    # These two outcomes are one point for each side.
    return Bids(found, max(0.02, (values[0] - values[6]) / 2))


def bid_values(of: Situation) -> tuple[float, float]:
    """The chances to win the game by standing or refusing, and by an exchange."""
    known = bids(of.options, *of.score).tables
    where = context(of.stage, of.counts[1 - of.role])
    turned = rank(of.turned)
    one, two = ("refuse", "accept") if of.dealer else ("stand", "propose")
    return value(known[one], of.hand, turned, where), value(known[two], of.hand, turned, where)
