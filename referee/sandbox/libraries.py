"""Puts the libraries that a runtime needs into one folder, which a single mount shows to bots.

A mount takes an eighth of a millisecond at each start, and Python needs over a dozen libraries.
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

# Where bots see the folder. Links at the libraries' own paths lead into it.
_SHOWN = "/libraries"
_PREFIX = "goat-libraries-"
# Parts of the C library, which every process of the host shares in memory anyway.
_IN_ALL_MEMORIES = ("ld-", "libc.", "libm.")
_NAME = re.compile(r".*\.so(\.\d+)*")


@contextlib.contextmanager
def gathered(runtime: Runtime, for_others: bool) -> Iterator[Runtime]:
    """The runtime with its libraries in one temporary folder, or the unchanged runtime if programs
    cannot run from such a folder.

    `for_others`: users other than this process's must be able to read it.
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
    """Links if possible, since a link shares its memory with all users of the library. False if a
    copy would cost more than it saves."""
    try:
        target.hardlink_to(path)
    except OSError:
        if target.name.startswith(_IN_ALL_MEMORIES):
            return False
        shutil.copyfile(path, target)
        target.chmod(0o755)
    return True
