"""Builds a set of Python packages for bots: `goat runtime build`.

pip installs wheels, and nothing but wheels, so no code of a package runs here. They go to a
temporary folder beside the finished sets, and are moved into place when all is well. One build
runs at a time in a folder. What a killed build left behind, the next one removes.
"""

import contextlib
import functools
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.host.locks import InUse, lock_folder, try_lock
from referee.host.process_groups import own_environment
from referee.host.system import WINDOWS
from referee.programs.package_sets import (
    BUILDS,
    BadPackageSet,
    Package,
    PackageSet,
    check_set_name,
    forget_package_sets,
    lock_files,
    read_lock,
    sets_folder,
)
from referee.programs.runtimes import OLDEST, find_python

MOST_REQUIREMENTS = 100
_PREFIX = ".building-"
# A name, extras in brackets, and versions: neither a path nor an address nor an option of pip.
_REQUIREMENT = re.compile(
    r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:\[[\w.,-]+\])?(?:(?:[<>=!~]=|[<>])[\w.*+!,<>=~-]+)?",
    re.A,
)
_MIB = 1 << 20
_DESCRIBE = """
import json, sys, sysconfig
print(json.dumps(["%d.%d" % sys.version_info[:2], sysconfig.get_platform()]))
"""
# Unchecked, since nothing in the folder ever changes: Python then starts without comparing times.
_COMPILE = ("-I", "-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash")
_NO_NETWORK = (
    "Failed to establish a new connection",
    "Name or service not known",
    "Network is unreachable",
    "Temporary failure in name resolution",
    "getaddrinfo failed",
    "Connection refused",
    "ProxyError",
)
_PIP_ADVICE = "Install it: apt-get install python3-pip, or python -m ensurepip"


def build(name: str, requirements: Sequence[str], python: str = "") -> tuple[PackageSet, bool]:
    """Builds a set with these packages and what they need, and makes it the set of this name.

    `python` is the interpreter that it is for; empty: the one that runs bots. Returns the set, and
    whether it is another than before. Raises BadPackageSet, and leaves nothing half built.
    """
    check_set_name(name)
    for requirement in requirements:
        if not _REQUIREMENT.fullmatch(requirement):
            raise BadPackageSet(
                f"not a package: {requirement[:80]!r}. Write names with versions, such as "
                "numpy==2.1.0."
            )
    if not 0 < len(requirements) <= MOST_REQUIREMENTS:
        raise BadPackageSet(f"a set has 1 to {MOST_REQUIREMENTS} packages: name them")
    return _build(name, [*requirements], (), python)


def build_locked(lock: Path, python: str = "") -> tuple[PackageSet, bool]:
    """Builds the set of a lock from another machine: the same wheels. See `build`."""
    wanted = read_lock(lock)
    lines = [f"{each.name}=={each.version} --hash=sha256:{each.sha256}" for each in wanted.packages]
    return _build(wanted.name, lines, wanted.chosen, python, wanted)


def remove(name: str) -> PackageSet | None:
    """Removes the set of this name. Its files are removed too unless bots use them now; the next
    build or removal does that. Returns the set, if its lock was readable. Raises BadPackageSet."""
    check_set_name(name)
    folder = sets_folder()
    lock = folder / f"{name}.json"
    if not lock.exists():
        raise BadPackageSet(f"there is no set {name} in {folder}: see goat runtime list")
    with _alone(folder):
        try:
            removed = read_lock(lock)
        except BadPackageSet:
            removed = None
        lock.unlink(missing_ok=True)
        _sweep(folder)
    forget_package_sets()
    return removed


def size(folder: Path) -> int:
    """The bytes of all files in it."""
    return sum(path.lstat().st_size for path in folder.rglob("*"))


