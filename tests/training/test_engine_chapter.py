"""The programs in docs/9a-engine.md run as they are printed there, and do what it says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulesets import RULESETS, ruleset
from referee.kits import example
from referee.kits.positions import POSITIONS

ROOT = Path(__file__).parents[2]
CHAPTER = (ROOT / "docs" / "9a-engine.md").read_text()
SEARCH, EVALUATE, TRAIN = re.findall(r"```python\n(.*?)```", CHAPTER, re.S)


def run(program: str, folder: Path, stdin: bytes = b"") -> str:
    (folder / "program.py").write_text(program)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def changed(program: str, before: str, after: str) -> str:
    assert program.count(before) == 1
    return program.replace(before, after)


@pytest.mark.parametrize("game", RULESETS)
def test_the_bot_that_searches_plays_every_game(game: str, tmp_path: Path) -> None:
    rules = ruleset(game)
    lines = example.messages(rules, example.record(rules))
    messages = [json.loads(line) for line in lines.splitlines()]
    requests = [message for message in messages if message["type"] == "move"]
    quick = changed(SEARCH, "SECONDS = 0.1", "SECONDS = 0.002")
    ready, *answers = map(json.loads, run(quick, tmp_path, lines).splitlines())
    assert ready == {"type": "ready"}
    for request, answer in zip(requests, answers, strict=True):
        assert answer["move"] in request["legal"]


def test_the_bot_that_searches_takes_a_trick_with_its_lowest_trump(tmp_path: Path) -> None:
    rules = ruleset("ecarte")
    position = POSITIONS["ecarte"]
    lines = example.position_messages(rules, position.text)
    _, answer = map(json.loads, run(SEARCH, tmp_path, lines).splitlines())
    assert answer == {"move": position.move} == {"move": "card 7H"}


@pytest.mark.live
def test_the_evaluation_measures_which_policy_is_better(tmp_path: Path) -> None:
    found = re.findall(
        r"^([0-9.]+) % of the points, Elo ([+-][0-9]+)$", run(EVALUATE, tmp_path), re.M
    )
    low, middle, high = [float(percent) for percent, _ in found]
    assert 60 < low < middle < high < 95
    assert [int(elo) > 0 for _, elo in found] == [True] * 3


@pytest.mark.live
def test_the_training_improves_the_policy(tmp_path: Path) -> None:
    quick = changed(TRAIN, "256, 32, 100, 40.0", "256, 32, 12, 40.0")
    quick = changed(quick, "update % 25 == 0", "update % 12 == 0")
    found = re.findall(r"^after [0-9]+ updates: ([+-][0-9.]+) a deal", run(quick, tmp_path), re.M)
    first, last = map(float, found)
    assert abs(first) < 0.1
    assert last > first + 0.05


@pytest.mark.parametrize(("program", "most"), [(SEARCH, 30), (EVALUATE, 30), (TRAIN, 40)])
def test_the_programs_are_short(program: str, most: int) -> None:
    assert len([line for line in program.splitlines() if line]) <= most


def test_the_first_lines_of_the_chapter_and_its_position_work() -> None:
    first = re.search(r"\n    (from engine.*?)\n\n[A-Z]", CHAPTER, re.S)
    assert first
    program = first[1].replace("\n    ", "\n").replace("print(", "result = (")
    namespace: dict[str, object] = {}
    exec(program, namespace)
    assert sum(namespace["result"]) == 0  # type: ignore[call-overload]
    position = re.search(r'"position": "(.*?)"', CHAPTER)
    assert position and ruleset("ecarte").position(position[1], stop_at_deal=True).seat == 0
