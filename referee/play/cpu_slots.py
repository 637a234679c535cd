"""CPU slots: the processor of a match, and the users of its bots.

Where threads can be kept on a processor (Linux), a match has one of its own as long as there are
enough. Three files stand for each
processor, and a match holds a lock (flock) on one of them, which the kernel releases when the
holder exits, even if it was killed:

- ``cpu-N.arena``: the one match of an arena there
- ``cpu-N.local``: the one match of a command such as ``goat play`` there
- ``cpu-N.shared``: any number of matches that found every processor in use

An arena shares a processor with a command at once, so that a command never blocks it. All others
wait a moment and then share too, so that nobody waits for a holder that hangs. Sharing costs time,
but no game: the clock does not charge a bot for waiting for the machine.

All programs of one user share a folder of slots: root's in /run, where no other user can make it
first, those of others in the temporary folder. The environment variable GOAT_CPU_SLOTS names
another folder, for example one that several users share.
"""

import multiprocessing
import os
import random
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.errors import RefereeError
from referee.host.locks import share_lock, try_lock
from referee.host.processors import BINDS, bind, processors
from referee.sandbox.slot_users import claimed_slot

PATIENCE_S = 10.0
_RETRY_S = 0.05
_SHARING_TRIES = 10
_RUN = "/run"
_ARENA, _LOCAL, _SHARED = "arena", "local", "shared"
_HOLDERS = {_ARENA: "an arena", _LOCAL: "a goat command", _SHARED: "a match that shares one"}


class CpuSlotsUnusable(RefereeError):
    """The slot files cannot be opened. The message says why."""


@dataclass(frozen=True)
class CpuSlot:
    """A claimed slot: its number, which decides the users of its bots (referee.sandbox.slot_users),
    and its processor (None: any processor)."""

    number: int
    cpu: int | None


@contextmanager
def claim_cpu_slot(
    patience: float = PATIENCE_S,
    *,
    arena: bool = False,
    tick: Callable[[], None] | None = None,
    on_wait: Callable[[str], None] | None = None,
) -> Iterator[CpuSlot]:
    """Holds a slot and pins the calling thread to its processor.

    Waits for a free processor up to `patience` seconds, and then shares one; 0: at once. `arena`:
    shares one at once if only commands use it. While it waits it calls `tick`, whose exceptions
    pass through, and once `on_wait` with a line that says for whom it waits.

    Raises CpuSlotsUnusable, and NoSandbox if root has no users left for its bots.
    """
    if not BINDS:
        # Matches that run at once share all processors, and this system tells nobody's waiting.
        yield CpuSlot(0, None)
        return
    folder = _folder()
    cpus = processors()
    deadline = time.monotonic() + patience
    with ExitStack() as held:
        while (claimed := _try_each(folder, cpus, arena)) is None:
            if time.monotonic() >= deadline:
                claimed = _share(folder, cpus)
                break
            if on_wait is not None:
                on_wait(_why(folder, cpus, patience))
                on_wait = None
            if tick is not None:
                tick()
            time.sleep(min(_RETRY_S, patience))
        lock, cpu = claimed
        held.callback(os.close, lock)
        number = held.enter_context(claimed_slot())
        held.callback(bind, cpus)
        bind({cpu})
        yield CpuSlot(number, cpu)


def _try_each(folder: Path, cpus: list[int], arena: bool) -> tuple[int, int] | None:
    """Locks a processor that no match uses, or for an arena one that no arena uses."""
    ours, theirs = (_ARENA, _LOCAL) if arena else (_LOCAL, _ARENA)
    second_choice: tuple[int, int] | None = None
    for cpu in cpus:
        # Lock first, then look: of two that come at the same time, at most one looks at a free one.
        lock = _lock(folder, cpu, ours)
        if lock is None:
            continue
        if not _is_held(folder, cpu, theirs) and not _is_held(folder, cpu, _SHARED):
            if second_choice is not None:
                os.close(second_choice[0])
            return lock, cpu
        if arena and second_choice is None:
            second_choice = lock, cpu
        else:
            os.close(lock)
    return second_choice


