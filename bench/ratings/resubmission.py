"""What it brings to submit a program again, and how soon a better version is rated as such."""

import numpy as np

from tests.referee.statistics.resubmissions import versions


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
