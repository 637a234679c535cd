"""A pytest plugin: real PostgreSQL and Redis, there before the settings are read.

Loaded with ``-p tests.services``; a conftest would come too late, and the suite would run on
SQLite without saying so. Servers that stand already are taken from TEST_DATABASE_URL and
TEST_REDIS_URL; otherwise tests/servers.py starts its own. Without a server nothing runs.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path


def addresses() -> dict[str, str]:
    given = {
        name: os.environ[f"TEST_{name}"]
        for name in ("DATABASE_URL", "REDIS_URL")
        if f"TEST_{name}" in os.environ
    }
    if len(given) == 2:
        return {**given, "GOAT_DATA": tempfile.mkdtemp(prefix="goat-test-")}
    servers = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("servers.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests; closing stdin ends the servers
    )
    assert servers.stdout is not None
    line = servers.stdout.readline()
    if not line:
        sys.exit("the tests need PostgreSQL and Redis, and neither could be started (see above)")
    RUNNING.append(servers)
    return {**json.loads(line), **given}


RUNNING: list[subprocess.Popen[str]] = []
os.environ.update(addresses())
# What a developer has set for an arena of his own is not for the tests.
for name in ("DEBUG", "HTTPS", "MATCH_SANDBOX", "SUBMISSION_MAX_BYTES"):
    os.environ.pop(name, None)

# A shell that starts the tests in the background lets them, and all that they start, ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Ends the servers and waits until nothing of them is left."""
    for servers in RUNNING:
        assert servers.stdin is not None
        servers.stdin.close()
        servers.wait(30)
