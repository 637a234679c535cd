"""``manage.py housekeeping``, as an operator runs it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from arena.matches.models import Match
from tests.arena.playing import finish, make_match

ROOT = Path(__file__).resolve().parents[3]


def settled(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).settled


@pytest.mark.django_db(transaction=True)
def test_the_process_does_its_work_and_ends_when_told(versions: Any) -> None:
    match = finish(make_match(*versions))
    Match.objects.update(settled=False)
    database = urlsplit(os.environ["DATABASE_URL"])._replace(
        path=f"/{connection.settings_dict['NAME']}"
    )
    process = subprocess.Popen(
        [sys.executable, "manage.py", "housekeeping"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database.geturl(), "GOAT_LADDER": "off"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not settled(match) and time.monotonic() < deadline:
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        printed, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert settled(match)
    assert process.returncode == 0
    assert printed.splitlines()[0] == "Housekeeping has started. Ctrl-C stops it."
    assert "Traceback" not in printed
