"""The engine compiled by mypyc plays as the interpreted one does, and its states are values too.

bench/compiled.py compares many more games.
"""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from engine.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
GAMES = 4

# A loaded machine may take minutes to compile.
pytestmark = [pytest.mark.live, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The folder with the compiled engine. Without optimization: that is three times as quick."""
    from bench.compiled import NoCompiler, build

    try:
        return build(ROOT / "build/compiled-for-tests", optimization=0)
    except NoCompiler as error:
        warnings.warn(f"the compiled engine is NOT TESTED: {error}", stacklevel=1)
        pytest.skip(f"the engine cannot be compiled: {error}")


def run(compiled: Path, *command: str) -> str:
    """What a Python command prints that imports the compiled engine."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{compiled}:{ROOT}", "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_compiled_states_are_values(compiled: Path) -> None:
    assert run(compiled, "-m", "tests.engine.values").startswith(str(compiled))


def test_both_builds_play_alike(compiled: Path) -> None:
    from bench.player import digest

    for name in RULESETS:
        code = f"from bench.player import digest; print(digest({name!r}, 0, {GAMES}))"
        assert run(compiled, "-c", code).strip() == digest(name, 0, GAMES), name
