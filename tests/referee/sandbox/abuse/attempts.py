"""Shared by the hostile bots of this folder; packed beside each of them as a module."""

import ctypes
import json
import os
import signal
import sys
import threading

libc = ctypes.CDLL(None, use_errno=True)


def facts():
    """What the test sends the bot: what on the host it should try to reach."""
    return json.loads(sys.stdin.readline())


def report(result):
    print(json.dumps(result))


def call(name, *arguments):
    """Calls a function of the C library; raises OSError as functions of os do."""
    result = getattr(libc, name)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def successes(attempts):
    """Runs the attempts, functions by name; returns the names of those that did not fail."""
    done = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except Exception:
            continue
        done.append(name)
    return done


def count(action, most):
    """How often the action succeeds; all results are kept."""
    kept = []
    while len(kept) < most:
        try:
            kept.append(action())
        except Exception:
            break
    return len(kept)


def linger():
    """Runs until it is killed, even if its input ends."""
    while True:
        sys.stdin.readline()


def wait_on_page(file):
    """Waits on a futex in the first page of a file that others also map."""
    address, word = map_page(file)
    FUTEX_WAIT = 0
    call("syscall", futex(), address, FUTEX_WAIT, word, None, None, 0)


def wake_on_page(file):
    """Wakes those who wait there; fails if there are none."""
    address, _ = map_page(file)
    FUTEX_WAKE = 1
    if call("syscall", futex(), address, FUTEX_WAKE, 10, None, None, 0) == 0:
        raise LookupError


def futex():
    return {"x86_64": 202, "aarch64": 98}[os.uname().machine]


def map_page(file):
    PROT_READ, MAP_SHARED = 1, 1
    libc.mmap.restype = ctypes.c_void_p
    address = ctypes.c_void_p(libc.mmap(None, 4096, PROT_READ, MAP_SHARED, file, 0))
    return address, ctypes.c_uint32.from_address(address.value).value


def pend():
    """Sends itself a signal that stays pending. Their number is limited for each user."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMAX})
    signal.pthread_kill(threading.get_ident(), signal.SIGRTMAX)
