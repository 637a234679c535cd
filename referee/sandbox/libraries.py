"""The libraries that a runtime needs in one folder, which is shown to bots by a single mount.

A mount takes an eighth of a millisecond of a start, and Python needs more than a dozen libraries.
"""

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from referee.programs.runtimes import Runtime, readable_by_others
from referee.sandbox.folders import locked_folder, sweep

# Where bots see the folder; links lead into it from the libraries' own places.
_SHOWN = "/libraries"
_PREFIX = "goat-libraries-"
# The C library, which every process of the host has in memory anyway.
_IN_ALL_MEMORIES = ("ld-", "libc.", "libm.")
_NAME = re.compile(r".*\.so(\.\d+)*")


@contextlib.contextmanager
def gathered(runtime: Runtime, for_others: bool) -> Iterator[Runtime]:
    """The runtime with its libraries in one temporary folder, while it lasts; the very same where
    programs cannot run from such a folder.

    `for_others`: another user than this process's must be able to read it.
    """
    with contextlib.ExitStack() as held:
        try:
            sweep(_PREFIX)
            folder = held.enter_context(locked_folder(_PREFIX))
            folder.chmod(0o755)
            runtime = _gather(runtime, folder, for_others)
        except OSError:
            held.close()
        yield runtime


def _gather(runtime: Runtime, folder: Path, for_others: bool) -> Runtime:
    if os.statvfs(folder).f_flag & os.ST_NOEXEC or (for_others and not readable_by_others(folder)):
        return runtime
    links: dict[str, str] = {}
    names: set[str] = set()
    for path in runtime.files:
        name = Path(path).name
        if (
            _NAME.fullmatch(name)
            and name not in names
            and _link_or_copy(os.path.realpath(path), folder / name)
        ):
            names.add(name)
            links[path] = f"{_SHOWN}/{name}"
    return replace(
        runtime,
        files=tuple(path for path in runtime.files if path not in links),
        folders=((str(folder), _SHOWN),),
        links=tuple(links.items()),
    )


def _link_or_copy(path: str, target: Path) -> bool:
    """A link, where it may be had, shares its memory with all who use the library. False: a copy
    would take more than it saves."""
    try:
        target.hardlink_to(path)
    except OSError:
        if target.name.startswith(_IN_ALL_MEMORIES):
            return False
        shutil.copyfile(path, target)
        target.chmod(0o755)
    return True
