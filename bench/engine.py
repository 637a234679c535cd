"""Engine moves a second on random play, deal included."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from engine.rulesets import RULESETS, ruleset


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    value: float
    unit: str
    note: str = ""


def random_play(name: str, seconds: float) -> tuple[int, int, float]:
    """Whole random games for about `seconds`: moves, games and the time that they took."""
    rules = ruleset(name)
    choose = random.Random(1).random
    moves = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = rules.start(games.to_bytes(32, "big"))
        while state.seat is not None:
            legal = state.legal()
            state.play(legal[int(choose() * len(legal))])
            moves += 1
        games += 1
    return moves, games, spent


def rows(seconds: float) -> Iterator[Row]:
    for name in RULESETS:
        moves, games, spent = random_play(name, seconds)
        yield Row(f"engine, random play, {name}", moves / spent, "moves/s", f"{games} games")
