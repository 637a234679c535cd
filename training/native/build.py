"""Compiles the batch steps in C, with the C compiler of this machine, into a folder of the user.

Nothing is compiled when the package is installed, and nothing but a C compiler is needed: the
libraries are loaded with ctypes and know nothing of Python. The name of a library has a digest of
its source in it, so that one of an older version is never loaded.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent
# By ruleset: the C file of its batch step.
FILES: Final = {"ecarte": "ecarte.c", "svoi-kozyri": "svoi_kozyri.c"}
# For any processor of the machine's kind: a home folder may be shared by different ones.
FLAGS: Final = ("-std=c11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror=vla")


class CannotBuild(Exception):
    """The compiler reported an error, or its result cannot be stored or loaded."""


class NoCompiler(CannotBuild):
    """There is no C compiler on this machine."""


def cache_folder() -> Path:
    """Where libraries are kept: ``goat-arena/native`` in the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "goat-arena/native"


def library(ruleset: str) -> Path:
    """Where the library of a ruleset of FILES is, or will be once it is built."""
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*.[ch]")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    digest.update(" ".join([*FLAGS, platform.system(), platform.machine()]).encode())
    return cache_folder() / f"{ruleset}-{digest.hexdigest()[:16]}.so"


def find_compiler() -> str:
    """The C compiler: the environment's ``CC``, Python's own, or one on the PATH.

    Raises NoCompiler.
    """
    given = os.environ.get("CC")
    own = (sysconfig.get_config_var("CC") or "cc").split()[0]
    for name in [given] if given else [own, "cc", "gcc", "clang"]:
        if found := shutil.which(name):
            return found
    raise NoCompiler(
        f"no C compiler: {given or 'cc, gcc and clang'} is not on the PATH; install one "
        "(Debian and Ubuntu: apt-get install gcc), or name one in the variable CC"
    )


def build(ruleset: str) -> Path:
    """The library of a ruleset of FILES, compiled unless it is there. Raises CannotBuild."""
    result = library(ruleset)
    if result.exists():
        return result
    compiler = find_compiler()
    try:
        result.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=result.parent) as folder:
            made = Path(folder, result.name)
            command = [compiler, *FLAGS, "-o", str(made), str(SOURCES / FILES[ruleset])]
            compiling = subprocess.run(command, capture_output=True, text=True)
            if compiling.returncode:
                output = (compiling.stderr or compiling.stdout)[-2000:]
                raise CannotBuild(f"{compiler} could not compile {FILES[ruleset]}:\n{output}")
            # At once, since others may build the same library now, or load it.
            made.replace(result)
    except OSError as error:
        raise CannotBuild(
            f"the library cannot be written to {result.parent}: {error}; name another folder in "
            "the variable XDG_CACHE_HOME"
        ) from error
    return result
