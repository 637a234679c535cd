"""Sets of Python packages that an operator has built for bots (`goat runtime build`).

A folder holds them, which GOAT_RUNTIMES names. ``NAME.json`` is the lock of a set: which packages
in which versions, with the hashes of their wheels. ``builds/DIGEST/`` holds the installed packages
of the lock with that digest, read-only. A new build of a set has another folder, and then replaces
the lock: whoever began with the old build goes on with it.
"""

import contextlib
import functools
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.digest import sha256
from referee.errors import RefereeError
from referee.host.locks import try_lock
from referee.host.system import WINDOWS

FORMAT = "goat-packages/1"
BUILDS = "builds"
MAX_NAME = 20
# Such names are languages on the site, and parts of file names here.
_NAME = re.compile(r"python(?:-[a-z0-9]+)+")
_HASH = re.compile("[0-9a-f]{64}")
_VERSION = re.compile(r"\d+\.\d+")
_MAX_LOCK_BYTES = 1 << 20
_OF_MACHINE = Path("/var/lib/goat-arena/runtimes")


class BadPackageSet(RefereeError, ValueError):
    """A set of packages that cannot be used or built: the cause, and the remedy."""


@dataclass(frozen=True)
class Package:
    """One package of a set. `sha256` is that of its wheel."""

    name: str
    version: str
    sha256: str


