"""Which files make up the installed package, and where they are.

They are those of a wheel from which this arena was installed, or those of a source tree.
"""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from django.conf import settings

DISTRIBUTION = "goat-arena"
# The folders of a source tree, by their names in a wheel: as pyproject.toml has them.
FOLDERS = {
    "engine": "engine",
    "strategy": "strategy",
    "referee": "referee",
    "training": "training",
    "arena": "arena",
    "referee/bots": "bots",
    "arena/templates": "templates",
    "arena/docs": "docs",
}
# Kinds of files that the program has. A test fails if it has others too.
SUFFIXES = frozenset(
    ".py .html .js .css .svg .png .md .json .toml .yml .txt .po .mo"
    " .c .h .cpp .rs .go .mod .java .ts .mjs".split()
)
NAMES = frozenset({"Dockerfile", "Makefile"})
# What the distribution says of itself. pip writes the other files of the folder itself.
DESCRIPTIONS = ("METADATA", "WHEEL", "entry_points.txt", "licenses/LICENSE")


class NoPackage(RuntimeError):
    """This arena runs from files that are not installed as a package."""


def package_files() -> dict[str, Path]:
    """The files by their names in a wheel, without the distribution's own. Raises NoPackage."""
    tree = settings.BASE_DIR
    if (tree / "pyproject.toml").is_file():
        return {
            f"{name}/{path.relative_to(tree / folder).as_posix()}": path
            for name, folder in FOLDERS.items()
            for path in _files(tree / folder)
        }
    names = {name.partition("/")[0] for name in FOLDERS}
    return {
        file.as_posix(): Path(str(file.locate()))
        for file in _distribution().files or ()
        if file.parts[0] in names and _belongs(file.parts)
    }


def descriptions() -> dict[str, str]:
    """The texts that describe the distribution, by their names in its folder. Raises NoPackage."""
    found = {name: _distribution().read_text(name) for name in DESCRIPTIONS}
    return {name: text for name, text in found.items() if text is not None}


def version() -> str:
    """Raises NoPackage."""
    return _distribution().version


def _distribution() -> metadata.Distribution:
    try:
        return metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise NoPackage(f"{DISTRIBUTION} is not installed: pip install --editable .") from None


def _files(folder: Path) -> Iterator[Path]:
    data = Path(settings.DATA_DIR).resolve()
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.resolve().is_relative_to(data):
            continue
        if _belongs(path.relative_to(folder).parts):
            yield path


def _belongs(parts: tuple[str, ...]) -> bool:
    """Not what Python, an editor or a person leaves beside the program: such a file may be secret,
    and the arena gives the package to everyone."""
    hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
    return not hidden and (Path(parts[-1]).suffix in SUFFIXES or parts[-1] in NAMES)
