"""`goat server web` and `worker` are uvicorn and Celery with the arena's settings."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def running(tmp_path: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """`goat server` with these words, for an arena of its own without a broker."""
    process = subprocess.Popen(
        [sys.executable, "-m", "referee.cli", "server", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GOAT_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def read_until(process: "subprocess.Popen[str]", text: str) -> str:
    """Reads lines up to the one with `text`, and returns that."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if text in line:
            return line
    raise AssertionError("".join(lines))


def ends_when_told(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGTERM)
    printed, _ = process.communicate(timeout=30)
    assert "Traceback" not in printed
    assert process.returncode in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


def test_web_serves_the_site_with_the_options_of_uvicorn(tmp_path: Path) -> None:
    with running(tmp_path, "web", "--uds", str(tmp_path / "socket")) as process:
        read_until(process, "Uvicorn running on unix socket")
        transport = httpx.HTTPTransport(uds=str(tmp_path / "socket"))
        with httpx.Client(transport=transport) as client:
            assert "caches" in client.get("http://localhost/offline.js").text
        ends_when_told(process)


def test_worker_takes_the_options_of_a_celery_worker(tmp_path: Path) -> None:
    words = ("worker", "--pool", "threads", "--concurrency", "1", "--loglevel", "info")
    with running(tmp_path, *words) as process:
        assert "celery@" in read_until(process, " ready.")
        ends_when_told(process)


def test_another_word_is_a_command_of_django(tmp_path: Path) -> None:
    with running(tmp_path, "migrate", "--plan") as process:
        read_until(process, "Planned operations")
    with running(tmp_path, "no_such_command") as process:
        assert "no_such_command" in read_until(process, "Unknown command")
        assert process.wait(30) == 1
