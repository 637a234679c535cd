"""Long computations in a process of their own: ``python -m strategy.job``."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.kozel.ruleset import Kozel
from engine.rulesets import ruleset
from strategy.analysis import analyse
from strategy.job import NICE_SESSION
from tests.strategy.random_playouts import random_record

ROOT = Path(__file__).resolve().parents[2]


def start() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "strategy.job"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def run(job: dict[str, Any]) -> list[dict[str, Any]]:
    """All that the process says."""
    process = start()
    assert process.stdin and process.stdout
    try:
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        return [json.loads(line) for line in process.stdout]
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def test_an_analysis_is_the_one_that_this_process_makes() -> None:
    record = random_record(Kozel(limit=2), 1)
    said = run({"job": "analyse", "record": record, "game": 0})
    assert said[-1] == {"result": analyse(record, 0)}
    moves = len(record["games"][0]["moves"])
    assert said[-2] == {"done": moves, "of": moves}


def test_what_is_wrong_is_said_in_words() -> None:
    record = random_record(Kozel(limit=2), 1)
    said = run({"job": "analyse", "record": record, "game": 4})
    assert said == [{"error": "there is no game 5: the record has 1"}]
    assert "there is no job 'dance'" in run({"job": "dance"})[-1]["error"]


def test_how_eventful_games_were_is_known_from_their_scores() -> None:
    record = random_record(Kozel(), 2, games=2)
    [*_, said] = run({"job": "excitement", "record": record})
    first, second = said["result"]
    assert 0.4 < first < 12
    record["games"][1]["reason"] = "timeout"
    [*_, said] = run({"job": "excitement", "record": record})
    assert said["result"] == [first, None]
    assert second is not None


def test_a_position_is_solved_or_has_nothing_to_solve() -> None:
    rules = ruleset("svoi-kozyri")
    state = rules.start(bytes(32))
    job = {"job": "solve", "ruleset": rules.name, "options": {}, "seconds": 0.2}
    [said] = run(job | {"position": state.position()})
    assert said["result"]["result"] in ("win", "draw", "loss", None)
    [said] = run(job | {"ruleset": "ecarte", "position": Ecarte().start(bytes(32)).position()})
    assert "positions of ecarte cannot be solved" in said["error"]
    undealt = ruleset("svoi-kozyri", {"trumps": "choose"}).start(bytes(32))
    [said] = run(job | {"options": {"trumps": "choose"}, "position": undealt.position()})
    assert "trumps are still being chosen" in said["error"]


def test_it_pauses_and_goes_on_as_told() -> None:
    process = start()
    assert process.stdin and process.stdout
    record = random_record(Kozel(limit=2), 3)
    try:
        job = {"job": "analyse", "record": record, "game": 0}
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        assert "done" in json.loads(process.stdout.readline())
        process.stdin.write("pause\n")
        process.stdin.flush()
        time.sleep(0.3)  # what it was doing ends
        process.stdin.write("go\n")
        process.stdin.flush()
        assert "result" in json.loads(process.stdout.readlines()[-1])
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="no such priorities here")
def test_a_job_apart_comes_after_other_sessions() -> None:
    own = Path("/proc/self/autogroup").read_text()
    job = {"job": "analyse", "record": random_record(Kozel(limit=2), 3), "game": 0}
    for more in ({}, {"apart": True}):
        process = start()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(json.dumps(job | more) + "\n")
            process.stdin.flush()
            assert "done" in json.loads(process.stdout.readline())
            found = Path(f"/proc/{process.pid}/autogroup").read_text()
            assert found.endswith(f" nice {NICE_SESSION}\n") if more else found == own
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()
