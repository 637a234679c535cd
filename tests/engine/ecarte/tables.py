"""Deals of Écarté to begin from."""

from engine.ecarte.ruleset import Ecarte
from tests.engine.playing import legal

HEARTS = "KHQHJHAHTH"
PLAIN = "9D8D7DQCJC"


def table(hand0=HEARTS, hand1=PLAIN, turned="QS", stock="7S8S9S", fields="", **options):
    """Seat 1 has dealt; nobody has acted."""
    return Ecarte(**options).position(
        f"hands={hand0}/{hand1} turned={turned} stock={stock} dealer=1 {fields}"
    )


def play_to(state, deal):
    """Stands and plays the first legal cards until this deal begins or the game ends."""
    while state.seat is not None and state.deal < deal:
        state.play(state.parse("stand") if "stand" in legal(state) else state.legal()[0])
    return state
