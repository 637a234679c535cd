"""The temporary folder of Celery's pool of processes, which is removed even after it was killed.

Otherwise each worker that is killed leaves a folder ``pymp-…`` behind: nothing says that nobody
uses it any more.
"""

import atexit
import contextlib
import os
from multiprocessing import current_process

from referee.sandbox.folders import locked_folder, sweep

PREFIX = "goat-worker-"

_held = contextlib.ExitStack()
_owner: int | None = None


def use_own_folder() -> None:
    """Gives this process a locked folder, and removes those of killed workers of this user."""
    global _owner
    sweep(PREFIX)
    _held.close()
    _owner = os.getpid()
    folder = _held.enter_context(locked_folder(PREFIX))
    # What multiprocessing.util.get_temp_dir returns, which otherwise makes a folder.
    vars(current_process())["_config"]["tempdir"] = str(folder)


@atexit.register
def _remove() -> None:
    if _owner == os.getpid():  # and not a process of the pool
        _held.close()
