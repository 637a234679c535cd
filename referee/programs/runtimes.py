"""How a bot's program is run: the command, and the files of the host that it needs."""

import functools
import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.host.interrupts import ASK_WHERE
from referee.host.system import LINUX, WINDOWS
from referee.programs.languages import PYTHON, Language
from referee.programs.package_sets import PackageSet

OLDEST = (3, 11)
_INSTALL_PYTHON = "Install one that every user may run: apt-get install python3."
# Ignores the environment and all installed packages, writes no .pyc files, and uses UTF-8
# whatever the locale.
_FLAGS = ("-I", "-S", "-B", "-u", "-X", "utf8")
# Runs the script that its argument names as Python itself would, in an equally clean namespace; -I
# alone hides the modules beside the script. A second argument is the descriptor of the script's
# standard output. A printed line leaves at once and in one piece: a bot need not flush, and the
# referee wakes once for each answer (with -u alone the line's end is a separate write). It imports
# nothing that is read from a file: importing `os` takes 5 % of the start. Objects that exist before
# the bot starts stay, so the garbage collector skips them. At SIGUSR1 the bot writes where it is to
# its standard error, so that its author learns where its clock ran out. A folder of packages, which
# the option -X packages=… names, comes last, so that no package replaces a module of Python's or of
# the bot's; without `site`, the .pth files in it have no effect.
LAUNCHER = f"""
def launch():
    import faulthandler, gc, posix, sys
    faulthandler.register({ASK_WHERE}, 2)
    del sys.argv[0]
    if len(sys.argv) > 1:
        output = int(sys.argv.pop())
        posix.dup2(output, 1)
        posix.close(output)
    path = globals()["__file__"] = sys.argv[0]
    sys.path.insert(0, path.rpartition("/")[0])
    if packages := sys._xoptions.pop("packages", None):
        sys.path.append(packages)
    sys.stdout.reconfigure(line_buffering=True, write_through=False)
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec", dont_inherit=True)
    gc.freeze()
    return code
exec(globals().pop("launch")())
"""
# Then ends at once: destroying all modules and objects takes an eighth of a short life, and nobody
# sees it. With threads to wait for, or functions to call at exit, Python ends in its own way.
_LEAVE = """
import sys
if not sys.modules.keys() & {"atexit", "threading"}:
    try:
        import posix
        sys.stdout.flush()
        sys.stderr.flush()
        posix._exit(0)
    except Exception:
        pass
"""
# Extension modules that are useless to a bot and would need a dozen libraries.
_LEFT_OUT = ("nis.", "readline.", "_curses", "_dbm.", "_gdbm.", "_tkinter.")
# A program that is linked to the C library, as most native programs are.
_ANY_PROGRAM = "/bin/sh"
# Other libraries that native programs may be linked to.
_FOR_NATIVE = (
    "libatomic.so.1",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libgomp.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libstdc++.so.6",
)
# Libraries of the host that wheels for Linux may be linked to, where it has them: PEP 513, 571 and
# 599. They bring all others with them. ldd is not asked, since it runs what is in them.
_FOR_WHEELS = (*_FOR_NATIVE, "libexpat.so.1", "libnsl.so.1", "libutil.so.1", "libz.so.1")
# Where bots see the folder of a set of packages.
_PACKAGES_SHOWN = "/packages"
# A bot plays on one processor, and in tier B it has no other threads. Without these, OpenBLAS and
# others start a thread for each processor of the host when they are imported.
ONE_THREAD = tuple(
    (f"{library}_NUM_THREADS", "1")
    for library in ("BLIS", "MKL", "NUMEXPR", "OMP", "OPENBLAS", "VECLIB_MAXIMUM")
)
# Folders inside the standard library where the host's packages may be installed.
_PACKAGES = ("site-packages", "dist-packages")

_DESCRIBE = """
import json, os, sys, sysconfig
print(json.dumps({
    "version": sys.version_info[:2],
    "executable": os.path.realpath(sys.executable),
    "stdlib": sysconfig.get_path("stdlib"),
    "platstdlib": sysconfig.get_path("platstdlib"),
}))
"""


