"""The packages of this installation that a Python bot may bring with it: `library` in `goat.toml`.

A bot runs without goat, so it takes their files along in its zip. An arena that upgrades does not
change them: the bot keeps the rules and the search that it was submitted with.
"""

from pathlib import Path
from typing import Final

import engine

# Each with the packages that it imports.
LIBRARY: Final = {"engine": ("engine",), "strategy": ("strategy", "engine")}
_FOLDER = Path(engine.__file__).resolve().parent.parent


def library_files(packages: tuple[str, ...]) -> dict[str, Path]:
    """The source files of these packages and of what they import, by their names in the zip."""
    wanted = sorted({needed for package in packages for needed in LIBRARY[package]})
    return {
        path.relative_to(_FOLDER).as_posix(): path
        for package in wanted
        for path in sorted((_FOLDER / package).rglob("*.py"))
    }
