"""`goat tournament`: plays every system, and resumes what was stopped."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.verify import verify
from referee.cli.main import main
from tests.processes import gone
from tests.referee.play.small_bots import source

ROOT = Path(__file__).parents[3]
OFF = ("--sandbox", "off")


@pytest.fixture
def bots(tmp_path):
    """Three bots, one of which loses every game by a fault."""
    found = []
    for name, turn in (("last", "pass"), ("bad", "say('what?')"), ("lost", "")):
        path = tmp_path / f"{name}.py"
        path.write_bytes(source(turn or "legal.reverse()"))
        found.append(str(path))
    return found


def records(folder):
    return sorted(path for path in folder.iterdir() if path.name[0].isdigit())


def test_everyone_meets_everyone_and_the_crosstable_is_shown(bots, tmp_path, capsys):
    folder = tmp_path / "out"
    words = ["tournament", "svoi-kozyri", *bots, "--pairs", "1", "--out", str(folder)]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert [path.name for path in records(folder)] == [
        "0001-bad-lost.json",
        "0002-last-bad.json",
        "0003-lost-last.json",
    ]
    for path in records(folder):
        verify(json.loads(path.read_text()))
    lines = [line.split() for line in shown.out.splitlines()]
    assert lines[0] == ["bot", "points", "games", "S-B", "1", "2", "3"]
    assert lines[3][:4] == ["3", "bad", "0", "0/4"]
    assert "3/3 " in shown.err

    # With all records there, the result is shown and nothing is played again.
    before = [path.stat().st_mtime_ns for path in records(folder)]
    assert main(words) == 0
    assert capsys.readouterr().out == shown.out
    assert [path.stat().st_mtime_ns for path in records(folder)] == before


def test_a_damaged_or_missing_record_is_played_again_with_the_same_moves(bots, tmp_path, capsys):
    folder = tmp_path / "out"
    words = ["tournament", "ecarte", *bots, "--pairs", "1", "--out", str(folder), *OFF]
    assert main(words) == 0
    first, second, third = records(folder)
    moves = [[game["moves"] for game in json.loads(first.read_text())["games"]]]
    second.unlink()
    first.write_text(first.read_text()[:500])
    (folder / ".goat-half").write_text("{")
    kept = third.stat().st_mtime_ns
    assert main(words) == 0
    assert records(folder) == [first, second, third]
    assert third.stat().st_mtime_ns == kept
    assert [[game["moves"] for game in json.loads(first.read_text())["games"]]] == moves
    assert not (folder / ".goat-half").exists()


def test_a_folder_with_other_settings_or_other_files_is_refused(bots, tmp_path, capsys):
    folder = tmp_path / "out"
    words = ["tournament", "ecarte", *bots[:2], "--pairs", "1", *OFF]
    assert main([*words, "--out", str(folder)]) == 0
    capsys.readouterr()
    for changed, what in (
        (["tournament", "ecarte", *bots[:2], "--pairs", "2"], "pairs"),
        (["tournament", "kozel", *bots[:2], "--pairs", "1"], "ruleset"),
        (["tournament", "ecarte", *bots, "--pairs", "1"], "bots"),
        ([*words, "--clock", "move_ms=501"], "clock"),
        ([*words, "--seed", "00" * 32], "seed"),
    ):
        assert main([*changed, "--out", str(folder)]) == 1
        assert f"other settings ({what} differ)" in capsys.readouterr().err
    assert main([*words, "--out", str(tmp_path)]) == 1
    assert "is not empty and contains no tournament" in capsys.readouterr().err
    assert main([*words, "--out", str(Path(bots[0]))]) == 1
    assert "cannot be used" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_tournament(bots, tmp_path):
    for name in ("one", "two"):
        words = ["tournament", "ecarte", *bots[::2], "--pairs", "1", "--seed", "ab" * 32, *OFF]
        assert main([*words, "--out", str(tmp_path / name)]) == 0
    games = [
        [game["moves"] for path in records(tmp_path / name) for game in read(path)["games"]]
        for name in ("one", "two")
    ]
    assert games[0] == games[1]


def test_a_seed_that_was_not_given_is_printed_and_stored(bots, tmp_path, capsys):
    words = ["tournament", "ecarte", *bots[::2], "--pairs", "1", *OFF]
    assert main([*words, "--out", str(tmp_path / "cup")]) == 0
    seed = re.fullmatch("seed ([0-9a-f]{64})", capsys.readouterr().out.splitlines()[-1])[1]
    assert read(tmp_path / "cup" / "tournament.json")["seed"] == seed
    assert main([*words, "--dry-run", "--seed", seed]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"seed {seed}"


def test_the_champion_of_a_final_that_both_lost_is_named_with_the_rule(tmp_path, capsys):
    paths = [tmp_path / "one.py", tmp_path / "two.py"]
    for path in paths:
        path.write_text("raise SystemExit(1)\n")  # no game can be played
    words = ["tournament", "ecarte", *map(str, paths), "--pairs", "1", *OFF]
    assert main([*words, "--format", "single-elimination"]) == 0
    shown = capsys.readouterr().out
    assert "one (1) 0 – 0 two (2): both lost: the better seed is champion" in shown
    assert "champion: one (both lost the final: the better seed)" in shown


@pytest.mark.parametrize(
    ("system", "shown"),
    [
        ("swiss", "behind by"),
        ("single-elimination", "has a bye"),
        pytest.param("double-elimination", "losers: ", marks=pytest.mark.live),
        pytest.param("groups", "Group B", marks=pytest.mark.live),
    ],
)
def test_every_system_is_played_and_resumes_from_its_records(system, shown, bots, tmp_path, capsys):
    folder = tmp_path / "out"
    fourth = [f"fourth={bots[0]}"] if system == "groups" else []
    words = ["tournament", "ecarte", *bots, *fourth, "--pairs", "1", "--format", system]
    words += [
        "--qualifiers",
        "1",
        "--further",
        "1",
        "--out",
        str(folder),
        "--seed",
        "ab" * 32,
        *OFF,
    ]
    assert main(words) == 0
    told = capsys.readouterr()
    assert shown in told.out
    *kept, last = records(folder)
    times = [path.stat().st_mtime_ns for path in kept]
    last.unlink()
    assert main(words) == 0
    assert capsys.readouterr().out == told.out
    assert records(folder) == [*kept, last]
    assert [path.stat().st_mtime_ns for path in kept] == times


def test_a_dry_run_shows_what_would_be_played_and_stores_nothing(bots, tmp_path, capsys):
    folder = tmp_path / "out"
    words = ["tournament", "ecarte", *bots, "--format", "swiss", "--dry-run", *OFF]
    assert main([*words, "--out", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "3 entries, 2 rounds, 2 matches, 40 games, 2 byes" in told
    assert "Buchholz, cut 1: the points of all opponents except the lowest" in told
    assert "a bye: 1 point in a Swiss round" in told
    assert "a simulated run" in told
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "league"], "is not one of"),
        (["--format", "groups"], "need at least 4 entries, not 3"),
        (["--format", "swiss", "--rounds", "99"], "rounds must be between 1 and 30, not 99"),
        (["--tie-breaks", "luck"], "tie-breaks must be among game_points"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused(words, message, bots, capsys):
    assert main(["tournament", "ecarte", *bots, *words, *OFF]) != 0
    assert message in capsys.readouterr().err


def read(path):
    return json.loads(path.read_text())


def wait_for(condition, process):
    while not condition():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.fixture
def slow_tournament(bots, tmp_path):
    """The words of a tournament with a slow bot, and a function for the pids of that bot."""
    sign = tmp_path / "pids"
    slow = tmp_path / "slow.py"
    slow.write_bytes(
        source(
            "time.sleep(60)",
            start=f"open({str(sign)!r}, 'a').write(f'{{os.getpid()}}\\n')",
        )
    )
    words = ["tournament", "ecarte", bots[0], bots[2], str(slow), "--pairs", "1"]
    words += ["--out", str(tmp_path / "out"), "--jobs", "1", "--clock", "move_ms=500,bank_ms=0"]

    def pids():
        return [int(pid) for pid in sign.read_text().split()] if sign.exists() else []

    return [*words, *OFF], pids


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_tournament_resumes_and_leaves_no_process(
    number, slow_tournament, tmp_path, capsys
):
    words, pids = slow_tournament
    folder = tmp_path / "out"
    goat = subprocess.Popen(
        [sys.executable, "-m", "referee.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        # The slow bot plays the first match: two games, each lost on time after half a second.
        wait_for(lambda: folder.exists() and len(records(folder)) >= 1 and len(pids()) >= 3, goat)
        if number == signal.SIGINT:  # a terminal sends it to the whole group
            os.killpg(goat.pid, number)
        else:
            goat.send_signal(number)
        _, err = goat.communicate(timeout=30)
    finally:
        goat.kill()
    if number != signal.SIGKILL:
        assert goat.returncode == 128 + number
        assert b"Traceback" not in err
    while not all(map(gone, pids())):
        time.sleep(0.01)
    done = {path: path.stat().st_mtime_ns for path in records(folder)}
    assert 0 < len(done) < 3

    assert main(words) == 0
    assert "slow" in capsys.readouterr().out
    assert len(records(folder)) == 3
    assert all(path.stat().st_mtime_ns == changed for path, changed in done.items())


def test_two_tournaments_do_not_play_into_one_folder_at_once(bots, tmp_path, capsys):
    import fcntl

    folder = tmp_path / "out"
    folder.mkdir()
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        assert main(["tournament", "ecarte", *bots, "--out", str(folder)]) == 1
        assert "another goat is playing" in capsys.readouterr().err
    finally:
        os.close(descriptor)


def test_draw_seeds_the_bots_in_an_order_that_follows_from_the_seed(bots, monkeypatch):
    orders = []

    def play(settings, *rest):
        orders.append([entrant.name for entrant in settings.entrants])

    monkeypatch.setattr("referee.cli.commands.tournament._play", play)
    words = ["tournament", "ecarte", *bots, *OFF]
    seeds = [f"{number:064}" for number in range(8)]
    for seed in (*seeds, *seeds):
        assert main([*words, "--draw", "--seed", seed]) == 0
    assert orders[:8] == orders[8:]
    assert len({tuple(order) for order in orders}) > 1
    assert all(sorted(order) == ["bad", "last", "lost"] for order in orders)
    assert main(words) == 0
    assert orders[-1] == ["last", "bad", "lost"]
