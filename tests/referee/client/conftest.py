"""An arena with a worker, and `goat` as an author on another machine has it."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from referee.cli.main import main

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Site:
    """The running arena: its address, the tokens of its people, and its commands."""

    address: str
    facts: dict[str, Any]
    process: "subprocess.Popen[str]"

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def do(self, command: str) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("arena")
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    settings = {"GOAT_DATA": str(data), "LOG_LEVEL": "ERROR", "GOAT_LADDER": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.referee.client.arena_process"],
        cwd=ROOT,
        env=environment | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdin
    line = process.stdout.readline()
    assert line, "the arena did not start"
    facts = json.loads(line)
    try:
        yield Site(facts["address"], facts, process)
    finally:
        process.stdin.close()
        process.wait(30)


@pytest.fixture(autouse=True)
def own_cpu_slots(cpu_slots: Path) -> None:
    """Every command plays on cpu slots of its own."""


@dataclass
class Done:
    """What a command has written."""

    stdout: str
    stderr: str


class Goat:
    """Runs `goat` in a folder of its own, with its own settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "config"
        self.environment = {
            **{
                key: os.environ[key]
                for key in ("PATH", "LANG", "GOAT_CPU_SLOTS")
                if key in os.environ
            },
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(self.config),
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "120",
        }

    def start(self, *words: str, **environment: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "referee.cli", *words],
            cwd=self.folder,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *words: str, status: int = 0, given: str = "", **environment: str) -> Done:
        """Runs the command in this process, which saves half a second of imports each time."""
        out, err = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, self.environment | environment, clear=True),
            mock.patch("sys.stdin", io.StringIO(given)),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            ended = main(list(words))
        done = Done(out.getvalue(), err.getvalue())
        said = f"goat {' '.join(words)}\n{done.stdout}\n{done.stderr}"
        assert ended == status, said
        assert "Traceback" not in said and "httpx" not in said, said
        return done

    def json(self, *words: str, status: int = 0) -> Any:
        """What the command writes with --json."""
        return json.loads(self(*words, "--json", status=status).stdout)


def interrupted(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Presses Ctrl-C; returns what the command wrote, on both outputs."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGINT, err
    assert "Traceback" not in err
    return out, err


@pytest.fixture
def goat(tmp_path: Path, own_cpu_slots: None) -> Goat:
    return Goat(tmp_path)


@pytest.fixture
def logged_in(goat: Goat, site: Site) -> Goat:
    """goat with the token of Alice."""
    goat.environment |= {"GOAT_ARENA": site.address, "GOAT_TOKEN": site.facts["tokens"]["alice"]}
    return goat


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """write(name, source) -> the path of a file in the folder of goat."""

    def write(name: str, source: str) -> str:
        (tmp_path / name).write_text(source)
        return name

    return write
