"""Bots with numpy: they play in every tier, and their packages open no way out."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ecarte.ruleset import Ecarte
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant, MatchSettings, play
from referee.programs.package_sets import forget_package_sets
from referee.programs.program import read_program
from referee.sandbox import choose, require
from referee.sandbox.selection import open_tier, tiers_to_try
from tests.referee.numpy_set import NAME, needs_numpy
from tests.referee.play.small_bots import GOOD, SEED
from tests.referee.sandbox.hosts import SLOT, Host

pytestmark = needs_numpy
PLAYS = b"""
import json, sys
import numpy as np

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}))
    elif message["type"] == "move":
        scores = np.linalg.solve(np.eye(8) * 2, np.arange(8.0))
        best = int(np.argmin(scores[: len(message["legal"])]))
        print(json.dumps({"move": message["legal"][best]}))
    elif message["type"] == "bye":
        break
"""
PATIENT = Clock(start_ms=30_000, move_ms=10_000)


@pytest.fixture
def sets(numpy_sets: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GOAT_RUNTIMES", str(numpy_sets))
    forget_package_sets()
    yield numpy_sets
    forget_package_sets()


@pytest.mark.parametrize("tier", [*tiers_to_try(), "off"])
def test_a_bot_with_numpy_plays(tier: str, sets: Path) -> None:
    numpy_bot = read_program(PLAYS, kind=NAME)
    match = MatchSettings(
        Ecarte({"target": 1}),
        (Entrant("numpy", 1, numpy_bot), Entrant("good", 1, GOOD)),
        1,
        SEED,
        PATIENT,
    )
    with contextlib.ExitStack() as held:
        sandbox = (
            choose("off")
            if tier == "off"
            else held.enter_context(contextlib.closing(open_tier(tier)))
        )
        require(sandbox, match.kinds())
        played = play(match, sandbox, slot=CpuSlot(SLOT, 0))
    assert [game["reason"] for game in played.record["games"]] == ["normal"] * 2, played.faults
    [bot, other] = played.record["bots"]
    assert bot["language"] == NAME
    assert list(bot["packages"]) == ["numpy"]
    assert other["language"] == "python"
    assert "packages" not in other


def test_packages_open_no_way_out(host: Host, numpy_sets: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with host.bot("packages", kind=NAME, files=[str(secret)], sets=str(numpy_sets)) as bot:
        seen = bot.hear()
        assert seen["done"] == []
        assert seen["threads"] == 1
        assert {name for name in seen["variables"] if not name.endswith("_NUM_THREADS")} == {
            *("HOME", "LANG", "PATH", "PWD", "USER")
        }
        memory = bot.hear()
        assert 300 <= memory["mib"] <= 512 - 90
        assert memory["huge"] == []
