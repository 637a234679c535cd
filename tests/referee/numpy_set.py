"""A set of packages with the numpy that the tests are installed with; nothing is downloaded."""

import contextlib
import functools
import importlib.metadata
import importlib.util
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.programs.package_sets import Package, PackageSet, forget_package_sets
from referee.programs.runtimes import python_version

NAME = "python-numpy"
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
WHY_NOT = ""
if python_version() != HERE:
    WHY_NOT = f"the numpy of these tests is for Python {HERE}, and bots run on another"
elif importlib.util.find_spec("numpy") is None:
    WHY_NOT = "numpy is not installed"
needs_numpy = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)


@contextlib.contextmanager
def numpy_folder() -> Iterator[Path]:
    """A folder of sets that every user can read, with numpy in it if it fits the bots' Python."""
    with tempfile.TemporaryDirectory(prefix="goat-test-sets-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GOAT_RUNTIMES", name)
            if not WHY_NOT:
                install_numpy()
        yield folder


def install_numpy(name: str = NAME) -> PackageSet:
    """Makes a set in the folder that GOAT_RUNTIMES names, as `goat runtime build` would."""
    numpy = importlib.metadata.distribution("numpy")
    packages = (Package("numpy", numpy.version, "0" * 64),)
    made = PackageSet(name, HERE, sysconfig.get_platform(), packages, ("numpy",))
    for file in numpy.files or ():
        if ".." not in file.parts and "tests" not in file.parts:
            _link_or_copy(Path(str(numpy.locate_file(file))), made.folder / file)
    lock = Path(os.environ["GOAT_RUNTIMES"], f"{name}.json")
    lock.write_text(made.lock())
    forget_package_sets()
    return made


def _link_or_copy(path: Path, target: Path) -> None:
    _make_folder(target.parent)
    try:
        target.hardlink_to(path)
    except OSError:
        shutil.copy2(path, target)


@functools.cache
def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
