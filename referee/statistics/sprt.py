"""Wald's sequential probability ratio test of two strengths, on mirrored pairs.

H0: A is `elo0` points stronger than B. H1: A is `elo1` points stronger. After each pair, the
log-likelihood ratio of the two says whether one of them can be accepted at the given error rates.
The ratio is the generalised one of fishtest (server/fishtest/stats/LLRcalc.py, `LLR_logistic`):
each hypothesis fixes the mean score, and the distribution of the five outcomes of a pair is the
most likely one with that mean (Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from referee.errors import RefereeError
from referee.statistics.pentanomial import UNSEEN, Tally, score_of

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
# With fewer pairs, their variance is too rough an estimate.
MIN_PAIRS = 10
MAX_ELO = 800


class BadTest(RefereeError, ValueError):
    """Elo bounds or error rates that a test cannot have."""


class Verdict(Enum):
    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True)
class Test:
    """`alpha`: how often H1 is accepted when H0 is true; `beta`: H0 when H1 is. Raises BadTest."""

    __test__ = False  # not a test class for pytest, in spite of its name

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            if not -MAX_ELO <= getattr(self, name) <= MAX_ELO:
                raise BadTest(
                    f"{name} must be between -{MAX_ELO} and {MAX_ELO}, not {getattr(self, name)}"
                )
        if not self.elo1 - self.elo0 >= 1:
            raise BadTest(
                f"elo1 must be at least 1 above elo0, not {self.elo1:g} with elo0 {self.elo0:g}"
            )
        for name in ("alpha", "beta"):
            if not 0.001 <= getattr(self, name) <= 0.4:
                raise BadTest(f"{name} must be between 0.001 and 0.4, not {getattr(self, name)}")

    @property
    def lower(self) -> float:
        """H0 is accepted at this log-likelihood ratio or below."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log-likelihood ratio or above."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Tally) -> float:
        """The log-likelihood ratio of H1 to H0; 0 for no pairs."""
        if not any(counts):
            return 0.0
        weights = [count or UNSEEN for count in counts]
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        return _log_likelihood(weights, s1) - _log_likelihood(weights, s0)

    def verdict(self, counts: Tally) -> Verdict | None:
        """The accepted hypothesis; None while the test goes on."""
        if sum(counts) < MIN_PAIRS:
            return None
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Verdict.H1
        if ratio <= self.lower:
            return Verdict.H0
        return None


def _log_likelihood(weights: Sequence[float], score: float) -> float:
    """The log-likelihood of the most likely distribution with this mean, up to a constant.

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
