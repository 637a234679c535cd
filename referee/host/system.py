"""Which operating system this is."""

import sys

_NAMES = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}

NAME = _NAMES.get(sys.platform, sys.platform)
LINUX = NAME == "Linux"
WINDOWS = NAME == "Windows"
