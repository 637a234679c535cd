"""Simulates the claims of docs/6-ratings.md: ``python -m bench.ratings [SEED]``.

Measures the coverage of the intervals, the error rates of the sequential test, the distribution of
the ladder's games, what it brings to submit a program again or to let
other bots lose on purpose, and the time of a computation. Takes
a few minutes.
"""

import argparse
import itertools
import time
from collections import Counter

import numpy as np

from bench.ratings import collusion, resubmission
from referee.statistics.bradley_terry import CENTRE, rate
from referee.statistics.matchmaking import LadderPlayer, choose
from referee.statistics.pentanomial import score_of
from referee.statistics.sprt import Test, Verdict
from tests.referee.tournaments.leagues import league, pair_outcomes


def coverage(seed: int) -> None:
    print("95 % intervals: how many contain the true rating")
    settings = (
        # players, pairs, mirrored luck, draws, leagues
        (12, 60, 0.5, 0.1, 2000),
        (12, 500, 0.0, 0.0, 1000),
        (12, 500, 0.7, 0.2, 1000),
        (12, 2000, 0.9, 0.3, 1000),
        (40, 1000, 0.5, 0.1, 400),
        (200, 10_000, 0.7, 0.2, 40),
    )
    for players, pairs, mirror, draws, leagues in settings:
        covered, widths, errors = [], [], []
        for number in range(leagues):
            known = league(seed + number, players, pairs, mirror=mirror, draws=draws)
            ratings = rate(known.results)
            main = ratings.groups == 0
            off = (ratings.elo - CENTRE - known.elo)[main]
            off -= off.mean()
            covered += list(np.abs(off) <= ratings.error[main])
            widths += list(ratings.error[main])
            errors += list(off)
        print(
            f"  {players:>4} players {pairs:>6} pairs, mirrored luck {mirror:.1f},"
            f" draws {draws:.1f}: {100 * np.mean(covered):.1f} %, mean ± {np.mean(widths):.0f},"
            f" rms error {np.std(errors):.0f}"
        )


def decide(rng: np.random.Generator, test: Test, elo: float, mirror: float) -> tuple[bool, int]:
    counts = [0, 0, 0, 0, 0]
    score = np.full(10, score_of(elo))
    while True:
        for outcome in pair_outcomes(rng, score, mirror, 0.1):
            counts[outcome] += 1
            verdict = test.verdict(tuple(counts))  # type: ignore[arg-type]
            if verdict:
                return verdict is Verdict.H1, sum(counts)


def errors(seed: int, runs: int = 2000) -> None:
    print("sequential test, α = β = 0.05: error rates and numbers of pairs")
    rng = np.random.default_rng(seed)
    for elo0, elo1, mirror in (
        (0, 20, 0.5),
        (0, 50, 0.0),
        (0, 50, 0.8),
        (-50, 0, 0.5),
        (0, 100, 0.5),
    ):
        test = Test(elo0, elo1)
        some = runs if elo1 - elo0 >= 50 else runs // 4
        at_h0 = [decide(rng, test, elo0, mirror) for _ in range(some)]
        at_h1 = [decide(rng, test, elo1, mirror) for _ in range(some)]
        alpha = np.mean([h1 for h1, _ in at_h0])
        beta = np.mean([not h1 for h1, _ in at_h1])
        print(
            f"  H0 {elo0:+} H1 {elo1:+}, mirrored luck {mirror}: α {100 * alpha:.1f} %,"
            f" β {100 * beta:.1f} %; {np.mean([n for _, n in at_h0]):.0f} pairs at H0,"
            f" {np.mean([n for _, n in at_h1]):.0f} at H1 ({some} runs each)"
        )


def shares(seed: int) -> None:
    print("ladder: a day of 60 matches a bot, 4 games each; games of a bot in per cent of the mean")
    rng = np.random.default_rng(seed)
    for count in (2, 3, 10, 50, 200):
        strength = rng.normal(1500, 200, count)
        games: Counter[int] = Counter(dict.fromkeys(range(count), 0))
        met: Counter[tuple[int, int]] = Counter()
        apart, made = [], 0
        while made < 30 * count:
            pool = [
                LadderPlayer(at, strength[at], 600 / (1 + games[at]) ** 0.5, games[at])
                for at in range(count)
            ]
            for one, other in choose(pool, met, int(rng.integers(1, 9)), 4):
                games[one] += 4
                games[other] += 4
                met[min(one, other), max(one, other)] += 4
                apart.append(abs(strength[one] - strength[other]))
                made += 1
        mean = np.mean(list(games.values()))
        top = np.argsort(strength)[-10:].tolist()
        pairs = list(itertools.combinations(sorted(top), 2))
        both = sum(met[pair] > 0 for pair in pairs)
        print(
            f"  {count:>4} bots: {100 * min(games.values()) / mean:.1f} to"
            f" {100 * max(games.values()) / mean:.1f} %; median distance"
            f" {np.median(apart):.0f} Elo; pairings of the top ten played: {both} of {len(pairs)}"
        )


def speed(seed: int) -> None:
    known = league(seed, 1000, 100_000)
    start = time.perf_counter()
    rate(known.results)
    print(f"1,000 bots, {len(known.results.first):,} pairings: {time.perf_counter() - start:.2f} s")
    pool = [
        LadderPlayer(at, elo, 50.0, 0)
        for at, elo in enumerate(np.random.default_rng(seed).normal(1500, 200, 10_000).tolist())
    ]
    start = time.perf_counter()
    choose(pool, {}, 5000, 10)
    print(f"10,000 bots, all paired: {time.perf_counter() - start:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("seed", nargs="?", type=int, default=20_261_129)
    seed = parser.parse_args().seed
    print("seed", seed)
    speed(seed)
    shares(seed)
    resubmission.luckiest(seed)
    resubmission.better(seed)
    resubmission.covered(seed)
    collusion.bought(seed)
    coverage(seed)
    errors(seed)


if __name__ == "__main__":
    main()
