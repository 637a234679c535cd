"""Plays a thousand matches of hostile bots in one process and looks for leaks: ``make soak``.

Each bot is a program of tests/referee/sandbox/abuse. It answers `hello`, and attacks when it is
asked for its first move. Resources are counted after a warm-up and at the end.
"""

import argparse
import gc
import itertools
import os
import re
import socket
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.rulesets import ruleset
from referee.play.clock import Clock
from referee.play.cpu_slots import claim_cpu_slot
from referee.play.match import Entrant, MatchSettings, play
from referee.programs.program import load_program
from referee.sandbox.selection import open_tier, tiers_to_try
from referee.sandbox.slot_users import SEATS_PER_SLOT, slot_uid

ABUSE = Path(__file__).resolve().parent.parent / "tests/referee/sandbox/abuse"
# They need facts that only their tests know, or are not bots.
LEFT_OUT = {"attempts", "foreign", "syscalls", "__init__"}
CLOCK = Clock(start_ms=20_000, move_ms=150, bank_ms=0)
WARM_UP = 40
MAIN = """
import io, json, runpy, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "move":
        break
sys.stdin = io.StringIO({facts!r} + "\\n")
runpy.run_module({name!r}, run_name="__main__")
"""


def entrants(facts: str) -> list[Entrant]:
    """All hostile bots, as programs that play."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        for source in sorted(ABUSE.glob("*.py")):
            if source.stem in LEFT_OUT:
                continue
            folder = Path(name, source.stem)
            folder.mkdir()
            folder.joinpath("main.py").write_text(MAIN.format(facts=facts, name=source.stem))
            for part in (source, ABUSE / "attempts.py"):
                folder.joinpath(part.name).write_bytes(part.read_bytes())
            found.append(Entrant(source.stem, 1, load_program(folder)))
    return found


def held(slot: int) -> dict[str, object]:
    """The resources that this process and its bots, which have this slot, hold now."""
    gc.collect()
    children = [
        pid
        for path in Path("/proc/self/task").glob("*/children")
        for pid in path.read_text().split()
    ]
    ours = {slot_uid(slot, seat) for seat in range(SEATS_PER_SLOT)}
    bots = [
        entry.name
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and owner(entry) in ours
    ]
    groups = Path("/sys/fs/cgroup").glob(f"**/goat-{os.getpid()}-*")
    status = Path("/proc/self/status").read_text()
    return {
        "child processes, including zombies": len(children),
        "processes under the bots' users": len(bots),
        "open descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "cgroups": len(list(groups)),
        "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
        # At any depth: in tier B programs are in a root folder there.
        "temporary files": len(list(Path(tempfile.gettempdir()).rglob("*"))),
        "threads": len(list(Path("/proc/self/task").iterdir())),
        "resident memory, KiB": int(re.findall(r"VmRSS:\s+(\d+)", status)[0]),
    }


def owner(entry: Path) -> int:
    try:
        return entry.stat().st_uid
    except OSError:
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--tier", choices=list(tiers_to_try()), default=next(tiers_to_try()))
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="goat-soak-") as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        tempfile.tempdir = folder  # so that only our own files are counted
        Path(folder).chmod(0o755)
        secret = Path(folder, "secret")
        secret.write_text("secret")
        port = listener.getsockname()[1]
        facts = (
            f'{{"files": ["{secret}"], "pids": [{os.getpid()}], "tier": "{arguments.tier}",'
            f' "tcp": {port}, "udp": {port}, "unix": "{folder}/s", "abstract": "soak",'
            ' "partner": 3, "uid": 0, "own_root": true, "host_name": ""}'
        )
        report(arguments.matches, arguments.tier, facts)


def report(matches: int, tier: str, facts: str) -> None:
    rules = ruleset("svoi-kozyri")
    pairs = itertools.cycle(itertools.permutations(entrants(facts), 2))
    sandbox = open_tier(tier)
    reasons: Counter[str] = Counter()
    before: dict[str, object] = {}
    began = time.monotonic()
    with claim_cpu_slot() as slot:
        for number in range(matches + WARM_UP):
            if number == WARM_UP:
                before = held(slot.number)
            match = MatchSettings(rules, next(pairs), 1, os.urandom(32), CLOCK)
            played = play(match, sandbox, slot=slot)
            if number >= WARM_UP:
                reasons.update(game["reason"] for game in played.record["games"])
        after = held(slot.number)
    took = time.monotonic() - began
    title = f"{matches:,} matches, tier {tier}"
    table = Table("held by the worker", "before", "after", title=title)
    for name, value in before.items():
        table.add_row(name, f"{value:,}", f"{after[name]:,}")
    console = Console(width=100)
    console.print(table)
    counts = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    console.print(f"{took:.0f} s; how the games ended: {counts}")


if __name__ == "__main__":
    main()
