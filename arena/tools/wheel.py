"""The arena's own package as a wheel, so that authors need no registry for it.

It is packed from the files that run here: from a source tree and from an installed wheel, without
a build. The format: packaging.python.org, "Binary distribution format".
"""

import base64
import threading
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from arena.tools.archive import zipped
from arena.tools.package_files import descriptions, package_files, version

# Threads that ask for the wheel at the same moment wait for one that packs it.
_packing = threading.Lock()


@dataclass(frozen=True)
class Wheel:
    name: str
    content: bytes
    sha256: str


def wheel() -> Wheel:
    """The wheel of this arena; packed once in each process. Raises NoPackage."""
    with _packing:
        return _packed()


@cache
def _packed() -> Wheel:
    number = version()
    folder = f"goat_arena-{number}.dist-info"
    files = {name: path.read_bytes() for name, path in sorted(package_files().items())}
    files |= {f"{folder}/{name}": text.encode() for name, text in descriptions().items()}
    files[f"{folder}/RECORD"] = _record(files, f"{folder}/RECORD")
    content = zipped(files)
    return Wheel(f"goat_arena-{number}-py3-none-any.whl", content, sha256(content).hexdigest())


def _record(files: dict[str, bytes], own: str) -> bytes:
    """Each file with its hash and size; the list itself has neither."""
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()
