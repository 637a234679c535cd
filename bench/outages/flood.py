"""Guessed passwords and large uploads, many at once: how many get through, and who else waits."""

import json
import re
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from bench.measure import Row
from bench.outages.deployment import Answer, Deployment
from bench.outages.server import descendants

GUESSES = 40
CLIENTS = 16
UPLOADS = 6
SECONDS = 8.0
DOORS = ("/accounts/login/", "/admin/login/")
# Compiling it takes more memory than a bot has. The last line would be refused anyway.
LARGE = "a=[b for c in d if e]\n" * 45_000 + "def ("

WRONG = re.compile("enter (a|the) correct", re.IGNORECASE)  # the site's words, and the admin's

USERS = f"""
from arena.accounts.models import ApiToken, User

User.objects.create_superuser("alice", password="correct horse battery")
for number in range({UPLOADS}):
    user = User.objects.create_user(f"author{{number}}")
    print(ApiToken.make(user, "flood")[1])
"""


def rows() -> Iterator[Row]:
    with Deployment() as arena:
        tokens = arena.python(USERS).split()[-UPLOADS:]
        arena.web.start()
        for number, door in enumerate(DOORS):
            address = f"192.0.2.{number}"
            guesses = [prepared_guess(arena, door, "alice", address) for _ in range(GUESSES)]
            checked = sum(bool(WRONG.search(one.body)) for one in at_once(guesses))
            yield Row(f"checked of {GUESSES} guesses at once, {door}", checked, "", at_most=10)
        yield Row("a page without load", seconds_of_a_page(arena), "s")
        with flooded([guessing(arena, number) for number in range(CLIENTS)]):
            slowed = seconds_of_a_page(arena)
        yield Row(f"the page while {CLIENTS} clients guess", slowed, "s", at_most=0.5)
        with most_memory(arena) as used:
            uploads = [uploading(arena, token, name) for name, token in enumerate(tokens)]
            with flooded(uploads, once=True):
                slowed = seconds_of_a_page(arena)
        yield Row(f"memory of compilers, {UPLOADS} uploads", max(used), "MiB", at_most=1100)
        yield Row("the page meanwhile", slowed, "s", at_most=0.5)


def prepared_guess(arena: Deployment, door: str, name: str, address: str) -> Callable[[], Answer]:
    """A log-in form that is filled in with a wrong password; calling the result sends it."""
    page = arena.get(door)
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)
    assert found is not None, page.status
    form = {"csrfmiddlewaretoken": found[1], "username": name, "password": "wrong"}
    headers = {
        "Cookie": page.headers["Set-Cookie"].partition(";")[0],
        "X-Forwarded-For": address,
    }
    return lambda: arena.get(door, data=urlencode(form).encode(), headers=headers)


def guessing(arena: Deployment, number: int) -> Callable[[], Answer]:
    """A client that guesses for one name from an address that it shares with the others."""
    return prepared_guess(arena, DOORS[0], f"name{number}", "198.51.100.1")


def uploading(arena: Deployment, token: str, number: int) -> Callable[[], Answer]:
    """An upload of a large program."""
    body = {"ruleset": "kozel", "name": f"bot{number}", "source": LARGE}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return lambda: arena.get("/api/v1/bots/", data=json.dumps(body).encode(), headers=headers)


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    with ThreadPoolExecutor(len(requests)) as pool:
        return [sent.result() for sent in [pool.submit(one) for one in requests]]


@contextmanager
def flooded(requests: Sequence[Callable[[], Answer]], once: bool = False) -> Iterator[None]:
    """Each is sent by a client of its own, again and again until it is left, or `once`."""
    done = threading.Event()

    def send(request: Callable[[], Answer]) -> None:
        while not done.is_set():
            request()
            if once:
                return

    threads = [threading.Thread(target=send, args=(one,)) for one in requests]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def seconds_of_a_page(arena: Deployment) -> float:
    """The median time of a page, asked for again and again."""
    times = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        times.append(arena.get(DOORS[0]).seconds)
        time.sleep(0.05)
    return round(statistics.median(times), 3)


@contextmanager
def most_memory(arena: Deployment) -> Iterator[list[float]]:
    """Measures the memory of all processes that the web process has started, in MiB."""
    sizes = [0.0]
    done = threading.Event()

    def measure() -> None:
        while not done.wait(0.02):
            sizes.append(sum(map(resident_mib, descendants(arena.web.pid))))

    thread = threading.Thread(target=measure)
    thread.start()
    try:
        yield sizes
    finally:
        done.set()
        thread.join()


def resident_mib(pid: int) -> float:
    """The memory of a process; 0 if it has ended."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) / 1024 if found else 0
