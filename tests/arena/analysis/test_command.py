"""``manage.py analysis``, as an operator runs it: it works, ends when told, and loses nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.db.models.functions import Now

from arena.analysis.models import Analysis
from arena.analysis.requesting import request_analysis
from arena.analysis.subjects import Subject
from engine.kozel.ruleset import Kozel
from strategy.analysis import analyse
from strategy.evaluators import analyst_of
from tests.arena.playing import finish, make_match, played

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.live,
    pytest.mark.timeout(900),
]


@pytest.fixture(autouse=True)
def analysts() -> None:
    """The real ones, in place of those of conftest.py."""


@pytest.fixture
def start() -> Iterator[Callable[[], "subprocess.Popen[str]"]]:
    database = urlsplit(os.environ["DATABASE_URL"])._replace(
        path=f"/{connection.settings_dict['NAME']}"
    )
    processes: list[subprocess.Popen[str]] = []

    def run() -> "subprocess.Popen[str]":
        processes.append(
            subprocess.Popen(
                [sys.executable, "manage.py", "analysis"],
                cwd=ROOT,
                env=os.environ | {"DATABASE_URL": database.geturl()},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
        return processes[-1]

    yield run
    for process in processes:
        process.kill()
        process.communicate()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 400  # a job gets little of a busy machine
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_killed_process_loses_nothing_and_the_next_makes_the_same_analysis(
    make_rivals: Any, start: Callable[[], "subprocess.Popen[str]"]
) -> None:
    match = finish(make_match(*make_rivals(2), options={"limit": 2}))
    request_analysis(Subject(1, match), None, "")
    first = start()
    until(lambda: Analysis.objects.running().exists())
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert Analysis.objects.get().state == "running"
    Analysis.objects.update(lease_until=Now() - timedelta(seconds=1))
    second = start()
    until(lambda: Analysis.objects.get().state == "done")
    second.send_signal(signal.SIGTERM)
    printed, _ = second.communicate(timeout=30)
    assert second.returncode == 0
    assert printed == "Analysing has started. Ctrl-C stops it.\n"
    analysis = Analysis.objects.get()
    assert analysis.attempts == 2
    assert analysis.content == analyse(played(match).record, 0)
    assert analysis.version == analyst_of(Kozel(limit=2)).version
