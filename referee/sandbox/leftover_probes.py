"""Two bots that run one after the other, as in the two legs of a match.

The first leaves whatever it can, and the second looks for it, and removes it. The self-test runs
both inside the sandbox like any other bot.

Each reads one line of JSON. For `{}` it leaves traces and prints what it knows: how many objects of
each kind it has made, the numbers of such objects before that, and the state of files that both can
read. For such a line it prints the list of traces that it finds. It imports nothing of ours.
"""

import contextlib
import ctypes
import json
import os
import platform
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

NAME = "goat-left"
NUMBER = 0x60A7
MADE = 200  # objects of each kind
RETRIES = 50
THREADS = 9
PENDING = 40
PLACES = "/ /tmp /var/tmp /dev /dev/shm /dev/mqueue /run /run/lock /etc".split()
SHARED = (os.__file__, str(Path(os.__file__).parent), sys.executable, "/dev/null", "/dev/urandom")
CREATE = 0o1666  # IPC_CREAT, and anyone may use it
# Keyrings of a thread, process, session, user and the user's sessions.
KEYRINGS = {"user": -4, "user session": -5, "session": -3}
ADD_KEY, KEYCTL = (248, 250) if platform.machine() == "x86_64" else (217, 219)
KEYCTL_SEARCH, KEYCTL_UNLINK = 10, 9
IPC_RMID = 0
libc = ctypes.CDLL(None, use_errno=True)


def succeeds(action: Callable[[], Any]) -> bool:
    try:
        return action() not in (-1, False)
    except (OSError, ValueError, AttributeError, RuntimeError):
        return False


def count(action: Callable[[], Any], most: int) -> int:
    """How often the action succeeds before it fails, up to `most`."""
    return next((number for number in range(most) if not succeeds(action)), most)


def pipe() -> None:
    for end in os.pipe():
        os.close(end)


def pair() -> None:
    for end in socket.socketpair():
        end.close()


def thread() -> None:
    started = threading.Thread(target=int)
    for _ in range(RETRIES):
        # The kernel may count the last thread, which has ended, for a moment.
        with contextlib.suppress(RuntimeError):
            started.start()
            return started.join()
        time.sleep(0.001)
    raise RuntimeError("cannot start a thread")


def process() -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


MAKERS = {"pipes": pipe, "socket pairs": pair, "threads": thread, "processes": process}


def numbers() -> dict[str, int]:
    """The numbers of objects that every process has. The kernel may count all of a kind."""
    process, pipes = os.getpid(), os.fstat(0).st_ino
    return {"pipes": pipes, "socket pairs": pipes, "threads": process, "processes": process}


def places() -> list[Path]:
    """Folders to which it might write."""
    own = [Path.cwd(), Path(os.environ["HOME"]), Path(__file__).parent, Path(os.__file__).parent]
    return sorted({*map(Path, PLACES), *own})


def states() -> list[list[int]]:
    found = []
    for path in SHARED:
        with contextlib.suppress(OSError):
            seen = Path(path).stat()
            found.append([seen.st_mode, seen.st_atime_ns, seen.st_mtime_ns, seen.st_ctime_ns])
    return found


def read_shared() -> None:
    for path in SHARED:
        with contextlib.suppress(OSError):
            if Path(path).is_dir():
                os.listdir(path)  # noqa: PTH208
            elif path.startswith("/dev"):
                Path(path).write_bytes(b"x")
            else:
                Path(path).read_bytes()


def pend() -> int:
    """How many signals it can leave pending. Their number is limited for each user."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMAX})
    return count(lambda: signal.pthread_kill(threading.get_ident(), signal.SIGRTMAX), PENDING)


def can_pend(number: int) -> bool:
    """Whether it can leave that many signals pending now or soon: another bot that runs now may
    count for the same user."""
    for _ in range(40):
        enough = pend() >= number
        while signal.sigtimedwait({signal.SIGRTMAX}, 0):
            pass
        if enough:
            return True
        time.sleep(0.05)
    return False


def hold_threads() -> int:
    return count(lambda: threading.Thread(target=signal.pause, daemon=True).start(), THREADS)


def leave() -> dict[str, Any]:
    facts: dict[str, Any] = {"numbers": numbers(), "states": states()}
    facts["made"] = {kind: count(make, MADE) for kind, make in MAKERS.items()}
    read_shared()
    for place in places():
        succeeds(partial((place / NAME).mkdir))
    for path in map(Path, SHARED):
        succeeds(partial(set_same_times, path))
    for create in ipc(CREATE).values():
        succeeds(create)
    for ring in KEYRINGS.values():
        libc.syscall(ADD_KEY, b"user", NAME.encode(), b"x", ctypes.c_size_t(1), ring)
    facts["pending"], facts["threads"] = pend(), hold_threads()
    return facts


def memories() -> Iterator[str]:
    """Memory and queues that outlive their processes."""
    remove = {
        "shared memory": lambda number: libc.shmctl(number, IPC_RMID, None),
        "a semaphore": lambda number: libc.semctl(number, 0, IPC_RMID),
        "a message queue": lambda number: libc.msgctl(number, IPC_RMID, None),
        "a POSIX message queue": lambda number: libc.mq_unlink(f"/{NAME}".encode()),
    }
    for what, find in ipc(0).items():
        with contextlib.suppress(AttributeError):
            if (number := find()) != -1:
                remove[what](number)
                yield f"found {what} of an earlier bot"


def set_same_times(path: Path) -> None:
    """Sets the times that it has already, since it may be a real file; that changes another."""
    seen = path.stat()
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def ipc(flags: int) -> dict[str, Callable[[], int]]:
    opened = os.O_RDWR | (os.O_CREAT if flags else 0)
    return {
        "shared memory": lambda: libc.shmget(NUMBER, 4096 if flags else 0, flags),
        "a semaphore": lambda: libc.semget(NUMBER, 1 if flags else 0, flags),
        "a message queue": lambda: libc.msgget(NUMBER, flags),
        "a POSIX message queue": lambda: libc.mq_open(f"/{NAME}".encode(), opened, 0o666, None),
    }


def traces(left: dict[str, Any]) -> Iterator[str]:
    for kind, number in numbers().items():
        # Others may have made that many, if the bot could not.
        if left["made"][kind] >= MADE and number - left["numbers"][kind] >= MADE:
            yield f"saw from its own numbers how many {kind} an earlier bot made"
    for place in places():
        if succeeds((place / NAME).rmdir):
            yield f"found what an earlier bot left in {place}"
    if states() != left["states"]:
        yield "saw from times or modes of files what an earlier bot did"
    yield from memories()
    for ring, number in KEYRINGS.items():
        key = libc.syscall(KEYCTL, KEYCTL_SEARCH, number, b"user", NAME.encode(), 0)
        if key != -1:
            libc.syscall(KEYCTL, KEYCTL_UNLINK, key, number)
            yield f"found a key that an earlier bot left in its {ring} keyring"
    if not can_pend(left["pending"]):
        yield "saw from its own limit that an earlier bot had pending signals"
    if hold_threads() < left["threads"]:
        yield "saw from its own limit that an earlier bot had threads"


def main() -> None:
    facts = json.loads(sys.stdin.readline())
    print(json.dumps(list(traces(facts)) if facts else leave()), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
