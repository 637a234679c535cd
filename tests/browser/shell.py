"""A shell in which a test types what a page says."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

END = "--- the command has ended"


class Shell:
    """A bash in a folder, which is also the user's home. `path` is its PATH."""

    def __init__(self, folder: Path, path: str) -> None:
        self.process = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env={
                "PATH": path,
                "HOME": str(folder),
                "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
                # Processors of its own: other matches on this host are none of its business.
                "GOAT_CPU_SLOTS": str(folder.parent / "slots"),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, command: str, answer: Callable[[str], None] = lambda line: None) -> str:
        """Runs a line, gives each line that it prints to `answer`, and returns all of them.

        Raises AssertionError if its status is not 0.
        """
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{command} < /dev/null\necho '{END}' $?\n")
        self.process.stdin.flush()
        lines: list[str] = []
        for line in self.process.stdout:
            if line.startswith(END):
                assert line.removeprefix(END).strip() == "0", f"{command}\n{''.join(lines)}"
                return "".join(lines)
            lines.append(line)
            answer(line)
        raise AssertionError(f"the shell ended: {command}\n{''.join(lines)}")

    def end(self) -> None:
        """Ends the shell, and a command that still runs."""
        assert self.process.stdin and self.process.stdout
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
