"""SHA-256 from the interpreter itself, where it has one, as `random` takes its own hash too.

hashlib loads all of OpenSSL, which is a tenth of the memory that a match takes, and is no faster on
what is hashed here: a block or two.
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
