"""bwrap's options: how to isolate a bot, and which files of the host to show."""

import functools
import os
from pathlib import PurePath

from referee.programs.languages import file_mode
from referee.programs.runtimes import Runtime

_NOBODY = "65534"
PROGRAM = "/bot"  # the folder of the bot's program, and its working folder
ENVIRONMENT = {"PATH": "/usr/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "USER": "bot"}
_DEVICES = ("null", "zero", "random", "urandom")


def isolation(users: bool = True, first: bool = True) -> list[str]:
    """`users`: in a user namespace. `first`: the bot is process 1 of its namespace, so that killing
    it kills all processes there."""
    options = ["--as-pid-1"] if first else []
    if users:
        options += ["--unshare-user", "--uid", _NOBODY, "--gid", _NOBODY]
        options += ["--disable-userns"] if _kernel_settings_writable() else []
    options += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-cgroup-try"]
    options += ["--unshare-uts", "--hostname", "bot"]
    options += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        options += ["--setenv", name, value]
    return options


def _kernel_settings_writable() -> bool:
    """In a container they often are not. bwrap cannot limit user namespaces by them then, and only
    the system call filter forbids new ones."""
    return not os.statvfs("/proc/sys").f_flag & os.ST_RDONLY


def shown_files(runtime: Runtime, program: dict[str, int]) -> list[str]:
    """The files that the bot sees. `program` maps its own paths to descriptors of their content."""
    arguments = list(_same_for_all_programs(runtime))
    for folder in sorted({up for path in program for up in _parents(path)}):
        arguments += ["--perms", "0755", "--dir", folder]
    for path, descriptor in program.items():
        mode = f"{file_mode(path) & 0o555:04o}"
        arguments += ["--perms", mode, "--file", str(descriptor), path]
    return [*arguments, "--remount-ro", "/"]


@functools.lru_cache(64)
def _same_for_all_programs(runtime: Runtime) -> tuple[str, ...]:
    """The options for everything but the program."""
    bound = [*((path, path) for path in runtime.files), *runtime.folders]
    devices = [f"/dev/{name}" for name in _DEVICES]
    shown = [path for _, path in bound] + [path for path, _ in runtime.links] + devices
    arguments: list[str] = []
    # bwrap would make them accessible to its own user only.
    for folder in sorted({up for path in shown for up in _parents(path)}):
        arguments += ["--perms", "0755", "--dir", folder]
    for source, path in bound:
        arguments += ["--ro-bind", source, path]
    for path, target in runtime.links:
        arguments += ["--symlink", target, path]
    for path in runtime.hidden:
        arguments += ["--size", "4096", "--perms", "0555", "--tmpfs", path, "--remount-ro", path]
    for path in devices:
        arguments += ["--dev-bind", path, path]
    for variable, value in runtime.environment:
        arguments += ["--setenv", variable, value]
    size = str(runtime.language.policy.tmp_bytes)
    return (*arguments, "--size", size, "--perms", "1777", "--tmpfs", "/tmp", "--chdir", PROGRAM)


@functools.lru_cache(1024)  # called at each start for the same files
def _parents(path: str) -> tuple[str, ...]:
    """Its parent folders, without the root."""
    return tuple(map(str, list(PurePath(path).parents)[:-1]))
