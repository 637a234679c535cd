"""What importing and using packages takes in each tier, with either limit of memory.

    GOAT_RUNTIMES=… python -m bench.packages python-numpy [python-science …]

Prints a table for docs/4-sandbox.md. It needs root for tier A2 and for cgroups of version 1. Each
value is the smallest of RUNS; the smallest limit is found by halving.
"""

import contextlib
import json
import os
import select
import sys
import time
from dataclasses import replace

from referee.programs.package_sets import package_sets
from referee.programs.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.selection import open_tier, require, tiers_to_try
from referee.sandbox.slot_users import claimed_slot

MIB = 1 << 20
RUNS = 3
STEP = 8
USES = {
    "nothing": "",
    "numpy": """
import numpy as np
a = np.random.default_rng(1).random((1000, 1000), np.float32)
np.linalg.svd((a @ a)[:100, :100])
""",
    "scipy.optimize": """
from scipy.optimize import linprog
linprog([1, 2], A_ub=[[-1, -1]], b_ub=[-1])
""",
    "sklearn.ensemble": """
import numpy as np
from sklearn.ensemble import RandomForestClassifier
a = np.random.default_rng(1).random((500, 20))
RandomForestClassifier(20).fit(a, a[:, 0] > 0.5).predict(a)
""",
}
PROGRAM = """
import json, sys, time, resource
begin = time.perf_counter()
{imports}
imported = time.perf_counter() - begin
{use}
print(json.dumps([imported, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
sys.stdin.readline()
"""


def run(sandbox: Sandbox, name: str, what: str) -> tuple[float, int] | None:
    """Seconds to import it and KiB resident after its use; None if the memory was not enough."""
    use = USES[what]
    imports = f"import {what}" if use else ""
    source = PROGRAM.format(imports=imports, use=use).encode()
    program = Program(source, is_zip=False, kind=name)
    with claimed_slot() as slot, sandbox.start(program, slot=slot, seat=0, cpu=0) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if select.select([process.stdout], [], [], 1)[0]:
                line = os.read(process.stdout, 1000)
                return tuple(json.loads(line)) if line else None  # type: ignore[return-value]
            if process.exit() is not None:
                return None
    return None


def least(sandbox: Sandbox, name: str, what: str, cgroup: bool) -> int:
    """The smallest limit in MiB with which it runs."""
    languages = sandbox.resources.languages  # type: ignore[attr-defined]
    language = languages[name]
    low, high = 0, 1024
    while high - low > STEP:
        middle = (low + high) // 2
        policy = replace(language.policy, memory_bytes=middle * MIB, cgroup=cgroup)
        languages[name] = replace(language, policy=policy)
        with contextlib.suppress(Exception):
            if run(sandbox, name, what):
                high = middle
                continue
        low = middle
    languages[name] = language
    return high


def main() -> None:
    names = sys.argv[1:] or list(package_sets())
    print("| tier | set | import and use | import, ms | resident, MiB | address space | cgroup |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for tier in tiers_to_try():
        with contextlib.closing(open_tier(tier)) as sandbox:
            require(sandbox, names)
            for name in names:
                modules = package_sets()[name].modules()
                for what in USES:
                    if what != "nothing" and what.partition(".")[0] not in modules:
                        continue
                    runs = [run(sandbox, name, what) for _ in range(RUNS)]
                    took = min(found[0] for found in runs if found)
                    resident = min(found[1] for found in runs if found) / 1024
                    limits = [least(sandbox, name, what, cgroup) for cgroup in (False, True)]
                    print(
                        f"| {tier} | `{name}` | {what} | {took * 1000:.0f} | {resident:.0f} "
                        f"| {limits[0]} | {limits[1]} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
