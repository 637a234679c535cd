"""A root folder for the bots of tier B, which has no namespaces: root locks them into it (chroot).

It contains copies of the files that run bots, and nothing else of the host. In particular there is
no /proc, where one bot could see what another does. Nothing in it is writable, and reading a file
does not change its times, which another bot could see.
"""

import contextlib
import os
import re
import shutil
import stat
import subprocess
import tempfile
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

from referee.programs.program import Program
from referee.programs.runtimes import Runtime
from referee.sandbox.errors import NoSandbox, no_sandbox
from referee.sandbox.folders import locked_folder, sweep

_PREFIX = "goat-root-"
_DEVICES = {"null": (1, 3), "zero": (1, 5), "random": (1, 8), "urandom": (1, 9)}
_ELSEWHERE = "name another temporary folder in TMPDIR"
# Reading a file sets its access time only if that is a day old, or older than the last change
# (relatime). A time in the year 2100 stays; file systems with an earlier limit use that.
_NEVER_AGES = 4_102_444_800 * 10**9
# Useless without a linker, and a third of Debian's standard library.
_LEFT_OUT = ".a"
# Private files of the host stay private.
_KEPT_MODE = 0o755
_SYS_CHROOT = 18
_TRIAL = """
import os, sys
try:
    os.chroot(sys.argv[1])
except OSError as error:
    sys.exit(f"chroot is refused ({error.strerror})")
os.chdir("/")
try:
    os.execv(sys.argv[2], sys.argv[2:])
except OSError as error:
    sys.exit(f"no program can run there ({error.strerror})")
"""


class NoRoot(Exception):
    """Bots cannot have a root folder here: the cause, and the remedy."""


class Root:
    """The root folder, shared by threads and by processes forked from the one that made it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._copied: set[str] = set()
        self._copying = threading.Lock()
        path.chmod(0o755)
        self._folder("/bot")
        self.devices = tuple(self._make_devices())

    def add(self, runtime: Runtime) -> None:
        """Copies the files that run programs in this language, once. Raises NoSandbox."""
        name = runtime.language.name
        with self._copying:
            if name in self._copied:
                return
            try:
                for path in runtime.files:
                    self._copy(path, path, set(runtime.hidden))
                for path, shown in runtime.folders:
                    self._copy(path, shown)
            except OSError as error:
                raise no_sandbox(
                    f"the files that run {name} programs cannot be copied to "
                    f"{tempfile.gettempdir()}: {error.strerror}",
                    f"Make room there, or {_ELSEWHERE}.",
                ) from None
            self._copied.add(name)

    @contextlib.contextmanager
    def program(self, program: Program) -> Iterator[str]:
        """Unpacks the program for one bot. Yields its folder as the bot sees it, whose name no
        other bot can know."""
        folder = Path(tempfile.mkdtemp(prefix="", dir=self.path / "bot"))
        try:
            folder.chmod(0o755)
            program.unpack(folder)
            for path in (folder, *folder.rglob("*")):
                _keep_times(path)
            yield f"/bot/{folder.name}"
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def check(self, python: str) -> None:
        """Raises NoRoot unless this interpreter runs in it."""
        command = [python, "-I", "-S", "-c", _TRIAL, str(self.path), python, "-I", "-S", "-c", ""]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30, env={})
        if result.returncode:
            problem = result.stderr.strip().rpartition("\n")[2] or "its Python does not run"
            advice = "" if "chroot" in problem else f"; {_ELSEWHERE}"
            raise NoRoot(f"{problem}{advice}")

    def _make_devices(self) -> Iterator[str]:
        """Makes the devices that it can: in some containers root may not."""
        self._folder("/dev")
        for name, (major, minor) in _DEVICES.items():
            path = self.path / "dev" / name
            try:
                os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(major, minor))
                path.chmod(0o666)
                _keep_times(path)
                os.close(os.open(path, os.O_RDWR))
            except OSError:
                path.unlink(missing_ok=True)
            else:
                yield f"/dev/{name}"

    def _copy(self, path: str, shown: str, hidden: Collection[str] = ()) -> None:
        """A file, or a folder with all that is in it, to the path `shown`."""
        self._folder(str(Path(shown).parent))
        if not Path(path).is_dir():
            _copy_file(path, self._inside(shown))
            return
        for folder, folders, files in os.walk(path):
            copy = shown + folder.removeprefix(path)
            self._folder(copy, Path(folder).stat().st_mode)
            folders[:] = [name for name in folders if f"{folder}/{name}" not in hidden]
            for name in folders + files:
                inner, target = f"{folder}/{name}", self._inside(f"{copy}/{name}")
                mode = os.lstat(inner).st_mode
                if stat.S_ISLNK(mode):
                    _copy_link(inner, target)
                elif stat.S_ISREG(mode) and not name.endswith(_LEFT_OUT):
                    _copy_file(inner, target)

    def _inside(self, path: str) -> str:
        """The host's path of this path in the root."""
        return f"{self.path}/{path.lstrip('/')}"

    def _folder(self, path: str, mode: int = 0o755) -> None:
        folder = Path(self._inside(path))
        if not folder.is_dir():
            self._folder(str(Path(path).parent))
            # Another process may have made it meanwhile.
            folder.mkdir(exist_ok=True)
            folder.chmod(mode & _KEPT_MODE)
            _keep_times(folder)