def _share(folder: Path, cpus: list[int]) -> tuple[int, int]:
    """Shares a processor with the matches that use it: one that has few, if possible."""
    in_any_order = random.SystemRandom().sample(cpus, len(cpus))
    for cpu in in_any_order:
        lock = _lock(folder, cpu, _SHARED)
        if lock is not None:
            share_lock(lock)
            return lock, cpu
    for _ in range(_SHARING_TRIES):
        for cpu in in_any_order:
            lock = _lock(folder, cpu, _SHARED, shared=True)
            if lock is not None:  # otherwise another program looks at it just now
                return lock, cpu
        time.sleep(_RETRY_S)
    # Programs that were stopped while they looked. Nobody will see that we share this one.
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), in_any_order[0]


def _is_held(folder: Path, cpu: int, kind: str) -> bool:
    lock = _lock(folder, cpu, kind, shared=kind != _SHARED)
    if lock is not None:
        os.close(lock)
    return lock is None


def _lock(folder: Path, cpu: int, kind: str, *, shared: bool = False) -> int | None:
    """The locked file of this processor; None if it is held. Raises CpuSlotsUnusable."""
    file = folder / f"cpu-{cpu}.{kind}"
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        try:
            lock = os.open(file, flags)
        except FileNotFoundError:
            # Not at once: in a folder that users share, the kernel may refuse to open a file that
            # another has made in this way (fs.protected_regular).
            lock = os.open(file, flags | os.O_CREAT, 0o644)
    except OSError as error:
        raise CpuSlotsUnusable(f"the slot file {file} cannot be opened: {error.strerror}") from None
    if not try_lock(lock, shared=shared):
        os.close(lock)
        return None
    return lock


def _why(folder: Path, cpus: list[int], patience: float) -> str:
    """For whom a match waits, and how long at most."""
    holders = sorted(_holders(folder, cpus))
    who = f" ({'; '.join(holders)})" if holders else ""
    processor = "the processor" if len(cpus) == 1 else f"one of the {len(cpus)} processors"
    return (
        f"waiting for {processor}: other matches use all of them{who}. After {patience:g} s this"
        " match shares one: that takes longer, but is not charged to the bots' clocks."
    )


def _holders(folder: Path, cpus: list[int]) -> set[str]:
    """Who holds slots of these processors, as far as the kernel says so."""
    kinds: dict[str, str] = {}  # by the number of the file
    for cpu in cpus:
        for kind in _HOLDERS:
            path = folder / f"cpu-{cpu}.{kind}"
            if path.exists():
                kinds[str(path.stat().st_ino)] = kind
    us = multiprocessing.parent_process()
    found = set()
    try:
        for line in Path("/proc/locks").read_text().splitlines():
            # 1: FLOCK  ADVISORY  WRITE 4711 fe:00:12345 0 EOF
            words = line.split()
            if len(words) > 5 and words[1] == "FLOCK" and int(words[4]) > 0:
                number = words[5].rpartition(":")[2]
                if number in kinds:
                    if us is not None and _parent_of(words[4]) == us.pid:
                        found.add("this command")
                    else:
                        found.add(f"{_HOLDERS[kinds[number]]}, pid {words[4]}")
    except (OSError, ValueError):
        pass
    return found


def _parent_of(pid: str) -> int:
    """Raises OSError if it has ended."""
    # After the program's name in parentheses, which may contain anything: state, parent.
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _folder() -> Path:
    """The folder of the slot files. Creates it if it does not exist.

    A folder in the shared temporary directory must belong to this user: files in another user's
    could be links to anywhere.
    """
    named = os.environ.get("GOAT_CPU_SLOTS")
    place = _RUN if os.access(_RUN, os.W_OK) else tempfile.gettempdir()
    folder = Path(named or f"{place}/goat-slots-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, parents=bool(named), exist_ok=True)
        status = folder.stat(follow_symlinks=bool(named))
    except OSError as error:
        raise CpuSlotsUnusable(
            f"the folder {folder} cannot hold slot files: {error.strerror}."
            " Set GOAT_CPU_SLOTS to another folder."
        ) from None
    if not stat.S_ISDIR(status.st_mode) or (not named and status.st_uid != os.getuid()):
        raise CpuSlotsUnusable(
            f"{folder} is not a folder of this user. Set GOAT_CPU_SLOTS to another folder."
        )
    return folder