@dataclass(frozen=True)
class PackageSet:
    """What a lock says. `python` is a version like ``3.11``, `platform` like ``linux-x86_64``;
    `chosen` are the names of the packages that the operator asked for, the first ones."""

    name: str
    python: str
    platform: str
    packages: tuple[Package, ...]
    chosen: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The same wherever the same wheels are installed for the same Python."""
        wheels = [[package.name, package.version, package.sha256] for package in self.packages]
        content = json.dumps([FORMAT, self.python, self.platform, sorted(wheels)])
        return sha256(content.encode()).hexdigest()

    @property
    def versions(self) -> dict[str, str]:
        return {package.name: package.version for package in self.packages}

    @property
    def folder(self) -> Path:
        """Its installed packages on this machine."""
        return sets_folder() / BUILDS / self.digest[:16]

    def has_module(self, name: str) -> bool:
        """Whether a program can import a module of this name from it."""
        places = (self.folder / name, self.folder / f"{name}.py")
        return name.isidentifier() and any(path.exists() for path in places)

    def modules(self) -> list[str]:
        """The modules that the chosen packages bring, without private ones."""
        found: set[str] = set()
        for record in self.folder.glob("*.dist-info/RECORD"):
            if _normal(record.parent.name.partition("-")[0]) in map(_normal, self.chosen):
                found.update(_modules(record.read_text(errors="replace")))
        return sorted(found)

    def requirements(self) -> list[str]:
        """The packages that were asked for, as `goat runtime build` takes them."""
        versions = self.versions
        return [f"{name}=={versions[name]}" for name in self.chosen or versions]

    def lock(self) -> str:
        """The content of its lock."""
        return json.dumps(
            {
                "format": FORMAT,
                "name": self.name,
                "python": self.python,
                "platform": self.platform,
                "chosen": list(self.chosen),
                "digest": self.digest,
                "packages": [vars(package) for package in self.packages],
            },
            indent=2,
        )


def sets_folder() -> Path:
    """Where the sets of this machine are: GOAT_RUNTIMES, or the usual place for a user's data.

    Root's own folders are private, and the users of the bots could not read them. Raises
    BadPackageSet.
    """
    if named := os.environ.get("GOAT_RUNTIMES"):
        folder = Path(named).absolute()
        if folder.is_file():
            raise BadPackageSet(
                f"GOAT_RUNTIMES must name a folder, and {folder} is a file: the table of languages "
                "is GOAT_RUNTIMES_FILE"
            )
        return folder
    if not WINDOWS and os.geteuid() == 0:
        return _OF_MACHINE
    try:
        home = Path.home()
    except RuntimeError:  # a user without a home, as in some containers
        return _OF_MACHINE
    if WINDOWS:
        data = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    else:
        data = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    return Path(data) / "goat-arena" / "runtimes"


def is_set_name(name: str) -> bool:
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None


def check_set_name(name: str) -> None:
    """Raises BadPackageSet unless a set may have this name."""
    if not is_set_name(name):
        raise BadPackageSet(
            f"not a name for a set of packages: {name[:40]!r}. It begins with python- and has up "
            f"to {MAX_NAME} lowercase letters, digits and single -, such as python-numpy."
        )


def package_sets() -> dict[str, PackageSet]:
    """The sets of this machine that are complete, by name.

    They are looked up once in each process: a worker plays with the builds that it began with.
    """
    return _package_sets(sets_folder())


def forget_package_sets() -> None:
    """The next call of `package_sets` looks again."""
    _package_sets.cache_clear()


def hold(packages: PackageSet) -> None:
    """Keeps a build on the disk as long as this process, or one forked from it, lives."""
    if packages.folder in _held or WINDOWS:
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(packages.folder, os.O_RDONLY | os.O_CLOEXEC)
        _held[packages.folder] = descriptor
        try_lock(descriptor, shared=True)


_held: dict[Path, int] = {}


@functools.cache
def _package_sets(folder: Path) -> dict[str, PackageSet]:
    found = {}
    for path in lock_files(folder):
        try:
            package_set = read_lock(path)
        except BadPackageSet:
            continue  # `goat runtime list` shows it
        if package_set.name == path.stem and package_set.folder.is_dir():
            found[package_set.name] = package_set
    return found


def lock_files(folder: Path) -> Iterator[Path]:
    """The locks in the folder, which need not exist, in the order of their names."""
    try:
        paths = sorted(folder.glob("*.json"))
    except OSError:
        paths = []
    return (path for path in paths if is_set_name(path.stem))


def read_lock(path: Path) -> PackageSet:
    """The set that a lock describes. Raises BadPackageSet."""
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_LOCK_BYTES)
        return _parsed(json.loads(content))
    except OSError as error:
        raise BadPackageSet(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        reason = str(error) if isinstance(error, BadPackageSet) else "its content is damaged"
        raise BadPackageSet(f"{path} is not the lock of a set of packages: {reason}.") from None


def _parsed(lock: Any) -> PackageSet:
    if lock["format"] != FORMAT:
        raise BadPackageSet(f"its format is not {FORMAT}")
    packages = tuple(
        Package(_text(row["name"]), _text(row["version"]), _text(row["sha256"]))
        for row in lock["packages"]
    )
    names = [package.name for package in packages]
    package_set = PackageSet(
        _text(lock["name"]),
        _text(lock["python"]),
        _text(lock["platform"]),
        packages,
        tuple(map(_text, lock["chosen"])),
    )
    check_set_name(package_set.name)
    for package in packages:
        if not _HASH.fullmatch(package.sha256):
            raise BadPackageSet(f"the hash of {package.name!r} is not one of SHA-256")
    if not _VERSION.fullmatch(package_set.python) or not packages or len(set(names)) < len(names):
        raise BadPackageSet("its Python version or its packages are missing, or listed twice")
    if not set(package_set.chosen) <= set(names):
        raise BadPackageSet("it does not list all packages that were chosen")
    if lock["digest"] != package_set.digest:
        raise BadPackageSet("its digest does not match; it was changed by hand")
    return package_set


def _normal(name: str) -> str:
    """A package's name in the form that compares equal for all its spellings (PEP 503)."""
    return re.sub("[-_.]+", "-", name).lower()


def _modules(record: str) -> Iterator[str]:
    """The names of the modules and packages at the top of a wheel with this RECORD (PEP 376)."""
    for line in record.splitlines():
        top, slash, rest = line.partition(",")[0].partition("/")
        name = top if slash and rest == "__init__.py" else ""
        if not slash and top.endswith((".py", ".so")):
            name = top.partition(".")[0]
        if name.isidentifier() and not name.startswith("_"):
            yield name


def _text(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 200 or not value.isprintable():
        raise BadPackageSet("a name or version in it is not a text")
    return value
