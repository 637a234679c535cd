"""A job in a process of its own, with the lowest priority: strategy/job.py.

The process that starts it stays free: analyses take seconds of pure Python, and would otherwise
slow down the threads beside them, which serve the site and referee matches.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import strategy

COMMAND = [sys.executable, "-m", "strategy.job"]
# Where the packages engine and strategy are: the process has no other paths than Python's own.
ROOT = Path(strategy.__file__).parents[1]
END_SECONDS = 5.0

log = logging.getLogger(__name__)

Json = dict[str, Any]

_apart = False


def yield_to_other_sessions() -> None:
    """From now on jobs of this process come after other sessions too, where workers are.

    Nice counts only within a session: alone in its own, a job would get as much as a worker.
    """
    global _apart
    _apart = True


class JobFailed(Exception):
    """The job has ended without a result; the text says why, for everybody."""


class JobLost(JobFailed):
    """Its process has ended without a word: killed, out of memory, or by an error of its own."""


class Child:
    """A running job. Use it as a context manager: the process ends with the block.

    `done` and `of` say how far the job is; `of` is 0 until it has said so.
    """

    def __init__(self, job: Json) -> None:
        """Starts the job. Raises OSError if the machine cannot start a process."""
        self.done = 0
        self.of = 0
        self._result: Any = None
        self._error: str | None = None
        self._lost = True
        self._ended = threading.Event()
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        self._errors: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self._tell(json.dumps(job | {"apart": _apart}, separators=(",", ":")))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def wait(self, seconds: float) -> bool:
        """Whether the job has ended; waits for that for a while."""
        return self._ended.wait(seconds)

    def pause(self, pause: bool) -> None:
        """Lets the job pause, soon, or go on."""
        self._tell("pause" if pause else "go")

    def result(self) -> Any:
        """What the job gave, after it has ended. Raises JobFailed, and JobLost."""
        if self._lost:
            raise JobLost("the process that analysed it has ended without a result")
        if self._error is not None:
            raise JobFailed(self._error)
        return self._result

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # the process has ended, which `_read` notices

    def _read(self) -> None:
        """Reads what the process says until it ends."""
        assert self._process.stdout is not None, "it is a pipe"
        try:
            for line in self._process.stdout:
                if not line.endswith("\n"):
                    break  # the process was killed while it said this
                message = json.loads(line)
                if "done" in message:
                    self.done, self.of = message["done"], message["of"]
                    continue
                self._result, self._error = message.get("result"), message.get("error")
                self._lost = False
        finally:
            self._ended.set()

    def _read_errors(self) -> None:
        """What goes wrong inside is for the log."""
        assert self._process.stderr is not None, "it is a pipe"
        text = self._process.stderr.read().strip()
        if text:
            log.error("a job of strategy/job.py has failed: %s", text[-2000:])
