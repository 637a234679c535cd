"""What the hostile bots of this folder have in common; packed beside each as a module."""

import ctypes
import json
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)


def facts():
    """What the test tells the bot about the host that it is to reach."""
    return json.loads(sys.stdin.readline())


def report(result):
    print(json.dumps(result))


def call(name, *arguments):
    """A function of the C library; raises OSError as os would."""
    result = getattr(libc, name)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def successes(attempts):
    """The names of those attempts, functions by name, that did not fail."""
    done = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except Exception:
            continue
        done.append(name)
    return done


def count(action, most):
    """How often it can be done, all kept."""
    kept = []
    while len(kept) < most:
        try:
            kept.append(action())
        except Exception:
            break
    return len(kept)


def linger():
    """Stays until it is killed, whatever happens to its input."""
    while True:
        sys.stdin.readline()
