"""A process that a scenario stops, kills, pauses and starts again."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

SECONDS = 30.0


class Server:
    """One process of a deployment, with all that it started itself.

    `run` starts it. `ready` says whether it does its work; `start` waits for that.
    """

    def __init__(
        self,
        name: str,
        run: "Callable[[], subprocess.Popen[bytes]]",
        ready: Callable[[], bool] = lambda: True,
        stop_signal: int = signal.SIGTERM,
        log: Path | None = None,
    ) -> None:
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self._run = run
        self._ready = ready
        self._stop_signal = stop_signal
        self._log = log

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Raises RuntimeError unless it has been started."""
        if self.process is None:
            raise RuntimeError(f"{self.name} has not been started")
        return self.process.pid

    def start(self, seconds: float = SECONDS) -> None:
        """Starts it. Raises RuntimeError when it ends or is not ready in time."""
        self.launch()
        self.wait(seconds)

    def launch(self) -> None:
        """Starts it without waiting until it is ready."""
        self.process = self._run()

    def wait(self, seconds: float = SECONDS) -> None:
        """Waits until it is ready. Raises RuntimeError when it ends or is not ready in time."""
        deadline = time.monotonic() + seconds
        while not self._ready():
            if not self.running or time.monotonic() > deadline:
                printed = self._log.read_text(errors="replace") if self._log else ""
                raise RuntimeError(f"{self.name} is not ready:\n{printed[-2000:]}")
            time.sleep(0.05)

    def stop(self, seconds: float = SECONDS) -> float:
        """Asks it to end. Returns the seconds that this took, and kills it after `seconds`."""
        began = time.monotonic()
        if self.running and self.process is not None:
            self.resume()
            self.process.send_signal(self._stop_signal)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
        return time.monotonic() - began

    def kill(self) -> None:
        """Ends it and its children as if the machine had lost power."""
        if self.process is not None:
            self._signal(signal.SIGKILL)
            self.process.wait()

    def pause(self) -> None:
        """It keeps its connections, accepts new ones, and answers nobody."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for pid in [self.pid, *descendants(self.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


def descendants(pid: int) -> Iterator[int]:
    """The processes that this one started, and theirs."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = path.read_text().split()
        except OSError:
            continue
        for child in map(int, children):
            yield child
            yield from descendants(child)
