"""How files are opened."""

import os

from referee.host.system import WINDOWS

# A new file, in whose place there is nothing, not even a link. Windows would translate line ends.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
NEW_FILE = _NEW | (getattr(os, "O_BINARY", 0) if WINDOWS else os.O_NOFOLLOW)