def _build(
    name: str,
    lines: list[str],
    chosen: tuple[str, ...],
    python: str,
    wanted: PackageSet | None = None,
) -> tuple[PackageSet, bool]:
    python = python or find_python()
    version, platform = _described(python)
    if wanted is not None and (wanted.python, wanted.platform) != (version, platform):
        raise BadPackageSet(
            f"the lock is for Python {wanted.python} on {wanted.platform}, and {python} is Python "
            f"{version} on {platform}. Name another interpreter with --python"
        )
    folder = sets_folder()
    try:
        with _alone(folder):
            _sweep(folder)
            building = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder))
            try:
                report = _install(building, python, lines, hashes=wanted is not None)
                built = PackageSet(name, version, platform, *_packages(report, chosen))
                if wanted is not None and built.digest != wanted.digest:
                    raise BadPackageSet("what was installed is not what the lock lists")
                return built, _publish(folder, building, python, built)
            finally:
                _remove_tree(building)
    except OSError as error:
        raise BadPackageSet(
            f"{name} cannot be built in {folder}: {error.strerror or error}. "
            "Make room there, or name another folder in GOAT_RUNTIMES"
        ) from None


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other build or removal runs in this folder meanwhile. Raises BadPackageSet and OSError."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # whatever the umask says: the bots' users must reach it
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not try_lock(descriptor):
            raise BadPackageSet(
                f"another goat runtime works in {folder}: try again when it has ended"
            )
        yield
    finally:
        os.close(descriptor)


def _install(building: Path, python: str, lines: list[str], *, hashes: bool) -> Any:
    """Installs them in ``building/packages``. Returns pip's report. Raises BadPackageSet."""
    wanted, report, temporary = (building / name for name in ("wanted", "report", "tmp"))
    temporary.mkdir()
    wanted.write_text("\n".join(lines) + "\n")
    command = [
        *(*_pip(python), "install", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--only-binary", ":all:", "--no-compile", "--ignore-installed", "--no-warn-conflicts"),
        *("--retries", "1", "--timeout", "20", "--root-user-action", "ignore"),
        *(("--require-hashes", "--no-deps") if hashes else ()),
        *("--target", str(building / "packages"), "--report", str(report)),
        *("--requirement", str(wanted)),
    ]
    # Its temporary files vanish with ours if it is killed.
    variables = own_environment() | {"TMPDIR": str(temporary), "PIP_REQUIRE_VIRTUALENV": "0"}
    _run(command, variables, lines)
    return json.loads(report.read_text())


def _run(command: list[str], variables: dict[str, str], lines: list[str]) -> None:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=variables,
        cwd="/",
    )
    try:
        _, said = process.communicate()
    except BaseException:  # Ctrl-C, and being told to end
        process.kill()
        process.wait()
        raise
    if process.returncode:
        raise BadPackageSet(_why_pip_failed(said, [line.partition(" ")[0] for line in lines]))


def _why_pip_failed(said: str, wanted: list[str]) -> str:
    """In one line, from what pip wrote."""
    if "No space left on device" in said:
        return "the disk is full: make room, or name another folder in GOAT_RUNTIMES"
    if any(sign in said for sign in _NO_NETWORK):
        return (
            "the package index cannot be reached: build where there is a network and copy the "
            "folder of the sets, or set PIP_INDEX_URL or PIP_FIND_LINKS"
        )
    errors = [line for line in said.splitlines() if line.startswith("ERROR: ")]
    for line in errors:
        if "No matching distribution found for " in line:
            missing = line.rpartition(" for ")[2]
            if any("from versions: none" in other for other in errors):
                return (
                    f"there is no wheel of {missing} for this Python and system: check the name; "
                    "packages that must be compiled are not installed"
                )
            return f"there is no wheel of {missing} for this Python and system: check the version"
        if "HASHES" in line or "hash" in line:
            return "a wheel is not the one that the lock lists: its hash differs"
    last = errors[-1].removeprefix("ERROR: ") if errors else said.strip().rpartition("\n")[2]
    return f"pip could not install {' '.join(wanted)[:200]}: {last[:300] or 'it ended'}"


@functools.cache
def _pip(python: str) -> list[str]:
    """pip for this interpreter: that of our own, otherwise its own. Raises BadPackageSet."""
    for command in ([sys.executable, "-m", "pip", "--python", python], [python, "-m", "pip"]):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            asked = subprocess.run([*command, "--version"], capture_output=True, timeout=60)
            if asked.returncode == 0:
                return command
    raise BadPackageSet(
        f"there is no pip: neither {sys.executable} nor {python} has it. {_PIP_ADVICE}"
    )


