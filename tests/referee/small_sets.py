"""Sets of packages that hold one small module each; no pip is needed."""

import sysconfig
from pathlib import Path

from referee.programs.package_sets import Package, PackageSet, forget_package_sets
from referee.programs.runtimes import python_version


def small_set(folder: Path, name: str = "python-tiny", version: str = "1.0") -> PackageSet:
    """Puts a set with the package `tiny` of this version into the folder, which GOAT_RUNTIMES
    names."""
    package = Package("tiny", version, f"{hash(version) & 0xFFFF:064x}")
    made = PackageSet(name, python_version(), sysconfig.get_platform(), (package,), ("tiny",))
    made.folder.mkdir(parents=True, exist_ok=True)
    (made.folder / "tiny.py").write_text(f"VERSION = {version!r}\n")
    (folder / f"{name}.json").write_text(made.lock())
    forget_package_sets()
    return made
