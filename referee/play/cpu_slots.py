"""Slots: one processor each, held by one match at a time on the whole host.

A slot is a lock (flock) on a file named after its processor, so it is free again the moment its
holder ends, however it ends. All programs of one user share a folder of them; the environment
variable GOAT_CPU_SLOTS names another, for instance one that several users share.
"""

import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.errors import RefereeError

_LOOK_AGAIN_S = 0.05


class NoFreeCpuSlot(RefereeError):
    """Every processor that this process may use is busy with a match, or slots cannot be kept."""


@dataclass(frozen=True)
class CpuSlot:
    """A claimed slot: its number on this host, and its processor (None: not pinned to any)."""

    number: int
    cpu: int | None


def processors() -> list[int]:
    """The processors that the calling thread may use: as many as there are slots for it."""
    return sorted(os.sched_getaffinity(0))


@contextmanager
def claim_cpu_slot(
    timeout: float = 60.0, *, tick: Callable[[], None] | None = None
) -> Iterator[CpuSlot]:
    """Holds a free slot, and the calling thread on its processor.

    Waits up to `timeout` seconds for one, calling `tick` now and then; what that raises passes
    through. Raises NoFreeCpuSlot.
    """
    folder = _folder()
    cpus = processors()
    deadline = time.monotonic() + timeout
    while (claimed := _try_each(folder, cpus)) is None:
        if time.monotonic() >= deadline:
            raise NoFreeCpuSlot(
                f"all {len(cpus)} slots of this machine are in use by other matches"
                f" (waited {timeout:g} s; locks in {folder}): run fewer at once, or try again later"
            )
        if tick is not None:
            tick()
        time.sleep(min(_LOOK_AGAIN_S, max(timeout, 0.001)))
    lock, cpu = claimed
    try:
        os.sched_setaffinity(0, {cpu})
        try:
            yield CpuSlot(cpu, cpu)
        finally:
            os.sched_setaffinity(0, cpus)
    finally:
        os.close(lock)


def _try_each(folder: Path, cpus: list[int]) -> tuple[int, int] | None:
    for cpu in cpus:
        try:
            lock = os.open(
                folder / f"cpu-{cpu}",
                os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW,
                0o644,
            )
        except OSError as error:
            raise NoFreeCpuSlot(
                f"the slot file {folder / f'cpu-{cpu}'} cannot be opened: {error.strerror}"
            ) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return lock, cpu
    return None


def _folder() -> Path:
    """The folder of the lock files, made if need be. A folder in the common temporary directory
    must be our own: another user's could be a trap."""
    named = os.environ.get("GOAT_CPU_SLOTS")
    folder = Path(named or Path(tempfile.gettempdir()) / f"goat-slots-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, parents=bool(named), exist_ok=True)
        status = folder.stat(follow_symlinks=bool(named))
    except OSError as error:
        raise NoFreeCpuSlot(
            f"the folder {folder} for slots cannot be used: {error.strerror};"
            " name another in GOAT_CPU_SLOTS"
        ) from None
    if not stat.S_ISDIR(status.st_mode) or (not named and status.st_uid != os.getuid()):
        raise NoFreeCpuSlot(
            f"{folder} is not a folder of this user: name another in GOAT_CPU_SLOTS"
        )
    return folder
