"""The libraries that Python needs appear in one folder, and no others."""

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from referee.programs.program import read_program
from referee.programs.runtimes import Runtime
from referee.sandbox import libraries
from referee.sandbox.libraries import gathered
from referee.sandbox.resources import Resources
from referee.sandbox.selection import open_tier, tiers_to_try
from tests.referee.sandbox.bots import hear_all
from tests.referee.sandbox.hosts import PATIENCE
from tests.referee.sandbox.slots import own_slot

SLOT = own_slot(4)
MODULES = "_bz2 _ctypes _hashlib _lzma _sqlite3 _ssl _uuid pyexpat readline zlib".split()
LOOK = f"""
import importlib, json, os
found = []
for name in {MODULES}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        found.append(str(error))
print(json.dumps([found, sorted(os.listdir("/libraries"))]))
"""


@pytest.fixture(params=["linked", "copied"])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the libraries get into the folder."""
    if request.param == "copied":
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    return str(request.param)


@pytest.fixture
def python() -> Runtime:
    return Resources().runtime("python")


@pytest.mark.usefixtures("how")
@pytest.mark.parametrize("tier", [tier for tier in tiers_to_try() if tier != "B"])
def test_extension_modules_find_their_libraries_and_the_folder_has_no_others(
    tier: str, python: Runtime
) -> None:
    program = read_program(LOOK.encode())
    with (
        closing(open_tier(tier)) as sandbox,
        sandbox.start(program, slot=SLOT, seat=0, cpu=None) as process,
    ):
        failures, shown = json.loads(hear_all(process.stdout))
        assert process.exit(PATIENCE) == "exit code 0"
    # The terminal's is left out on purpose.
    assert all("readline" in failure for failure in failures)
    assert shown == sorted(Path(path).name for path, _ in gathered_links(python))
    assert shown


def gathered_links(python: Runtime) -> tuple[tuple[str, str], ...]:
    with gathered(python, for_others=False) as runtime:
        return runtime.links


@pytest.mark.usefixtures("how")
def test_the_folder_is_removed_and_the_libraries_are_unchanged(python: Runtime) -> None:
    before = {path: Path(path).stat().st_mode for path in python.files}
    with gathered(python, for_others=False) as runtime:
        [(folder, shown)] = runtime.folders
        assert {f"{shown}/{path.name}" for path in Path(folder).iterdir()} == {
            target for _, target in runtime.links
        }
        assert {*runtime.files, *(path for path, _ in runtime.links)} == set(python.files)
    assert not Path(folder).exists()
    assert {path: Path(path).stat().st_mode for path in python.files} == before


@pytest.mark.parametrize("why", ["noexec", "private", "full", "other file system"])
def test_where_links_do_not_work_libraries_are_copied_or_shown_one_by_one(
    monkeypatch: pytest.MonkeyPatch, python: Runtime, why: str
) -> None:
    if why == "noexec":
        flags = os.statvfs_result((*os.statvfs("/tmp")[:8], os.ST_NOEXEC, 255))
        monkeypatch.setattr(os, "statvfs", lambda path: flags)
    elif why == "private":
        monkeypatch.setattr(libraries, "readable_by_others", lambda path: False)
    else:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
        if why == "full":
            monkeypatch.setattr("shutil.copyfile", refuse)
    with gathered(python, for_others=True) as runtime:
        assert (runtime is python) == (why != "other file system")
        for folder, _ in runtime.folders:
            assert all(os.access(path, os.R_OK | os.X_OK) for path in Path(folder).iterdir())


def refuse(*_: object) -> None:
    raise OSError("refused")
