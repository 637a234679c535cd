"""Folders of files that come with the program: bots and starter kits.

In a source tree they are at the top; a wheel has them inside the package that uses them.
"""

from pathlib import Path


def shipped(name: str, package: str) -> Path:
    """The folder `name`, used by the package whose ``__file__`` is given. It may not exist."""
    inside = Path(package).resolve().parent / name
    return inside if inside.is_dir() else inside.parents[1] / name
