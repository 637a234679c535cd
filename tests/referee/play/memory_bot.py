"""A bot that wants to know in the second leg what it was dealt in the first.

It remembers every hand, and leaves the hands wherever a process might find them after its end. On
standard error it says what it found at its start, and in each game whether it knows the deal.
"""

import contextlib
import ctypes
import json
import os
import random
import signal
import socket
import sys
import time

NAME = "goat-memory"
KEY = 0x60A7  # of System V memory
FOLDERS = sorted(
    {
        *(os.getcwd(), os.path.expanduser("~"), os.path.dirname(os.path.abspath(__file__))),
        *("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/run/lock", "/proc", "/bot"),
        *(path for path in sys.path if os.path.isdir(path)),
    }
)
libc = ctypes.CDLL(None)


def look():
    """The places where an earlier process of this bot has left something."""
    for folder in FOLDERS:
        with contextlib.suppress(OSError):
            yield from (f"{folder}/{name}" for name in os.listdir(folder) if NAME in name)
        with contextlib.suppress(OSError, ValueError):
            if os.stat(folder).st_mtime_ns % 10**9 == KEY:
                yield f"time of {folder}"
        with contextlib.suppress(OSError):
            if os.getxattr(folder, f"user.{NAME}"):
                yield f"attribute of {folder}"
    if NAME in os.environ:
        yield "environment"
    if libc.shmget(KEY, 4096, 0) != -1:
        yield "System V memory"
    if libc.semget(KEY, 1, 0) != -1 or libc.msgget(KEY, 0) != -1:
        yield "System V semaphore or queue"
    if libc.syscall(249, b"user", NAME.encode(), None, -5) > 0:  # request_key in the user keyring
        yield "keyring"
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as talk:
        talk.connect(f"\0{NAME}")
        yield "daemon"
    with contextlib.suppress(OSError):
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{process}/comm") as file:
                if int(process) != os.getpid() and file.read().strip() == NAME:
                    yield f"process {process}"


def leave(text):
    """Leaves a text for later processes."""
    for folder in FOLDERS:
        path = f"{folder}/{NAME}"
        with contextlib.suppress(OSError), open(path, "w") as file:
            file.write(text)
        with contextlib.suppress(OSError):
            os.mkdir(f"{path}-folder")
        with contextlib.suppress(OSError):
            os.utime(folder, ns=(KEY, KEY))
        with contextlib.suppress(OSError):
            os.setxattr(folder, f"user.{NAME}", text.encode())
    os.environ[NAME] = text
    libc.shmget(KEY, 4096, 0o1600)
    libc.semget(KEY, 1, 0o1600)
    libc.msgget(KEY, 0o1600)
    libc.syscall(248, b"user", NAME.encode(), text.encode(), len(text), -4)  # add_key


def live_on():
    """Starts a process that wants to live longer than the bot, and answers at a socket."""
    with contextlib.suppress(OSError):
        if os.fork():
            return
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.setsid()
        if os.fork():
            os._exit(0)
        libc.prctl(15, NAME.encode())  # its name
        with contextlib.suppress(OSError):
            for pipe in (0, 1, 2):
                os.close(pipe)
            door = socket.socket(socket.AF_UNIX)
            door.bind(f"\0{NAME}")
            door.listen()
        time.sleep(30)
        os._exit(0)


def main():
    hands = {}
    games = game = 0
    print("found", json.dumps(list(look())), file=sys.stderr, flush=True)
    if DAEMON:
        live_on()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            games = message["games"]
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "game":
            game = message["game"]
        elif message["type"] == "move":
            pair = (game - 1) % (games // 2)
            if message["turn"] == 1:
                told = sorted(seat for known, seat in hands if known == pair)
                earlier = len(hands)
                print("knows", json.dumps([game, told, earlier]), file=sys.stderr, flush=True)
            hands.setdefault((pair, message["seat"]), message["view"].get("hand"))
            if message["turn"] == 1:
                leave(json.dumps(list(hands.items())))
            move = random.Random(game).choice(message["legal"])
            print(json.dumps({"move": move}), flush=True)
        elif message["type"] == "bye":
            break


DAEMON = True
main()
