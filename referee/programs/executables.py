"""Checks an executable's header, so that its author learns at once that it cannot run here."""

import functools
import platform
import struct
from pathlib import Path
from typing import Literal

from referee.programs.archive import ELF, BadProgram
from referee.programs.kinds import kind_of_file

# How a header numbers the kinds of processors.
_PROCESSORS = {
    2: "SPARC",
    3: "32-bit x86",
    8: "MIPS",
    20: "PowerPC",
    21: "64-bit PowerPC",
    22: "S/390",
    40: "32-bit ARM",
    62: "x86-64",
    183: "64-bit ARM",
    243: "RISC-V",
    258: "LoongArch",
}
_MACHINES = {"x86_64": 62, "aarch64": 183}
# The loaders of dynamic programs that are linked to the usual C library.
_LOADERS = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}
_LOAD, _LOADER = 1, 3  # types of segments
_SEGMENT = struct.Struct("<IIQQQQQQ")  # type, flags, offset, address, address, length, …
_MAX_SEGMENTS = 65536 // _SEGMENT.size  # as in Linux
_OBJECT_FILE, _EXECUTABLE, _SHARED = 1, 2, 3  # most executables are of type 3 today


def check_executable(content: bytes) -> None:
    """Raises BadProgram unless Linux on this machine can run it."""
    if not content.startswith(ELF):
        kind = kind_of_file(content)
        raise BadProgram(
            f"main is {kind.text if kind else 'a file'}, not a Linux executable (ELF); a script"
            " needs its suffix, as in main.py"
        )
    # A program for a processor of the other byte order is none for this machine anyway.
    order: Literal["little", "big"] = "big" if content[5:6] == b"\x02" else "little"
    form, machine = (int.from_bytes(content[place : place + 2], order) for place in (16, 18))
    if form == _OBJECT_FILE:
        raise BadProgram("this is an object file (.o), not an executable; link it")
    right = machine == _MACHINES.get(platform.machine())
    well_formed = content[4:6] == b"\x02\x01" and form in (_EXECUTABLE, _SHARED)
    if not right and (well_formed or machine in _PROCESSORS):
        processor = _PROCESSORS.get(machine, "another processor")
        raise BadProgram(
            f"the executable is for {processor}, not for this processor ({platform.machine()});"
            " build it for that"
        )
    if len(content) < 64 or not well_formed:
        raise BadProgram("the executable is not a 64-bit Linux program; build it as one")
    loader = _loader_of(content)
    if loader and loader not in (_LOADERS.get(platform.machine()), _loader_of_host()):
        raise BadProgram(
            f"the executable needs the loader {loader[:80]!a}, which bots do not have; link it"
            " statically (-static)"
        )


def _loader_of(content: bytes) -> str:
    """The program that loads a dynamic executable; empty for a static one.

    Raises BadProgram for what Linux would not start: a match would be void, and not lost.
    """
    (table,) = struct.unpack_from("<Q", content, 32)
    size, number = struct.unpack_from("<HH", content, 54)
    if size != _SEGMENT.size or not 0 < number <= _MAX_SEGMENTS:
        raise _damaged()
    loaders, loaded = [], 0
    for at in range(table, table + number * size, size):
        if at + size > len(content):
            raise _damaged()
        kind, _, offset, _, _, length, _, _ = _SEGMENT.unpack_from(content, at)
        if kind in (_LOAD, _LOADER) and offset + length > len(content):
            raise _damaged()
        if kind == _LOADER:
            loaders.append(content[offset : offset + length])
        loaded += kind == _LOAD
    if not loaded or (loaders and not loaders[0].endswith(b"\0")):
        raise _damaged()
    return loaders[0][:-1].decode("ascii", "replace") if loaders else ""


@functools.cache
def _loader_of_host() -> str:
    try:
        return _loader_of(Path("/bin/sh").read_bytes())
    except (OSError, BadProgram, struct.error):
        return ""


def _damaged() -> BadProgram:
    return BadProgram("the executable is damaged or cut off; build it again")
