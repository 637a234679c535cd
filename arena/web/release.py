"""Which release of the program runs this arena."""

from functools import cache
from importlib import metadata


@cache
def release() -> str:
    """The version of the installed package; empty in a source tree without one."""
    try:
        return metadata.version("goat-arena")
    except metadata.PackageNotFoundError:
        return ""
