"""What it brings to submit a program again, and how soon a better version is rated as such."""

import numpy as np

from referee.statistics.succession import ELO, STEPS
from tests.referee.statistics.resubmissions import rated, versions


def luckiest(seed: int, runs: int = 60) -> None:
    print("one program submitted again and again: the highest rating of a version, less the truth")
    print("  games each           first version with as many      first version with 400 games")
    rng = np.random.default_rng(seed)
    for count in (20, 60):
        for games in (20, 46, 100, 200):
            gains = [
                np.mean(
                    [
                        versions(
                            rng, [0.0] * count, [first] + [games] * (count - 1), linked=linked
                        ).max()
                        for _ in range(runs)
                    ]
                )
                for first in (games, 400)
                for linked in (True, False)
            ]
            print(
                f"  {count} versions, {games:>3} games: {gains[0]:>+4.0f} (as bots of their own"
                f" {gains[1]:>+4.0f})      {gains[2]:>+4.0f} ({gains[3]:>+4.0f})"
            )


def better(seed: int, runs: int = 200) -> None:
    print("a version that is 100 Elo better: the difference that is shown, by its games")
    rng = np.random.default_rng(seed)
    for first in (100, 200, 1000):
        shown = []
        for games in (20, 50, 100, 200, 400):
            pairs = [versions(rng, [0.0, 100.0], [first, games]) for _ in range(runs)]
            shown.append(f"{games}: {np.mean([new - old for old, new in pairs]):+.0f}")
        print(f"  after a predecessor with {first:>4} games: {', '.join(shown)}")


def covered(seed: int, runs: int = 200) -> None:
    print("95 % intervals of a bot's last version: how many contain the true rating")
    rng = np.random.default_rng(seed)
    for games in (20, 100, 400):
        hits, errors = [], []
        for _ in range(runs):
            deviations = [
                ELO * deviation * rng.normal()
                for deviation in rng.choice([size for _, size in STEPS], 6, p=[w for w, _ in STEPS])
            ]
            strengths = [0.0, *np.cumsum(deviations).tolist()]
            elo, error = rated(rng, strengths, [games] * 7)
            hits.append(abs(elo[-1] - strengths[-1]) <= error[-1])
            errors.append(error[-1])
        print(
            f"  7 versions with steps as assumed, {games} games each: {100 * np.mean(hits):.1f} %,"
            f" mean ± {np.mean(errors):.0f}"
        )
    for games in (50, 200, 1000):
        hits = []
        for _ in range(runs):
            elo, error = rated(rng, [0.0, 100.0], [400, games])
            hits.append(abs(elo[1] - 100) <= error[1])
        print(f"  a version 100 Elo better, {games} games: {100 * np.mean(hits):.1f} %")
