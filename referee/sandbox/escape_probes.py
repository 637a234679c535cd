"""A bot that tries to escape. The self-test runs it inside the sandbox like any other bot.

It reads one line of JSON: files and a process of the host, its own limits, and whether it has its
own file system (`own_files`). It prints the list of attempts that succeeded, and runs until its
input ends. If the line names a `partner` instead, it looks for ways in which the two could
communicate; for some of them the partner is told to be `busy` meanwhile. It imports nothing of
ours.
"""

import ctypes
import json
import mmap
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

CLONE_NEWUSER = 0x10000000
BUSY = 200  # objects of each type that a partner makes and closes
HELD = 40  # objects that it makes and keeps
THREADS = 9
ME = __file__
libc = ctypes.CDLL(None, use_errno=True)


def succeeds(action: Callable[[], object]) -> bool:
    try:
        result = action()
    except (OSError, ValueError, MemoryError, RuntimeError):
        return False
    return result != -1


def count(action: Callable[[], object], most: int) -> int:
    """How often the action succeeds, up to `most`; the results are kept until then."""
    kept = []
    for _ in range(most):
        try:
            kept.append(action())
        except (OSError, RuntimeError):
            break
    return len(kept)


def set_length(path: str) -> None:
    """Sets the length that it has already, since it may be a real file."""
    os.truncate(path, Path(path).stat().st_size)


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def sockets() -> Iterator[str]:
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            if succeeds(partial(socket.socket, family, kind)):
                yield f"opened a {family.name} {kind.name} socket"


def writes(own_files: bool) -> Iterator[str]:
    folders = ["/", "/dev", "/etc", "/usr/bin", *(str(Path(of).parent) for of in (os.__file__, ME))]
    folders.append(sys.path[-1])  # its packages, if it has any
    for folder in folders if own_files else [*folders, "/tmp", "/dev/shm", "/var/tmp"]:
        if succeeds(partial(os.open, f"{folder}/probe", os.O_CREAT | os.O_WRONLY)):
            yield f"wrote to {folder}"
    if succeeds(lambda: Path(ME).chmod(0o777)):
        yield "changed the mode of its program"
    if succeeds(lambda: os.open(ME, os.O_RDONLY | os.O_TRUNC)):
        yield "truncated its program"
    if succeeds(lambda: os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)):
        yield "opened /proc/sys/kernel/core_pattern for writing"


def fill_tmp(limit: int) -> int:
    """How many bytes fit into /tmp, written in blocks; stops beyond the limit."""
    block = bytes(1 << 20)
    written = 0
    try:
        while written <= limit:
            with Path(f"/tmp/{written}").open("wb", buffering=0) as file:
                written += file.write(block)
    except OSError:
        pass
    for path in Path("/tmp").iterdir():
        path.unlink()
    return written


def start_threads(most: int) -> int:
    release = threading.Event()

    def start() -> threading.Thread:
        thread = threading.Thread(target=release.wait)
        thread.start()
        return thread

    started = count(start, most)
    release.set()
    return started


def escapes(facts: dict[str, Any]) -> Iterator[str]:
    for descriptor in range(3, 256):
        if succeeds(partial(os.fstat, descriptor)):
            yield f"inherited descriptor {descriptor}"
    if odd := set(os.environ) - {"HOME", "LANG", "PATH", "PWD", "USER", *facts["variables"]}:
        yield f"saw the environment variables {sorted(odd)}"
    own_files = facts["own_files"]
    for path in ("/etc/passwd", *facts["files"]):
        if own_files and Path(path).exists():
            yield f"saw {path} of the host"
        if succeeds(partial(os.open, path, os.O_RDONLY)):
            yield f"read {path} of the host"
        if succeeds(partial(Path(path).chmod, 0o666)):
            yield f"changed the mode of {path} of the host"
        if succeeds(partial(set_length, path)):
            yield f"changed the length of {path} of the host"
    # Opened for neither reading nor writing, which Landlock does not check.
    if succeeds(partial(os.open, facts["files"][0], os.O_ACCMODE | os.O_TRUNC)):
        yield "truncated a file of the host"
    if not own_files and succeeds(lambda: os.listdir("/proc")):  # noqa: PTH208
        yield "listed the host's processes"
    yield from sockets()
    yield from writes(own_files)
    if not facts["processes"] and succeeds(fork):
        yield "started a process"
    if succeeds(lambda: libc.unshare(CLONE_NEWUSER)):
        yield "made a user namespace"
    if succeeds(lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)):
        yield "mounted a file system"
    if succeeds(lambda: os.memfd_create("probe")):
        yield "made a memory file"
    if succeeds(lambda: os.kill(facts["pid"], 0)):
        yield "could signal a process of the host"
    if succeeds(lambda: os.sched_setaffinity(0, os.sched_getaffinity(0))):
        yield "could move to another processor"
    if not facts["cgroup"] and succeeds(lambda: mmap.mmap(-1, facts["memory_bytes"])):
        yield "took more memory than it may"
    if own_files and fill_tmp(facts["tmp_bytes"]) > facts["tmp_bytes"]:
        yield "wrote more to /tmp than it may"
    if start_threads(2 * facts["threads"]) >= facts["threads"]:
        yield "started more threads than it may"
    if count(lambda: os.dup(0), 2 * facts["descriptors"]) >= facts["descriptors"]:
        yield "opened more descriptors than it may"


