"""Many workers that start together on one host: how many of them find no sandbox."""

import subprocess
from collections import Counter
from collections.abc import Iterator

from bench.measure import Row
from bench.outages.deployment import PYTHON, ROOT, Deployment
from referee.sandbox.selection import tiers_to_try

SELF_TESTS = 18
WORKERS = 5
SECONDS = 120.0

SELF_TEST = """
import sys
from referee.sandbox import NoSandbox, require
from referee.sandbox.selection import open_tier
try:
    sandbox = open_tier(sys.argv[1])
    require(sandbox, ["python"], partners=True)
    sandbox.close()
except NoSandbox as error:
    sys.exit(str(error))
"""


def rows() -> Iterator[Row]:
    for tier in tiers_to_try():
        causes = self_tests(tier)
        found = "; ".join(f"{number} × {cause}" for cause, number in causes.items())
        yield Row(
            f"self-tests of tier {tier} that refuse",
            causes.total(),
            f"of {SELF_TESTS}",
            found,
            at_most=0,
        )
    with Deployment() as arena:
        arena.add_worker(concurrency=1).start(SECONDS)
        others = [arena.add_worker(concurrency=1) for _ in range(WORKERS)]
        for worker in others:
            worker.launch()
        ended = 0
        for worker in others:
            try:
                worker.wait(SECONDS)
            except RuntimeError:
                ended += 1
        yield Row("workers beside another that refuse", ended, f"of {WORKERS}", at_most=0)


def self_tests(tier: str) -> Counter[str]:
    """Why some of the self-tests that start at once refuse, and how many do."""
    running = [
        subprocess.Popen(
            [PYTHON, "-c", SELF_TEST, tier], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        for _ in range(SELF_TESTS)
    ]
    ended = [(process.communicate(timeout=SECONDS)[1], process.returncode) for process in running]
    return Counter(message.strip()[:100] for message, status in ended if status)
