"""An arena that was installed from the wheel, with no source tree beside it."""

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from tests.package.environments import Author

# Pages, templates, static files of apps and of games, drawings, docs and the tools themselves.
PATHS = (
    *("/", "/rules/kozel/", "/rules/ecarte/", "/rules/svoi-kozyri/", "/play/", "/matches/"),
    *("/rankings/kozel/", "/write-a-bot/", "/docs/", "/docs/first-bot/", "/docs/protocol/"),
    *("/cards.svg", "/static/pages/style.css", "/static/games/kozel/table.js"),
    *("/tools/", "/tools/kits/ecarte-python.zip", "/api/v1/arena/", "/api/v1/schema/"),
    *("/admin/login/", "/static/admin/css/base.css", "/offline.js"),
)
TOKEN = """
from arena.accounts.models import ApiToken, User
user = User.objects.create_user("olga")
print(ApiToken.make(user, "package")[1])
"""


@contextmanager
def running(operator: Author) -> Iterator[str]:
    """`goat server demo` of the operator's environment; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (operator.folder / "demo.log").open("w") as log:
        process = subprocess.Popen(
            [str(operator.goat), "server", "demo", "--port", str(port), "--pairs", "1"],
            cwd=operator.folder,
            env=operator.environment(),
            stdout=log,
            stderr=log,
        )
        try:
            _wait(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(60)


def read(address: str) -> bytes:
    """The body at an address. Raises URLError."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return bytes(answer.read())


def token(operator: Author) -> str:
    """A token of a new user."""
    found = operator.run("goat", "server", "shell", "--verbosity", "0", "--command", TOKEN)
    assert found.returncode == 0, found
    return found.stdout.split()[-1]


def _wait(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            read(address)
            return
        except urllib.error.URLError:
            assert process.poll() is None, "the demo ended; see demo.log"
            assert time.monotonic() < deadline, "the demo does not answer"
            time.sleep(0.2)
