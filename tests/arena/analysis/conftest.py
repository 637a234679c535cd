"""Analyses without their minutes: a small program answers in place of strategy/job.py."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.analysis import child
from strategy import evaluators
from strategy.evaluators import Analyst

# What each side lost: two decisions, 0.05 together; and one of 0.5.
SIDES = [
    {"decisions": 2, "loss": 0.025, "error": 0.01, "total": 0.05, "squares": 0.0017},
    {"decisions": 1, "loss": 0.5, "error": 0.0, "total": 0.5, "squares": 0.25},
]
ANSWER = """\
import json, sys
job = json.loads(sys.stdin.readline())
moves = len(job["record"]["games"][job["game"]]["moves"])
decision = {
    "move": 2, "seat": 1, "played": "card KC", "better": "card 7C", "loss": 0.5, "error": 0.01,
    "marked": True, "legal": 2, "scores": {"card 7C": 0.75, "card KC": 0.25},
    "why": "The king is safer later.", "open": {"best": "card KC", "score": 0.5, "played": 0.5,
        "loss": 0.0},
}
sides = SIDES
for side in sides:
    side |= {"marked": side["decisions"] == 1, "luck": 0.0}
print(json.dumps({"result": {
    "format": 1, "ruleset": job["record"]["ruleset"], "version": "small-1", "seed": "00",
    "game": job["game"] + 1, "moves": moves, "curve": [0.5, 0.25] + [1.0] * (moves - 1),
    "open_curve": [], "decisions": [decision], "sides": sides,
}}))
""".replace("SIDES", repr(SIDES))


class Small:
    """An evaluator by name only: the program answers."""

    version = "small"

    def scores(self, knowledge: Any, actions: Any, samples: int, random: Any) -> list[list[float]]:
        raise AssertionError("analyses are made in a process of their own")


@pytest.fixture(autouse=True)
def analysts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Écarté is analysed, and no other game."""
    monkeypatch.setattr(evaluators, "ANALYSTS", known := {"ecarte": lambda rules: Analyst(Small())})
    for module in (
        *("arena.analysis.featured", "arena.replays.viewer"),
        "arena.analysis.templatetags.analysis",
    ):
        monkeypatch.setattr(f"{module}.ANALYSTS", known)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """program(source): what runs as strategy/job.py."""

    def use(source: str) -> None:
        path = tmp_path / "job.py"
        path.write_text(source)
        monkeypatch.setattr(child, "COMMAND", [sys.executable, str(path)])

    return use


@pytest.fixture
def answers(program: Callable[[str], None]) -> None:
    """Every analysis gives the same result at once."""
    program(ANSWER)
