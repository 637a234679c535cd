"""Wheels of the libraries that `goat` needs, for a class without the internet.

An operator puts them into the folder GOAT_TOOLS_WHEELS. pip reads their list as it reads any page
that `--find-links` names.
"""

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+!-]*\.whl")


def wheel_names() -> list[str]:
    """The wheels in the folder; empty without one."""
    if not settings.TOOLS_WHEELS:
        return []
    try:
        found = [path.name for path in Path(settings.TOOLS_WHEELS).iterdir() if path.is_file()]
    except OSError:
        return []
    return sorted(name for name in found if _NAME.fullmatch(name))


def wheel_content(name: str) -> bytes | None:
    """None if there is no such wheel."""
    if name not in wheel_names():
        return None
    try:
        return (Path(settings.TOOLS_WHEELS) / name).read_bytes()
    except OSError:
        return None


def wheel_digest(name: str) -> str:
    """The SHA-256 of a wheel of the folder; empty if it has just been removed."""
    path = Path(settings.TOOLS_WHEELS) / name
    try:
        status = path.stat()
        return _digest(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return ""


@lru_cache(maxsize=1000)
def _digest(path: Path, changed: int, size: int) -> str:
    return sha256(path.read_bytes()).hexdigest()
