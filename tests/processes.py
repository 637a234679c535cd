"""Processes of the host, as tests look at them."""

from pathlib import Path


def state_of(pid: int) -> str:
    """Its state as in proc(5), or "gone"."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def gone(pid: int) -> bool:
    """Whether it has ended. Its parent, or the host's process 1, may be slow to reap it, and a
    test that has adopted it does not."""
    return state_of(pid) in ("gone", "Z")
