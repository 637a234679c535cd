"""What it brings to let other bots lose on purpose, and whether the staff's report shows it."""

from collections import Counter

import numpy as np

from referee.statistics.bradley_terry import CENTRE, rate
from referee.statistics.likelihood import PairResults
from referee.statistics.lopsided import Meetings, combined, deviations
from referee.statistics.matchmaking import LadderPlayer, choose
from referee.statistics.succession import ELO
from tests.referee.tournaments.leagues import pair_outcomes

HONEST = 15
PAIRS = 5  # of a match
MATCHES = 60  # of a bot
MIRROR, DRAWS = 0.5, 0.1
SIGNIFICANT = 0.05


def season(
    rng: np.random.Generator, feeders: int, owners: list[int | None]
) -> tuple[np.ndarray, PairResults]:
    """The strengths, and the results of a ladder of honest bots, a cheater and its feeders.

    The feeders lose every game to the cheater, and play honestly against the others. All three
    have the strength of an average honest bot. `owners`: of each bot, as the ladder knows them.
    """
    strength = np.concatenate([rng.normal(0, 150, HONEST), np.zeros(1 + feeders)])
    strength[:HONEST] -= strength[:HONEST].mean()
    games = np.zeros(len(strength), dtype=int)
    met: Counter[tuple[int, int]] = Counter()
    tallies: dict[tuple[int, int], np.ndarray] = {}
    while games.min() < 2 * PAIRS * MATCHES:
        pool = [
            LadderPlayer(at, CENTRE + elo, 600 / (1 + played) ** 0.5, int(played), owners[at])
            for at, (elo, played) in enumerate(zip(strength, games, strict=True))
        ]
        chosen = choose(pool, met, 8, 2 * PAIRS)
        if not chosen:
            break
        for match in chosen:
            one, other = sorted(match)
            score = np.full(PAIRS, 1 / (1 + np.exp(-(strength[one] - strength[other]) / ELO)))
            if one == HONEST:
                score[:] = 1.0
            outcome = np.bincount(pair_outcomes(rng, score, MIRROR, DRAWS), minlength=5)
            tallies[one, other] = tallies.get((one, other), np.zeros(5, dtype=int)) + outcome
            met[one, other] += 2 * PAIRS
            games[[one, other]] += 2 * PAIRS
    meetings = [(*pair, tally.tolist()) for pair, tally in tallies.items()]
    return strength, PairResults.of(len(strength), meetings, anchors=range(HONEST))


def listed(results: PairResults) -> bool:
    """Whether the staff's report lists the cheater, alone or with a feeder."""
    ends = list(zip(results.first.tolist(), results.second.tolist(), strict=True))
    found = deviations(results, [Meetings(np.array([at]), np.ones(1)) for at in range(len(ends))])
    own = [one.p for pair, one in zip(ends, found, strict=True) if HONEST in pair]
    return min(own) * len(found) < SIGNIFICANT or combined(own) * results.players < SIGNIFICANT


def bought(seed: int, runs: int = 40) -> None:
    print(f"feeders that lose on purpose to a bot among {HONEST} honest ones,")
    print(f"after {MATCHES} matches of {2 * PAIRS} games a bot; the mean gain in Elo:")
    rng = np.random.default_rng(seed)
    for feeders in (0, 1, 3, 12):
        cheats = 1 + feeders
        everyone: list[int | None] = list(range(HONEST))
        kinds = {
            "rated against each other": [None] * (HONEST + cheats),
            "bots of one owner": [*everyone, *[HONEST] * cheats],
            "of other accounts": [*everyone, *range(HONEST, HONEST + cheats)],
        }
        figures = []
        for kind, owners in kinds.items():
            gains, reports = [], []
            for _ in range(runs):
                strength, results = season(rng, feeders, owners)
                ratings = rate(results)
                gains.append(ratings.elo[HONEST] - CENTRE - strength[HONEST])
                reports.append(listed(results))
            figures.append(f"{kind} {np.mean(gains):+.0f}")
            if kind == "of other accounts":
                figures.append(f"listed in {100 * np.mean(reports):.0f} % of the runs")
        print(f"  {feeders:>2} feeders: {', '.join(figures)}")
