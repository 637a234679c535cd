"""CPU slots: one per processor, each held by at most one match on the whole host.

A slot is a lock (flock) on a file named after its processor, so the kernel releases it when its
holder exits, even if it was killed. All programs of one user share a folder of slots. The
environment variable GOAT_CPU_SLOTS names another folder, for example one that several users share.
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

_RETRY_S = 0.05


class NoFreeCpuSlot(RefereeError):
    """Every processor that this process may use has a match, or the slot files cannot be used."""


@dataclass(frozen=True)
class CpuSlot:
    """A claimed slot: its number on this host, and its processor (None: any processor)."""

    number: int
    cpu: int | None


def processors() -> list[int]:
    """The processors that the calling thread may use. It has one slot for each."""
    return sorted(os.sched_getaffinity(0))


@contextmanager
def claim_cpu_slot(
    timeout: float = 60.0, *, tick: Callable[[], None] | None = None
) -> Iterator[CpuSlot]:
    """Holds a free slot and pins the calling thread to its processor.

    Waits for a slot up to `timeout` seconds and calls `tick` meanwhile; its exceptions pass
    through. Raises NoFreeCpuSlot.
    """
    folder = _folder()
    cpus = processors()
    deadline = time.monotonic() + timeout
    while (claimed := _try_each(folder, cpus)) is None:
        if time.monotonic() >= deadline:
            raise NoFreeCpuSlot(
                f"other matches use all {len(cpus)} CPU slots of this machine (waited"
                f" {timeout:g} s, slot files in {folder}): play fewer matches at once, or try"
                " again later"
            )
        if tick is not None:
            tick()
        time.sleep(min(_RETRY_S, max(timeout, 0.001)))
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
    """The folder of the slot files. Creates it if it does not exist.

    A folder in the shared temporary directory must belong to this user: files in another user's
    could be links to anywhere.
    """
    named = os.environ.get("GOAT_CPU_SLOTS")
    folder = Path(named or Path(tempfile.gettempdir()) / f"goat-slots-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, parents=bool(named), exist_ok=True)
        status = folder.stat(follow_symlinks=bool(named))
    except OSError as error:
        raise NoFreeCpuSlot(
            f"the folder {folder} cannot hold slot files: {error.strerror}."
            " Set GOAT_CPU_SLOTS to another folder."
        ) from None
    if not stat.S_ISDIR(status.st_mode) or (not named and status.st_uid != os.getuid()):
        raise NoFreeCpuSlot(
            f"{folder} is not a folder of this user. Set GOAT_CPU_SLOTS to another folder."
        )
    return folder
