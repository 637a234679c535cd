"""Referee moves a second with instant sandboxed bots, and what a sandbox costs to start."""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.engine import Row
from engine.rulesets import RULESETS, ruleset
from referee.match import Entrant, Match, play
from referee.program import load_program
from referee.sandbox import choose
from referee.slots import claim_slot

FIRST = Path(__file__).with_name("first_bot.py")  # answers at once with the first legal move


def rows(pairs: int) -> Iterator[Row]:
    sandbox = choose("auto")
    program = load_program(FIRST)
    entrants = (Entrant("first", 1, program), Entrant("also first", 1, program))
    for name in RULESETS:
        match = Match(ruleset(name), entrants, pairs=pairs, seed=bytes(32))
        with claim_slot() as slot:
            start = time.perf_counter()
            record = play(match, sandbox, slot=slot).record
            spent = time.perf_counter() - start
        moves = sum(len(game["moves"]) for game in record["games"])
        yield Row(
            f"referee, instant bots, {name}",
            moves / spent,
            "moves/s",
            f"{2 * pairs} games in {spent:.2f} s, start and stop of the bots included",
        )
