"""Wald's sequential probability ratio test of two strengths, on mirrored pairs.

H0 says that A is `elo0` points stronger than B, H1 that it is `elo1`. After each pair the
log-likelihood ratio of the two says whether one can be accepted, at the stated rates of error.
The ratio is the generalised one of fishtest (server/fishtest/stats/LLRcalc.py, `LLR_logistic`):
each hypothesis fixes the mean score, and the distribution of a pair's five outcomes around it is
the most likely one for what was seen (Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from referee.errors import RefereeError
from referee.statistics.pentanomial import UNSEEN, Tally, score_of

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Before so many pairs the variance that they show is too rough to decide by.
MIN_PAIRS = 10
MAX_ELO = 800


class BadTest(RefereeError, ValueError):
    """Bounds or rates that make no test."""


class Verdict(Enum):
    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True)
class Test:
    """`alpha`: how often H1 is accepted when H0 is true; `beta`: H0 when H1 is. Raises BadTest."""

    __test__ = False  # no class of tests, whatever pytest thinks of its name

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            if not -MAX_ELO <= getattr(self, name) <= MAX_ELO:
                raise BadTest(f"{name} is from -{MAX_ELO} to {MAX_ELO}, not {getattr(self, name)}")
        if not self.elo1 - self.elo0 >= 1:
            raise BadTest(
                f"elo1 is at least 1 point above elo0, not {self.elo1:g} against {self.elo0:g}"
            )
        for name in ("alpha", "beta"):
            if not 0.001 <= getattr(self, name) <= 0.4:
                raise BadTest(
                    f"{name} is a rate of errors from 0.001 to 0.4, not {getattr(self, name)}"
                )

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio or below, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio or above, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Tally) -> float:
        """The log-likelihood ratio of H1 against H0; 0 without any pair."""
        if not any(counts):
            return 0.0
        weights = [count or UNSEEN for count in counts]
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        return _log_likelihood(weights, s1) - _log_likelihood(weights, s0)

    def verdict(self, counts: Tally) -> Verdict | None:
        """Which hypothesis is accepted; None while the test goes on."""
        if sum(counts) < MIN_PAIRS:
            return None
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Verdict.H1
        if ratio <= self.lower:
            return Verdict.H0
        return None


def _log_likelihood(weights: Sequence[float], score: float) -> float:
    """Of the most likely distribution with this mean, up to a part that the mean does not change.

    That distribution is p̂ᵢ / (1 + x(aᵢ − score)), with the x that solves
    Σ p̂ᵢ(aᵢ − score) / (1 + x(aᵢ − score)) = 0; the sum falls as x grows.
    """
    low, high = -1 / (1 - score), 1 / score
    for _ in range(100):
        x = (low + high) / 2
        slope = sum(
            weight * (value - score) / (1 + x * (value - score))
            for weight, value in zip(weights, VALUES, strict=True)
        )
        low, high = (x, high) if slope > 0 else (low, x)
    return -sum(
        weight * math.log(1 + x * (value - score))
        for weight, value in zip(weights, VALUES, strict=True)
    )
