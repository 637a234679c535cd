"""The whole command line on macOS and Windows, as far as Linux can pretend to be them.

`pretended/sitecustomize.py` hides the modules, functions, signals and files that they lack.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.referee.play.small_bots import source

pytestmark = pytest.mark.live

ROOT = Path(__file__).parents[3]
FAST = ("--option", "target=2", "--clock", "start_ms=5000,move_ms=100,bank_ms=0")
# There all time that passes is charged, that of a busy machine too.
PATIENT = ("--option", "target=2", "--clock", "start_ms=30000,move_ms=5000,bank_ms=60000")
NOTICE = (
    "goat: There is no sandbox on {}: bots can do anything that you can do."
    " Run only bots that you trust.\n"
)

# What a bot does at its turn, and the fault that it is.
FAULTS = {
    "sleeps": ("time.sleep(60)", "timeout"),
    "computes": ("while True: pass", "timeout"),
    "crashes": ("1 / 0", "ZeroDivisionError"),
    "half": ("sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)", "without a line break"),
    "floods": ("os.write(1, b'x' * 10**6)", "flood"),
}
# Wrong or odd, but no fault.
ODD = {
    "windows_lines": r"os.write(1, json.dumps({'move': legal[-1]}).encode() + b'\r\n'); continue",
    "talks": "os.write(2, b'y' * 300_000)",
    "leaves_a_child": ("if requests == 1: import subprocess; subprocess.Popen(['sleep', '2'])"),
}


def environment(system: str) -> dict[str, str]:
    hidden = Path(__file__).parent / "pretended"
    # Without what a person who runs the tests has: a login, an address.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOAT_")}
    return kept | {
        "XDG_CONFIG_HOME": "/nowhere",
        "LOCALAPPDATA": "/nowhere",
        "APPDATA": "/nowhere",
        "PRETENDED_SYSTEM": system,
        "PYTHONPATH": f"{hidden}{os.pathsep}{ROOT}",
    }


def goat(system: str, commands: list[list[str]]) -> list[tuple[int, str, str]]:
    result = subprocess.run(
        [sys.executable, "-m", "tests.referee.host.commands"],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(system),
        timeout=100,
    )
    assert result.returncode == 0, result.stderr
    return [(status, out, err) for status, out, err in json.loads(result.stdout)]


@pytest.fixture(params=["macOS", "Windows"])
def system(request: pytest.FixtureRequest) -> str:
    return request.param


def test_every_command_runs_for_ones_own_bots(system, tmp_path):
    bot = tmp_path / "own.py"
    bot.write_bytes(source())
    good = str(bot)
    record, folder = str(tmp_path / "match.json"), str(tmp_path / "folder")
    kit = str(tmp_path / "kit")
    one = ("--pairs", "1")
    tournament = ["tournament", "svoi-kozyri", good, f"b={good}", f"c={good}", *one]
    tournament += ["--jobs", "1", "--out", folder]
    several = [
        ["play", "kozel", good, f"other={good}", "--record", record],
        ["verify", record],
        ["replay", record, "--move", "3"],
        ["new", "ecarte", "kit-bot", "--folder", kit],
        ["check", kit, *one],
        ["compare", "ecarte", good, f"o={good}", "--max-pairs", "2", "--batch", "1", "--jobs", "2"],
        tournament,
        tournament,
        ["sandbox"],
        ["submit", kit],
        ["completion", "--words", "--", "pla"],
    ]
    (play, verify, replay, new, check, compare, first, again, sandbox, submit, completion) = goat(
        system, several
    )
    for status, out, err in (play, check, compare, first):
        assert status == 0, err
        assert err.count(NOTICE.format(system)) == 1
        assert f"The clocks show the time that passed: {system} does not tell" in out
    assert verify[0] == replay[0] == 0
    assert (verify[2], replay[2]) == ("", ""), "nothing was played: nothing to warn of"
    assert new[0] == 0, new[2]
    assert "is ready to submit: no faults" in check[1]
    assert "which arena? Log in with goat login" in submit[2]
    assert completion[1] == "play\n"
    assert "undecided after 2 pairs" in compare[1]
    assert len(list(Path(folder).glob("*-*.json"))) == 3
    assert "3/3" not in again[2], "the second time all records were there"
    assert first[1] == again[1]
    assert sandbox[0] == 1
    assert f"There is no sandbox on {system}" in sandbox[1]


def test_a_faulty_bot_costs_itself_the_game_and_the_command_nothing(system, tmp_path):
    good = tmp_path / "good.py"
    good.write_bytes(source())
    # macOS has the pipes of Linux, with which other tests try all of them.
    names = FAULTS if system == "Windows" else ["sleeps", "crashes"]
    commands = []
    for name in names:
        turn, _ = FAULTS[name]
        bot = tmp_path / f"{name}.py"
        bot.write_bytes(source(turn))
        commands.append(["play", "ecarte", str(bot), str(good), *FAST])
    for name, (status, out, err) in zip(names, goat(system, commands), strict=True):
        _, sign = FAULTS[name]
        assert status == 0, (name, err)
        assert f"{name} 0 – 2 good" in out, name
        assert sign in out, name


def test_odd_bots_play_as_others_do(system, tmp_path):
    good = tmp_path / "good.py"
    good.write_bytes(source())
    names = ODD if system == "Windows" else ["leaves_a_child"]
    commands = []
    for name in names:
        turn = ODD[name]
        bot = tmp_path / f"{name}.py"
        bot.write_bytes(source(turn))
        commands.append(["play", "ecarte", str(bot), str(good), *PATIENT])
    for name, (status, out, err) in zip(names, goat(system, commands), strict=True):
        assert status == 0, (name, err)
        assert re.search(r"^\w+ \S+ – \S+ good$", out, re.MULTILINE), (name, out)


def test_nobody_plays_bots_of_others_without_a_sandbox(system):
    script = (
        "from referee.sandbox import choose\n"
        "try: choose('auto')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(system),
    )
    assert result.stdout.startswith(f"NoSandbox There is no sandbox on {system}"), result.stderr
