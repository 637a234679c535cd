"""Matches that measure the referee: instant bots, and how long each of their games took."""

import time
from pathlib import Path

from engine.ruleset import Ruleset
from referee.match import Entrant, Match, Played, play
from referee.program import load_program
from referee.sandbox import choose
from referee.slots import Slot, claim_slot

FIRST = Path(__file__).with_name("first_bot.py")  # answers at once with the first legal move


def match_of(rules: Ruleset, pairs: int) -> Match:
    program = load_program(FIRST)
    entrants = (Entrant("first", 1, program), Entrant("also first", 1, program))
    return Match(rules, entrants, pairs=pairs, seed=bytes(32))


def timed(match: Match, slot: Slot) -> tuple[Played, list[tuple[int, float]]]:
    """The played match, and after each game the moves made so far and the time (s)."""
    laps: list[tuple[int, float]] = []

    def lap(game: dict) -> None:
        moves = len(game["moves"]) + (laps[-1][0] if laps else 0)
        laps.append((moves, time.perf_counter()))

    played = play(match, choose("auto"), slot=slot, on_game=lap)
    return played, laps


def play_one(match: Match) -> None:
    """Plays a match in a slot of its own, as a worker does."""
    with claim_slot() as slot:
        play(match, choose("auto"), slot=slot)
