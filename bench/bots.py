"""The score of each reference bot against the random one, over mirrored pairs."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

from bench.measure import Row
from engine.record import games_of_pairs
from engine.rulesets import RULESETS, ruleset
from referee.play.cpu_slots import claim_cpu_slot
from referee.play.match import Entrant, MatchSettings, play
from referee.programs.program import load_program
from referee.sandbox import choose

BOTS = Path(__file__).resolve().parent.parent / "bots"


def rows(pairs: int) -> Iterator[Row]:
    sandbox = choose("auto")
    for name in RULESETS:
        entrants = (
            Entrant("house", 1, load_program(BOTS / f"{name.replace('-', '_')}.py")),
            Entrant("random", 1, load_program(BOTS / "random_bot.py")),
        )
        seed = random.Random(name).randbytes(32)
        match = MatchSettings(ruleset(name), entrants, pairs=pairs, seed=seed)
        with claim_cpu_slot() as slot:
            record = play(match, sandbox, slot=slot).record
        games = record["games"]
        # The games of a pair are not independent, so the error is computed over pairs.
        scores = [game["scores"][game["sides"].index(0)] for game in games]
        means = [(scores[one] + scores[other]) / 2 for one, other in games_of_pairs(record)]
        error = 1.96 * stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("nan")
        faults = sum(game["reason"] != "normal" for game in games)
        yield Row(
            f"{name}: house bot against random",
            100 * fmean(means),
            "%",
            f"± {100 * error:.1f}, {pairs} pairs, {faults} faults (goal: 65 %)",
        )
