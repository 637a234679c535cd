"""Compares random play with other libraries, and measures the cost of a view."""

import random
import time
from collections.abc import Iterator
from functools import partial
from statistics import median

import msgspec

from bench.measure import Row, in_rounds, one_processor, ratio
from bench.play import open_spiel_example_game, open_spiel_game, our_game, rate, rlcard_game
from engine.rulesets import RULESETS, ruleset

# The most similar games of OpenSpiel: tricks with a hand of five cards, tricks in teams, and
# getting rid of one's cards.
NEAREST = {
    "ecarte": "oh_hell(players=3,num_suits=4,num_cards_per_suit=8,num_tricks_fixed=5)",
    "kozel": "euchre",
    "svoi-kozyri": "crazy_eights",
}
RLCARD = ("uno", "bridge")


def rows(seconds: float, rounds: int) -> Iterator[Row]:
    """`seconds`: for each game in each round."""
    games = {name: our_game(name) for name in NEAREST}
    games |= {spiel: open_spiel_game(spiel) for spiel in NEAREST.values()}
    games |= {f"{spiel}, example": open_spiel_example_game(spiel) for spiel in NEAREST.values()}
    games |= {f"rlcard {name}": rlcard_game(name) for name in RLCARD}
    with one_processor():
        rates = in_rounds(
            {name: partial(rate, game, seconds) for name, game in games.items()}, rounds
        )
        views = {name: median(_view_times(name)) for name in RULESETS}
    for name in NEAREST:
        yield Row(f"engine, random play: {name}", median(rates[name]), "moves/s")
    for name, spiel in NEAREST.items():
        peer = spiel.partition("(")[0]
        yield Row(
            f"{name} against OpenSpiel {peer}",
            ratio(rates[name], rates[spiel]),
            "×",
            f"{median(rates[spiel]):,.0f} moves/s; ideally 2 ×",
            at_least=1,
        )
        yield Row(
            f"{name} against OpenSpiel {peer}, driven as in its example",
            ratio(rates[name], rates[f"{spiel}, example"]),
            "×",
            f"{median(rates[f'{spiel}, example']):,.0f} moves/s",
        )
    for peer in RLCARD:
        theirs = rates[f"rlcard {peer}"]
        for name in NEAREST:
            yield Row(
                f"{name} against RLCard {peer}",
                ratio(rates[name], theirs),
                "×",
                f"{median(theirs):,.0f} moves/s",
                at_least=10,
            )
    for name, took in views.items():
        yield Row(f"view() and JSON of one seat: {name}", took * 1e6, "µs", "median", at_most=25)


def _view_times(name: str) -> list[float]:
    """The seconds to encode the view of the seat to act, at each turn of three random games."""
    choice = random.Random(1).choice
    encode = msgspec.json.Encoder().encode
    times = []
    for seed in range(3):
        state = ruleset(name).start(seed.to_bytes(32, "big"))
        while state.seat is not None:
            start = time.perf_counter()
            encode(state.view(state.seat))
            times.append(time.perf_counter() - start)
            state.play(choice(state.legal()))
    return times
