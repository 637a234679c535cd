"""Ratings of players from single games between teams: people, and the bots that they meet.

A side of one or more players scores σ(s − t) in a game, where s and t are the strengths of the two
sides and σ(x) = 1/(1 + e⁻ˣ). A side's strength is the mean of its members' ratings r, in units of
400/ln 10 Elo; a draw is half a win. For sides of one player this is the model of `bradley_terry`.
Each player has a normal prior. The ratings are the most probable ones, given all games at once.

Error bars: Laplace's approximation. The covariance is the inverse of the matrix of second
derivatives at the maximum (`Posterior.variance`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee.statistics.pentanomial import Z
from referee.statistics.succession import ELO, Floats
from referee.statistics.team_games import TeamGame
from referee.statistics.team_posterior import Posterior


@dataclass(frozen=True)
class TeamRatings:
    """For each player: the rating in Elo, and half the width of its 95 % interval."""

    elo: Floats
    error: Floats


def rate_teams(games: Iterable[TeamGame], mean: Floats, deviation: Floats) -> TeamRatings:
    """The ratings of players 0 to n − 1, whose priors have this mean and standard deviation in Elo.

    The order of the games does not matter, not even to the last digit. Raises ValueError for a side
    without players.
    """
    posterior = Posterior.of(games, mean / ELO, deviation / ELO)
    r = posterior.maximum()
    return TeamRatings(ELO * r, ELO * Z * np.sqrt(posterior.variance(r)))
