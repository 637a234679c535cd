"""`goat compare`: mirrored pairs until the test decides."""

import os
import signal
import time

import pytest

from referee.cli.main import main
from referee.host.locks import lock_folder
from tests.referee.cli.test_main import goat
from tests.referee.play.small_bots import source

OFF = ("--sandbox", "off")


@pytest.fixture
def bots(tmp_path):
    """A bot that plays, and one that loses every game by a fault."""
    found = []
    for name, turn in (("good", ""), ("bad", "say('what?')")):
        path = tmp_path / f"{name}.py"
        path.write_bytes(source(turn))
        found.append(str(path))
    return found


def test_the_stronger_is_found_with_progress_ratio_and_interval(bots, capsys):
    assert main(["compare", "svoi-kozyri", *bots, "--elo1", "300", "--batch", "10", *OFF]) == 0
    shown = capsys.readouterr()
    assert "H1 accepted: good is at least 300 Elo stronger than bad" in shown.out
    first, *_ = (line for line in shown.err.splitlines() if "pairs" in line)
    assert first.startswith("10 pairs (0 0 0 0 10)  LLR +")
    assert "[-2.94, 2.94]" in first
    assert "±" in first


def test_the_weaker_is_found_too_and_the_same_seed_gives_the_same_result(bots, capsys):
    words = ["compare", "svoi-kozyri", *bots[::-1], "--elo1", "300", "--batch", "10", *OFF]
    words += ["--seed", "5" * 64, "--jobs", "1"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert "H0 accepted: bad is at most 0 Elo stronger than good" in first
    assert "seed " + "5" * 64 in first
    assert main(words) == 0
    assert capsys.readouterr().out == first


def test_it_stops_undecided_after_max_pairs(bots, capsys):
    assert main(["compare", "svoi-kozyri", *bots, "--max-pairs", "3", *OFF]) == 0
    shown = capsys.readouterr().out
    assert "undecided after 3 pairs" in shown
    assert "bad lost 6 of 6 games by faults; goat check says which" in shown
    assert "good lost" not in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--elo0", "20", "--elo1", "10"], "elo1 must be at least 1 above elo0"),
        (["--alpha", "0.7"], "alpha must be between 0.001 and 0.4"),
        (["--elo1", "9999"], "elo1 must be between -800 and 800"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(bots, capsys, words, message):
    assert main(["compare", "svoi-kozyri", *bots, *words]) == 1
    assert message in capsys.readouterr().err


def test_a_stopped_comparison_goes_on_with_what_it_has(bots, tmp_path, capsys):
    folder = tmp_path / "kept"
    words = ["compare", "svoi-kozyri", *bots[:1], f"same={bots[0]}", "--batch", "1", *OFF]
    words += ["--seed", "7" * 64, "--jobs", "2"]
    assert main([*words, "--max-pairs", "6"]) == 0
    at_once = capsys.readouterr().out
    assert main([*words, "--max-pairs", "3", "--out", str(folder)]) == 0
    assert "undecided after 3 pairs" in capsys.readouterr().out
    (folder / "00002.json").write_text("{")  # as if another program had broken it
    (folder / ".goat-half").write_text("{")  # as if it had been killed while it wrote
    # The seed is that of the folder.
    again = [word for word in words if word not in ("--seed", "7" * 64)]
    again += ["--max-pairs", "6", "--out", str(folder)]
    assert main(again) == 0
    shown = capsys.readouterr()
    assert shown.out == at_once
    assert "1 pairs" in shown.err, "it goes on behind the first match"
    assert len(list(folder.iterdir())) == 7
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert main(again) == 0
    assert capsys.readouterr().out == at_once
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}, "nothing played"


def test_a_folder_of_another_comparison_is_refused(bots, tmp_path, capsys):
    folder = ["--out", str(tmp_path / "kept")]
    words = ["compare", "svoi-kozyri", *bots, "--max-pairs", "1", *OFF]
    assert main([*words, *folder]) == 0
    assert main([*words, *folder, "--elo1", "30"]) == 1
    assert "other settings (test differ): use another folder" in capsys.readouterr().err
    assert main(["tournament", "svoi-kozyri", *bots, *folder, *OFF]) == 1
    assert "contains no tournament: use another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.live)]
)
def test_a_comparison_that_is_ended_from_outside_can_be_resumed(number, bots, tmp_path, capsys):
    folder = tmp_path / "kept"
    words = ["compare", "svoi-kozyri", bots[0], f"same={bots[0]}", "--batch", "1", *OFF]
    words += ["--out", str(folder), "--jobs", "1", "--max-pairs"]
    process = goat(*words, "1000")
    try:
        while process.poll() is None and len(list(folder.glob("0*.json"))) < 2:
            time.sleep(0.01)
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == (-9 if number == signal.SIGKILL else 128 + number)
    if number != signal.SIGKILL:
        assert f"goat: stopped. To go on: goat compare svoi-kozyri {bots[0]}" in err.decode()
    kept = len(list(folder.glob("0*.json")))
    assert main([*words, str(kept + 1)]) == 0
    assert f"undecided after {kept + 1} pairs" in capsys.readouterr().out


def test_a_folder_that_another_goat_uses_is_refused(bots, tmp_path, capsys):
    folder = tmp_path / "kept"
    folder.mkdir()
    held = lock_folder(folder)
    assert main(["compare", "svoi-kozyri", *bots, "--out", str(folder), *OFF]) == 1
    assert f"another goat is playing a comparison in {folder}: wait" in capsys.readouterr().err
    os.close(held)
