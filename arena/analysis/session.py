"""The priority of a session of processes, where Linux has one (autogroup in sched(7)).

Linux shares processors among sessions first; nice counts only among the processes of one. So beside
workers in sessions of their own, a nice process alone in its session gets as much as all of them.
"""

import os
from contextlib import suppress
from pathlib import Path

NICE = 15  # about a thirtieth of what a worker gets: enough to end, too little to be noticed
FILE = Path("/proc/self/autogroup")


def yield_to_other_sessions() -> None:
    """Lets other sessions have the processor first, if this process leads one, as services do.

    Otherwise it shares that of a terminal or of another service, which stays as it is.
    """
    with suppress(AttributeError, OSError):  # other systems, and Linux without such priorities
        if os.getsid(0) == os.getpid():
            FILE.write_text(str(NICE))
