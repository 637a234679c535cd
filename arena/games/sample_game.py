"""A deal of each game for its rules page, played by rules of thumb, so that it shows what matters.

The engine referees it, so it is always right.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from arena.games.replay_frames import Replay
from engine.ruleset import State
from engine.rulesets import ruleset
from referee.play.clock import Clock

# Seeds (as the hash of a text) whose deals show much: see the tests.
SEEDS = {"kozel": "kozel 297", "svoi-kozyri": "svoi-kozyri 251", "ecarte": "ecarte 314"}
LONGEST = 120  # moves

POINTS = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
Thumb = Callable[[State, list[str]], str]


@cache
def frames(name: str, seat: int | None = None) -> dict[str, Any]:
    """The first deal of a game as `seat` sees it, or with all cards open, for the viewer.

    ``excerpt`` when the game goes on.
    """
    rules = ruleset(name)
    state = rules.start(seed(name))
    # Two states: a replay plays its own.
    replay = Replay(rules.start(seed(name)), seat)
    thumb = THUMBS.get(name, _first)
    for _ in range(LONGEST):
        if state.seat is None or state.deal:
            break
        text = thumb(state, state.texts(state.legal()))
        state.play(state.parse(text))
        replay.play(text, 0.0)
    over = state.seat is None
    return {
        "ruleset": name,
        "options": {},
        "clock": Clock().as_dict(),
        "seats": rules.seats,
        "sides": ["A", "B"],
        "bots": [0, 1],
        "game": 1,
        "pair": 0,
        "seat": seat,
        "scores": list(state.scores()) if over else [0.5, 0.5],
        "reason": "normal",
        "fault": None,
        "excerpt": not over,
        "moves": replay.moves,
        "frames": replay.frames,
    }


def seed(name: str) -> bytes:
    return sha256(SEEDS.get(name, name).encode()).digest()


def _first(state: State, legal: list[str]) -> str:
    return legal[0]


def _kozel(state: State, legal: list[str]) -> str:
    """Leads many cards, beats as cheaply as may be, and gives points to a partner who is ahead."""
    view = state.view(state.seat)

    def cost(text: str) -> tuple[int, ...]:
        verb, *cards = text.split(" ")
        if verb in ("molodka", "pass"):
            return (verb == "pass",)
        strength = sum(
            "6789JQKTA".index(card[0]) + 9 * (card[1] == view["trump"]) for card in cards
        )
        points = sum(POINTS.get(card[0], 0) for card in cards)
        partner = verb != "lead" and (view["best"]["seat"] - (state.seat or 0)) % 2 == 0
        if verb == "lead":
            return (-len(cards), strength)
        if verb == "drop":
            return (0 if partner else 1, -points if partner else points, strength)
        return (1 if partner else 0, strength)

    return min(legal, key=cost)


def _svoi_kozyri(state: State, legal: list[str]) -> str:
    """Keeps trumps and high cards: beats with the lowest card, and adds the lowest."""
    trump = state.view(state.seat)["trumps"][state.seat or 0]

    def cost(text: str) -> int:
        return sum(
            "6789TJQKA".index(card[0]) + 12 * (card[1] == trump) for card in text.split(" ")[1:]
        )

    return min(legal, key=cost)


def _ecarte(state: State, legal: list[str]) -> str:
    """Exchanges weak hands for its strong cards' sake, leads high and wins cheaply."""
    view = state.view(state.seat)
    order = "789TAJQK"

    trump: str = view["trump"]

    def worth(card: str) -> int:
        return order.index(card[0]) + 8 * (card[1] == trump)

    strong = sum(worth(card) for card in view["hand"])
    if "propose" in legal:
        return "stand" if strong > 32 or view["proposals"] > 1 else "propose"
    if "accept" in legal:
        return "refuse" if strong > 36 else "accept"

    def cost(text: str) -> tuple[int, ...]:
        verb, *cards = text.split(" ")
        values = [worth(card) for card in cards if len(card) == 2]
        if verb == "discard":
            # All that is no trump and no court.
            return (sum(value - 5 for value in values),)
        announced = 0 if text.endswith(" king") else 1
        return (announced, -values[0] if view["led"] is None else values[0])

    return min(legal, key=cost)


THUMBS: dict[str, Thumb] = {"kozel": _kozel, "svoi-kozyri": _svoi_kozyri, "ecarte": _ecarte}
