"""A disk that is full costs no result: what was played is kept or shown, and the command goes on.

A limit on the size of files stands for the full disk: it fails in the same place.
"""

import resource
import subprocess
import sys

import pytest

from referee.cli.main import main
from tests.referee.cli.test_main import ROOT
from tests.referee.play.small_bots import source

LIMIT = 1500  # bytes: a file of settings fits, a record does not
OFF = ("--sandbox", "off")


@pytest.fixture
def bots(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(source())
    return [str(tmp_path / "a.py"), str(tmp_path / "b.py")]


def on_a_full_disk(*words):
    result = subprocess.run(
        [sys.executable, "-m", "referee.cli", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)),
    )
    assert result.returncode == 1
    *_, last = result.stderr.splitlines()
    return result.stdout, last


def test_a_match_is_shown_although_its_record_cannot_be_written(bots, tmp_path):
    record = tmp_path / "match.json"
    out, error = on_a_full_disk(
        "play", "ecarte", *bots, "--pairs", "4", "--record", str(record), *OFF
    )
    assert "game   8  pair 4" in out
    assert error == f"goat: {record} cannot be written: File too large"
    assert not record.exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".goat")] == []


def test_a_comparison_says_how_it_goes_on_and_does(bots, tmp_path, capsys):
    words = ["compare", "ecarte", *bots, "--max-pairs", "4", "--batch", "4", "--jobs", "1", *OFF]
    words += ["--out", str(tmp_path / "kept")]
    _, error = on_a_full_disk(*words)
    assert "cannot be written: File too large. Then go on: goat compare ecarte" in error
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["comparison.json"]
    assert main(words) == 0
    assert "undecided after 4 pairs" in capsys.readouterr().out
