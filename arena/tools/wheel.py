"""The arena's own package as a wheel, so that authors need no registry for it.

It is packed from the files that run here: from a source tree and from an installed wheel, without
a build. The format: packaging.python.org, "Binary distribution format".
"""

import base64
import io
import threading
import zipfile
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from arena.tools.package_files import descriptions, package_files, version

# The time of every file, so that the same files make the same wheel.
TIME = (2020, 2, 2, 0, 0, 0)
MODE = 0o100644
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
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = MODE << 16
            entry.create_system = 3  # Unix, whatever system the arena runs on
            archive.writestr(entry, content)
    content = buffer.getvalue()
    return Wheel(f"goat_arena-{number}-py3-none-any.whl", content, sha256(content).hexdigest())


def _record(files: dict[str, bytes], own: str) -> bytes:
    """Each file with its hash and size; the list itself has neither."""
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()
