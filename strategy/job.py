"""Long computations in a process of their own: ``python -m strategy.job``.

The process reads a line of JSON that names the job, and writes lines of JSON: ``{"done", "of"}``
while it works, and at last ``{"result"}`` or ``{"error"}``, a text. Further lines tell it to
``pause`` and to ``go`` on. With ``apart`` in the job it yields to other sessions too. It ends when
its standard input ends, so no job outlives who gave it.
"""

import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from engine.errors import EngineError
from engine.rulesets import ruleset
from strategy import analysis, excitement, solving

Json = dict[str, Any]
Progress = Callable[[int, int], None]

NICE: Final = 19  # everything else on the machine comes first
NICE_WAITED_FOR: Final = 5  # matches still come first; somebody waits for the answer
# About a thirtieth of what another session gets: a job ends some time, and is hardly noticed.
NICE_SESSION: Final = 15
MEMORY: Final = 2**30  # bytes of address space


def run(job: Json, progress: Progress) -> Any:
    """The result of a job. Raises EngineError for what cannot be computed.

    ``analyse``: `record`, `game` (from 0). ``excitement``: `record`; how eventful each of its games
    was, None where that is not known. ``solve``: `ruleset`, `options`, `position`, `seconds`.
    """
    match job["job"]:
        case "analyse":
            return analysis.analyse(job["record"], job["game"], progress=progress)
        case "excitement":
            return excitement.of_games(job["record"], progress)
        case "solve":
            rules = ruleset(job["ruleset"], job["options"])
            return solving.solve(rules, job["position"], job["seconds"])
    raise EngineError(f"there is no job {job['job']!r}")


def main() -> None:
    job = json.loads(sys.stdin.readline())
    yield_to_others(NICE_WAITED_FOR if job["job"] == "solve" else NICE)
    if job.get("apart"):
        yield_to_other_sessions()
    going = threading.Event()
    going.set()
    threading.Thread(target=_listen, args=(sys.stdin, going), daemon=True).start()

    def progress(done: int, of: int) -> None:
        going.wait()
        _say({"done": done, "of": of})

    try:
        _say({"result": run(job, progress)})
    except (EngineError, MemoryError) as error:
        _say({"error": str(error) or "the job needs too much memory"})


def yield_to_others(nice: int) -> None:
    """Lets other processes have the processor first, and bounds this one's memory."""
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(nice)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def yield_to_other_sessions() -> None:
    """Lets other sessions have the processor first, which Linux shares among sessions before it
    looks at nice (autogroup in sched(7))."""
    with suppress(AttributeError, OSError):  # other systems, and Linux without such priorities
        os.setsid()
        Path("/proc/self/autogroup").write_text(str(NICE_SESSION))


def _listen(lines: TextIO, going: threading.Event) -> None:
    """Pauses and goes on as told, and ends the process with its input."""
    for line in lines:
        if line.strip() == "pause":
            going.clear()
        else:
            going.set()
    os._exit(1)


def _say(message: Json) -> None:
    print(json.dumps(message, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
