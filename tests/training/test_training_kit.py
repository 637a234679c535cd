"""The kit that learns: some seconds of training improve it, and the bot plays what it learned."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.kits.kit import kit, write

ROOT = Path(__file__).parents[2]
LEARNED = re.compile(r"error ([0-9.]+), against the bot before: ([+-][0-9.]+) ± ([0-9.]+)")


def run(folder: Path, *words: str, stdin: bytes = b"") -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, input=stdin, capture_output=True, env=environment
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("kit") / "mybot"
    write(kit("python-training"), "ecarte", "mybot", made)
    program = (made / "train.py").read_text()
    assert "REPORTS = 10\n" in program
    (made / "train.py").write_text(program.replace("REPORTS = 10\n", "REPORTS = 2\n"))
    return made


@pytest.fixture(scope="module")
def trained(folder: Path) -> list[tuple[float, float, float]]:
    """The reports of a training: the error of prediction, the result of a deal, its error."""
    lines = run(folder, "train.py", "--deals", "2600", "--seed", "2").splitlines()
    found = [LEARNED.search(line) for line in lines]
    return [tuple(map(float, match.groups())) for match in found if match]  # type: ignore[misc]


def test_before_any_training_it_plays_as_the_python_kit_does(tmp_path: Path) -> None:
    answers = []
    for name in ("python", "python-training"):
        write(kit(name), "ecarte", "mybot", tmp_path / name)
        lines = (tmp_path / name / "example.jsonl").read_bytes()
        answers.append(run(tmp_path / name, "main.py", stdin=lines))
    assert answers[0] == answers[1]


@pytest.mark.live
def test_training_improves_the_prediction_and_the_play(
    trained: list[tuple[float, float, float]],
) -> None:
    (first_error, first, _), *_, (last_error, last, deviation) = trained
    assert last_error < 0.9 * first_error
    assert last > first + 5 * deviation


@pytest.mark.live
def test_the_trained_bot_plays_its_moves_without_numpy(
    folder: Path, trained: list[tuple[float, float, float]]
) -> None:
    lines = [json.loads(line) for line in (folder / "example.jsonl").read_text().splitlines()]
    requests = [line for line in lines if line["type"] == "move"]
    alone = "import sys; sys.modules['numpy'] = None; import main; main.main()"
    example = (folder / "example.jsonl").read_bytes()
    ready, *answers = map(json.loads, run(folder, "-c", alone, stdin=example).splitlines())
    assert ready == {"type": "ready"}
    assert len(answers) == len(requests)
    for request, answer in zip(requests, answers, strict=True):
        assert answer["move"] in request["legal"]
    agree = "import json, main; print(json.dumps([main.choose(r) for r in json.load(open(0))]))"
    learned = json.loads(run(folder, "-c", agree, stdin=json.dumps(requests).encode()))
    by_worth = f"import main; main.WEIGHTS.clear(); {agree}"
    before = json.loads(run(folder, "-c", by_worth, stdin=json.dumps(requests).encode()))
    assert learned == [answer["move"] for answer in answers] != before


def test_the_program_and_its_weights_are_what_is_submitted_and_trained_in_one_short_file() -> None:
    each = kit("python-training")
    assert each.pack == ("main.py", "weights.json")
    source = ROOT / "referee" / "kits" / each.name / "train.py"
    assert len(source.read_text().splitlines()) <= 200