def number_of_pipe() -> int:
    ends = os.pipe()
    number = os.fstat(ends[0]).st_ino
    for end in ends:
        os.close(end)
    return number


def number_of_pair() -> int:
    pair = socket.socketpair()
    number = os.fstat(pair[0].fileno()).st_ino
    for end in pair:
        end.close()
    return number


def number_of_file() -> int:
    with tempfile.TemporaryFile() as file:
        return os.fstat(file.fileno()).st_ino


def number_of_thread() -> int:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return thread.native_id or 0


NUMBERS = {
    "pipes": number_of_pipe,
    "socket pairs": number_of_pair,
    "files": number_of_file,
    "threads": number_of_thread,
}


def numbers() -> dict[str, int]:
    """The number of the next object of each type. The kernel may count them for all processes."""
    found = {}
    for kind, make in NUMBERS.items():
        with suppress(OSError, RuntimeError):
            found[kind] = make()
    return found


def pend() -> None:
    """Sends itself a signal that stays pending. Their number is limited for each user."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMAX})
    signal.pthread_kill(threading.get_ident(), signal.SIGRTMAX)


def pending_signals() -> int:
    pending = count(pend, HELD)
    while signal.sigtimedwait({signal.SIGRTMAX}, 0):
        pass
    return pending


def be_busy() -> None:
    """Makes objects that a partner might count."""
    for make in NUMBERS.values():
        with suppress(OSError, RuntimeError):
            for _ in range(BUSY):
                make()
    count(pend, HELD)
    hold_threads()


def hold_threads() -> int:
    return count(lambda: threading.Thread(target=signal.pause, daemon=True).start(), THREADS)


def traces() -> Iterator[str]:
    """What this bot can see change while its partner is busy."""
    before = numbers(), pending_signals()
    report([])
    sys.stdin.readline()
    after = numbers(), pending_signals()
    for kind, number in before[0].items():
        if after[0].get(kind, 0) - number >= BUSY:
            yield f"saw from the numbers of {kind} how many its partner makes"
    if after[1] < before[1]:
        yield "saw from its own limit that its partner has pending signals"
    # The partner keeps its threads by now, and had none before.
    if 0 < hold_threads() < THREADS:
        yield "saw from its own limit that its partner has threads"


def channels(facts: dict[str, Any]) -> Iterator[str]:
    """What one of two bots that play for the same side could see the other do."""
    yield from traces()
    partner = facts["partner"]
    if succeeds(lambda: Path(f"/proc/{partner}/task").stat().st_nlink):
        yield "saw in /proc how many threads its partner has"
    if any(Path(path).exists() for path in facts["files"]):
        yield "saw which files of the host there are"
    # Files that both can read. What the kernel records at the first read, it does not undo.
    shared = [os.__file__, str(Path(os.__file__).parent), sys.executable, "/dev/null"]
    shared = [path for path in shared if Path(path).exists()]
    before = [state(path) for path in shared]
    for path in shared:
        read(path)
    if [state(path) for path in shared] != before:
        yield "left a trace on files by reading them"


def state(path: str) -> tuple[int, ...]:
    seen = Path(path).stat()
    return (seen.st_atime_ns, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_nlink, seen.st_blocks)


def read(path: str) -> None:
    if Path(path).is_dir():
        os.listdir(path)  # noqa: PTH208
    elif path == "/dev/null":
        Path(path).write_bytes(b"x")
    else:
        with Path(path).open("rb") as file:
            file.read()
            mmap.mmap(file.fileno(), 1, prot=mmap.PROT_READ).close()


def report(found: list[str]) -> None:
    print(json.dumps(found), flush=True)


def main() -> None:
    facts = json.loads(sys.stdin.readline())
    if "busy" in facts:
        be_busy()
        report([])
    else:
        report(list(channels(facts) if "partner" in facts else escapes(facts)))
    sys.stdin.readline()
    if facts.get("cgroup"):
        # The last attempt: the kernel must not allow so much memory.
        hoard = bytearray(b"x") * (2 * (facts["memory_bytes"] + facts["tmp_bytes"]))
        print(json.dumps(len(hoard)))


if __name__ == "__main__":
    main()