class NoRuntime(RefereeError):
    """Programs in this language cannot run on this machine: the cause, and the remedy."""

    def __init__(self, problem: str, advice: str) -> None:
        super().__init__(f"{problem.rstrip('. ')}. {advice}")
        self.problem = problem
        self.advice = advice


@dataclass(frozen=True)
class Runtime:
    """What a sandbox shows of the host so that programs in one language run.

    `command` runs the program's main file, whose path is its last argument. `files` appear
    read-only at their own paths; the folders `hidden` inside them appear empty. `folders` are
    pairs of a host folder and the path where it appears, read-only. `links` are pairs of a path
    and its target. `environment` are variables that programs in this language have besides those
    of all.
    """

    language: Language
    command: tuple[str, ...]
    files: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    folders: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()

    def with_files_of(self, other: "Runtime") -> "Runtime":
        """This runtime, which shows the files of the other as well."""
        files = tuple(sorted({*self.files, *other.files}))
        return replace(self, files=files, hidden=tuple(sorted({*self.hidden, *other.hidden})))


@functools.cache
def find_python() -> str:
    """The interpreter that runs bots: the system's if it is new enough, otherwise the one that this
    process's virtual environment is based on. Only Linux has a system's."""
    system = "/usr/bin/python3"
    description = _describe(system) if LINUX else None
    if description and tuple(description["version"]) >= OLDEST:
        return system
    python: str = getattr(sys, "_base_executable", sys.executable)
    # On Windows it may be an alias, whose target nobody may start.
    return python if WINDOWS else os.path.realpath(python)


@functools.cache
def python_version() -> str:
    """The version of the Python that runs bots, such as ``3.11``; empty if none does."""
    description = _describe(find_python())
    return ".".join(map(str, description["version"])) if description else ""


@functools.cache
def runtime_of(language: Language, for_others: bool, moved: bool = True) -> Runtime:
    """What programs in this language need of the host.

    `for_others`: users other than this process's must be able to read it. `moved`: packages appear
    at another path than the host's. Raises NoRuntime.
    """
    if language.is_python:
        python = replace(_python_runtime(for_others), language=language)
        return _with_packages(python, language.packages, for_others, moved)
    programs = []
    if language.command:
        program = os.path.realpath(language.command[0])
        if not os.access(program, os.X_OK):
            raise NoRuntime(
                f"{language.name}: {language.command[0]} does not exist or is not executable",
                "Install it, or name another in GOAT_RUNTIMES_FILE (docs/4-sandbox.md).",
            )
        programs.append(program)
    libraries = _libraries(programs or [_ANY_PROGRAM])
    files = {*programs, *libraries, *map(os.path.normpath, language.files), *_locale()}
    if not language.command:
        beside = {str(Path(file).parent) for file in files if ".so" in Path(file).name}
        found = {Path(folder, name) for folder in beside for name in _FOR_NATIVE}
        files |= {str(path) for path in found if path.exists()}
    for file in sorted(files):
        if not Path(file).exists():
            raise NoRuntime(
                f"{language.name}: {file} does not exist", "Correct it in GOAT_RUNTIMES_FILE."
            )
        if for_others and not readable_by_others(Path(file)):
            raise NoRuntime(
                f"{language.name}: {file} is private, and the bots' users cannot read it",
                "Install one that every user may run.",
            )
    command = (programs[0], *language.command[1:]) if language.command else ()
    return Runtime(language, command, tuple(sorted(files)))


def _python_runtime(for_others: bool) -> Runtime:
    python = find_python()
    description = _describe(python)
    if description is None:
        raise NoRuntime(f"{python} does not run", _INSTALL_PYTHON)
    executable = description["executable"]
    folders = sorted({description["stdlib"], description["platstdlib"]})
    modules = [
        str(path)
        for path in Path(description["platstdlib"], "lib-dynload").glob("*.so")
        if not path.name.startswith(_LEFT_OUT)
    ]
    files = (executable, *folders, *_libraries([executable, *modules]), *_locale())
    if for_others:
        for path in files:
            if not readable_by_others(Path(path)):
                raise NoRuntime(
                    f"no Python 3.11 or newer that the bots' users can run: {path} is private",
                    _INSTALL_PYTHON,
                )
    packages = [f"{folder}/{name}" for folder in folders for name in _PACKAGES]
    return Runtime(
        language=PYTHON,
        command=python_command(executable, LAUNCHER + _LEAVE),
        files=files,
        hidden=tuple(path for path in packages if Path(path).is_dir()),
    )


