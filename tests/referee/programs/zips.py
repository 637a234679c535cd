"""Zips as authors and attackers make them."""

import io
import zipfile

import pytest

from referee.programs.archive import BadProgram, Limits
from referee.programs.program import read_program

MAIN = b"print('ready')\n"


def pack(*files: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return buffer.getvalue()


def pack_with(name: str, file_type: int, content: bytes = b"main.py") -> bytes:
    """A zip with main.py and one entry of another file type, as Unix archivers write it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main.py", MAIN)
        entry = zipfile.ZipInfo(name)
        entry.create_system = 3
        entry.external_attr = (file_type | 0o777) << 16
        archive.writestr(entry, content)
    return buffer.getvalue()


def problem(content: bytes, limits: Limits | None = None) -> str:
    """Why this program is refused."""
    with pytest.raises(BadProgram) as caught:
        read_program(content, limits or Limits())
    return str(caught.value)
