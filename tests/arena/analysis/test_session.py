"""The analysis lets other sessions have the processor first."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.analysis.session import FILE, NICE

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="no priorities of sessions here")

ROOT = Path(__file__).resolve().parents[3]
SHOW = """
from arena.analysis.session import FILE, yield_to_other_sessions
yield_to_other_sessions()
print(FILE.read_text())
"""


def shown(leads: bool) -> str:
    command = [sys.executable, "-c", SHOW]
    found = subprocess.run(
        command, cwd=ROOT, start_new_session=leads, capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def test_a_service_comes_after_the_others() -> None:
    assert shown(leads=True).endswith(f" nice {NICE}")


def test_the_session_of_a_terminal_stays_as_it_is() -> None:
    assert shown(leads=False) == FILE.read_text().strip()