def _described(python: str) -> tuple[str, str]:
    """The version of an interpreter and its platform. Raises BadPackageSet."""
    try:
        asked = subprocess.run(
            [python, "-I", "-S", "-c", _DESCRIBE], capture_output=True, timeout=60, cwd="/"
        )
        version, platform = json.loads(asked.stdout)
        if tuple(map(int, version.split("."))) < OLDEST:
            raise BadPackageSet(f"{python} is Python {version}; bots need 3.11 or newer")
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        if isinstance(error, BadPackageSet):
            raise
        raise BadPackageSet(f"{python} is not a Python interpreter that runs here") from None
    return version, platform


def _packages(report: Any, chosen: tuple[str, ...]) -> tuple[tuple[Package, ...], tuple[str, ...]]:
    """The packages that pip installed, in the order of their names, and those that were asked for.
    Raises BadPackageSet."""
    packages, asked = [], []
    for row in report["install"]:
        metadata, info = row["metadata"], row["download_info"].get("archive_info", {})
        digest = info.get("hashes", {}).get("sha256", "")
        if not digest:
            raise BadPackageSet(f"pip does not tell the hash of {metadata['name']}: update pip")
        packages.append(Package(metadata["name"], metadata["version"], digest))
        asked += [metadata["name"]] if row.get("requested") else []
    packages.sort(key=lambda package: package.name.lower())
    return tuple(packages), chosen or tuple(sorted(asked, key=str.lower))


def _publish(folder: Path, building: Path, python: str, built: PackageSet) -> bool:
    """Moves the installed packages into place, and then replaces the lock. Whether that changes
    anything. Raises BadPackageSet and OSError."""
    lock = folder / f"{built.name}.json"
    text = built.lock() + "\n"
    if not built.folder.is_dir():
        packages = building / "packages"
        shutil.rmtree(packages / "bin", ignore_errors=True)  # commands, which no bot can start
        compiled = subprocess.run(
            [python, *_COMPILE, str(packages)], capture_output=True, text=True, cwd="/"
        )
        # Some packages have files for other versions of Python, which do not compile: no error.
        if "No space left on device" in compiled.stderr + compiled.stdout:
            raise BadPackageSet(_why_pip_failed("No space left on device", []))
        _make_read_only(packages)
        built.folder.parent.mkdir(exist_ok=True)
        built.folder.parent.chmod(0o755)
        packages.chmod(0o755)  # a folder that is moved must be writable
        packages.rename(built.folder)
        built.folder.chmod(0o555)
    changed = not lock.exists() or lock.read_text() != text
    part = building / "lock"
    part.write_text(text)
    part.chmod(0o644)
    part.replace(lock)
    forget_package_sets()
    _sweep(folder)
    return changed


def _make_read_only(folder: Path) -> None:
    """No links, devices or special modes: every user may read all, and nobody may change it."""
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            path.chmod(0o555)
        elif stat.S_ISREG(mode):
            path.chmod(0o444)
        else:
            raise BadPackageSet(f"{path.relative_to(folder)} is neither a file nor a folder")


def _sweep(folder: Path) -> None:
    """Removes what no lock names and nobody uses, and what killed builds left."""
    kept = set()
    for lock in lock_files(folder):
        with contextlib.suppress(BadPackageSet):
            kept.add(read_lock(lock).folder)
    for path in folder.glob(f"{BUILDS}/*"):
        if path not in kept and not _in_use(path):
            _remove_tree(path)
    for path in folder.glob(f"{_PREFIX}*"):
        _remove_tree(path)


def _in_use(build: Path) -> bool:
    """Whether a process holds it: see `hold`."""
    if WINDOWS:
        return False  # which does not let a file be removed that is open
    try:
        os.close(lock_folder(build, follow=False))
    except InUse:
        return True
    return False


def _remove_tree(path: Path) -> None:
    """Also where folders are read-only."""
    for folder in (path, *path.rglob("*")):
        if folder.is_dir() and not folder.is_symlink():
            with contextlib.suppress(OSError):
                folder.chmod(0o755)
    shutil.rmtree(path, ignore_errors=True)