def python_command(
    python: str, launcher: str = LAUNCHER, packages: str | Path = ""
) -> tuple[str, ...]:
    """Runs the Python script whose path is its last argument. `packages` is a folder of them."""
    options = ("-X", f"packages={packages}") if packages else ()
    return (python, *_FLAGS, *options, "-c", launcher)


def _with_packages(
    python: Runtime, packages: PackageSet | None, for_others: bool, moved: bool
) -> Runtime:
    """Python with these packages. Raises NoRuntime."""
    if packages is None:
        return python
    folder = packages.folder
    check_packages(packages)
    if for_others and not readable_by_others(folder):
        raise NoRuntime(
            f"{packages.name}: {folder} is private, and the bots' users cannot read it",
            "Name another folder in GOAT_RUNTIMES, such as /var/lib/goat-arena/runtimes.",
        )
    shown = f"{_PACKAGES_SHOWN}/{packages.name}" if moved else str(folder)
    beside = {str(Path(file).parent) for file in python.files if ".so" in Path(file).name}
    libraries = {f"{place}/{name}" for place in beside for name in _FOR_WHEELS}
    files = {*python.files, *filter(os.path.exists, libraries)}
    return replace(
        python,
        command=python_command(python.command[0], LAUNCHER + _LEAVE, shown),
        files=tuple(sorted(files if moved else {*files, shown})),
        folders=((str(folder), shown),) if moved else (),
        environment=ONE_THREAD,
    )


def check_packages(packages: PackageSet) -> None:
    """Raises NoRuntime unless the Python that runs bots can use these packages, and has them."""
    again = (
        f"Build it again: goat runtime build {packages.name} {' '.join(packages.requirements())}"
    )
    if packages.python != python_version():
        raise NoRuntime(
            f"{packages.name} was built for Python {packages.python}, and bots run on "
            f"Python {python_version()}",
            again,
        )
    if not packages.folder.is_dir():
        raise NoRuntime(f"{packages.name}: {packages.folder} does not exist", again)


def readable_by_others(path: Path) -> bool:
    """Whether any user can reach and read this path, and run it if it is a program."""
    path = path.resolve()
    mode = path.stat().st_mode
    wanted = stat.S_IROTH | (mode & stat.S_IXUSR and stat.S_IXOTH)
    if mode & wanted != wanted:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def _describe(python: str) -> dict[str, Any] | None:
    try:
        result = subprocess.run(
            [python, "-I", "-S", "-c", _DESCRIBE], capture_output=True, timeout=30, cwd="/"
        )
        description: dict[str, Any] = json.loads(result.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return description


def _locale() -> list[str]:
    """The files of the locale that LANG names in a sandbox, where the host has them."""
    return [path for path in ("/usr/lib/locale/C.utf8",) if Path(path).is_dir()]


def _libraries(programs: list[str]) -> list[str]:
    """The shared libraries and the loader that these programs need. Raises NoRuntime."""
    try:
        result = subprocess.run(
            ["ldd", *programs], capture_output=True, text=True, timeout=60, cwd="/"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoRuntime(
            f"ldd does not run: {error}", "Install it: apt-get install libc-bin."
        ) from None
    words = [line.split() for line in result.stdout.splitlines() if line.startswith("\t")]
    found = {os.path.normpath(word) for line in words for word in line if word.startswith("/")}
    # Loaded by name when a thread ends, so ldd does not list it.
    found |= {
        str(path)
        for path in {Path(library).parent / "libgcc_s.so.1" for library in found}
        if path.exists()
    }
    if Path("/etc/ld.so.cache").exists():
        found.add("/etc/ld.so.cache")
    return sorted(found)
