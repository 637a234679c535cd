"""What the distributions hold, and that everybody who builds them gets the same files."""

import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from engine.rulesets import RULESETS
from tests.package.building import ROOT, build
from tests.package.environments import Author

# What the arena and `goat` read beside their modules.
DATA = (
    "referee/bots/*.py",
    "arena/templates/base.html",
    "arena/docs/*.md",
    "arena/*/static/*/*.js",
    "arena/*/migrations/0001_initial.py",
    "arena/embedded/management/commands/demo.py",
    *(f"arena/games/{name.replace('-', '_')}/rules.html" for name in RULESETS),
    *(f"arena/games/{name.replace('-', '_')}/static/table.js" for name in RULESETS),
)
# The folders of the tree, and where they are in the wheel.
PLACES = {name: name for name in ("engine", "strategy", "referee", "training", "arena")} | {
    "bots": "referee/bots",
    "templates": "arena/templates",
    "docs": "arena/docs",
}


def test_the_wheel_holds_every_file_of_the_program_and_nothing_else(wheel: Path) -> None:
    expected = {
        f"{place}/{path.relative_to(ROOT / top).as_posix()}"
        for top, place in PLACES.items()
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == expected


@pytest.mark.parametrize("pattern", DATA)
def test_the_wheel_holds_the_files_that_are_read_beside_the_code(wheel: Path, pattern: str) -> None:
    assert any(Path(name).match(pattern) for name in zipfile.ZipFile(wheel).namelist())


def test_the_source_distribution_builds_the_same_wheel(
    distributions: list[Path], tmp_path: Path
) -> None:
    sdist, wheel = distributions
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    (again,) = build(tree, tmp_path / "dist", "wheel")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_source_distribution_holds_the_tests_and_no_data_of_an_arena(
    distributions: list[Path],
) -> None:
    with tarfile.open(distributions[0]) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    tops = {name.partition("/")[0] for name in names}
    assert {"tests", "Makefile", "README.md", "LICENSE", "manage.py"} <= tops
    assert not tops & {"var", ".ci", ".venv", "screenshots", "dist", "build"}
    assert not [name for name in names if name.endswith((".pyc", ".sqlite3", "secret.key"))]


def test_the_commands_need_no_library_of_the_arena(author: Author) -> None:
    code = """if True:
        import sys, referee.cli.main, referee.cli.commands
        print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1:])))
    """
    found = author.run("python", "-c", code, "django", "numpy", "rustworkx", "celery", "arena")
    assert (found.stdout.strip(), found.stderr) == ("", "")
    assert sys.prefix not in author.run("python", "-c", "import sys; print(sys.path)").stdout


def test_the_docs_name_the_wheel_of_this_version(wheel: Path) -> None:
    for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")):
        named = set(re.findall(r"goat_arena-[^\s/]*?\.whl", path.read_text()))
        assert named <= {wheel.name}, path
