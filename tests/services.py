"""A pytest plugin: PostgreSQL, Redis and a temporary folder, before the settings are read.

Loaded with ``-p tests.services``: a conftest.py would come too late, and the suite would run on
SQLite without saying so. tests/servers.py starts the servers, unless TEST_DATABASE_URL and
TEST_REDIS_URL name servers that are already running. Without both servers no test runs.

With ``pytest -n 2`` each process has servers and a folder of its own; it shares a given PostgreSQL,
in another database, and a given Redis, under another number.

TMPDIR is a new folder for this run, so that a test sees only its own temporary files, and whatever
a test or a process that it killed leaves behind is removed at the end. It holds pytest's
``tmp_path`` folders too; ``--basetemp=FOLDER`` keeps those.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit


def start_servers() -> "subprocess.Popen[str]":
    """tests/servers.py, whose addresses are now in the environment."""
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
        sys.exit("The tests need PostgreSQL and Redis, and one of them did not start (see above).")
    os.environ.update(json.loads(line))
    tempfile.tempdir = None  # what was found before TMPDIR was set
    return servers


def with_number(address: str, number: str) -> str:
    """The address of a Redis with another of its databases."""
    if address.startswith("redis+socket://"):
        return f"{address.partition('?')[0]}?virtual_host={number}"
    return urlsplit(address)._replace(path=f"/{number}").geturl()


# A developer's settings for an arena of their own do not apply to the tests.
for name in list(os.environ):
    if name.startswith("GOAT_") or name in ("DEBUG", "LOG_LEVEL", "SECRET_KEY", "ALLOWED_HOSTS"):
        del os.environ[name]
# Nor do they make the tests, and each of the many programs that those start, compile all modules
# anew; pytest's own compiling of the tests takes half of the time to find them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
SERVERS = start_servers()
if "TEST_REDIS_URL" in os.environ and (worker := os.environ.get("PYTEST_XDIST_WORKER")):
    os.environ["REDIS_URL"] = with_number(os.environ["REDIS_URL"], worker.removeprefix("gw"))

# A shell that starts the tests in the background makes them, and all that they start, ignore
# Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Ends the servers and waits until nothing of them is left."""
    assert SERVERS.stdin is not None and SERVERS.stdout is not None
    SERVERS.stdin.close()
    SERVERS.stdout.close()
    SERVERS.wait(30)
