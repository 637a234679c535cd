"""SHA-256 from the interpreter's own module where it has one.

hashlib loads all of OpenSSL, which takes a tenth of the memory of a match, and it is no faster on
the one or two blocks that the engine hashes. `random` imports its hash in the same way.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # before Python 3.12
        except ImportError:
            from hashlib import sha256

__all__ = ["sha256"]