def _copy_file(path: str, copy: str) -> None:
    """Copies completely or not at all, since several processes may make the same copy."""
    if Path(copy).exists():
        return
    part = f"{copy}.{os.getpid()}"
    with open(path, "rb", 0) as source, open(part, "xb", 0) as target:  # noqa: PTH123
        original = os.fstat(source.fileno())
        while os.sendfile(target.fileno(), source.fileno(), None, 1 << 30):
            pass
        os.fchmod(target.fileno(), original.st_mode & _KEPT_MODE)
        # Python compares the time of the last change with the one in a module's .pyc file.
        os.utime(target.fileno(), ns=(_NEVER_AGES, original.st_mtime_ns))
    Path(part).rename(copy)


def _copy_link(path: str, copy: str) -> None:
    if not Path(copy).is_symlink():
        Path(copy).symlink_to(Path(path).readlink())
        _keep_times(Path(copy))


def _keep_times(path: Path) -> None:
    """Reading it will not change its times."""
    changed = path.lstat().st_mtime_ns
    os.utime(path, ns=(_NEVER_AGES, changed), follow_symlinks=False)


class _Shared:
    """The root of this process while it is in use."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.root: Root | None = None
        self.users = 0
        self.owner = 0
        self.held = contextlib.ExitStack()


_shared = _Shared()


@contextlib.contextmanager
def shared_root(python: Runtime) -> Iterator[Root]:
    """This process's root, in which Python runs. The last user removes it.

    Processes forked from this one use it too, and do not remove it. Raises NoRoot.
    """
    with _shared.lock:
        if _shared.root is None:
            sweep(_PREFIX)
            _shared.root = _build(python, _shared.held)
            _shared.owner = os.getpid()
        root = _shared.root
        _shared.users += 1
    try:
        yield root
    finally:
        with _shared.lock:
            _shared.users -= 1
            if _shared.users == 0 and _shared.owner == os.getpid():
                _shared.root = None
                _shared.held.close()


def _build(python: Runtime, held: contextlib.ExitStack) -> Root:
    if not _may_chroot():
        raise NoRoot("chroot is refused: root needs the capability SYS_CHROOT")
    with contextlib.ExitStack() as on_failure:
        try:
            root = Root(on_failure.enter_context(locked_folder(_PREFIX)))
            root.add(python)
        except NoSandbox as error:
            raise NoRoot(error.problem) from None
        except OSError as error:
            raise NoRoot(f"it cannot be created: {error}; {_ELSEWHERE}") from None
        root.check(python.command[0])
        held.push(on_failure.pop_all())
    return root


def _may_chroot() -> bool:
    status = Path("/proc/self/status").read_text()
    [capabilities] = re.findall(r"^CapEff:\s*(\w+)$", status, re.MULTILINE)
    return bool(int(capabilities, 16) >> _SYS_CHROOT & 1)
