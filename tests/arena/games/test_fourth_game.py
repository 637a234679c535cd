"""A fourth game, added as docs/development.md says: High Card, whose files are in high_card/.

It is added to a copy of the tree. Everything here runs there, in programs of its own.
"""

import filecmp
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = Path(__file__).with_name("high_card")
TREE = ("arena", "bots", "docs", "engine", "referee", "strategy", "templates", "tests", "training")
# What the guide allows: a package of the engine, one of the site, a bot and a chapter.
ALLOWED = {"engine/high_card", "arena/games/high_card", "bots/high_card.py"} | {
    "docs/2-rules-high-card.md"
}
IMPORT = "from engine.high_card.ruleset import HighCard\n"
LINE = '    "high-card": HighCard,\n'
pytestmark = pytest.mark.timeout(400)  # each test starts several programs
NO_CACHE = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the tree with the fourth game."""
    folder = tmp_path_factory.mktemp("fourth") / "tree"
    for name in TREE:
        shutil.copytree(ROOT / name, folder / name)  # with what is compiled of it
    for name in ("pyproject.toml", "manage.py"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(FILES, folder, dirs_exist_ok=True, ignore=NO_CACHE)
    rulesets = folder / "engine/rulesets.py"
    source = rulesets.read_text()
    for before, line in (("from engine.kozel", IMPORT), ('    "ecarte": ', LINE)):
        assert source.count(before) == 1
        source = source.replace(before, line + before)
    rulesets.write_text(source)
    yield folder
    shutil.rmtree(folder)


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A Python program in the tree, with data of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(tree),
        "TMPDIR": str(tree.parent),
        "GOAT_DATA": str(tree.parent / "data"),
        "DJANGO_SETTINGS_MODULE": "arena.settings",
        "ALLOWED_HOSTS": "testserver",
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def goat(tree: Path, *arguments: str) -> str:
    done = run(tree, "-m", "referee.cli", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_else_is_added_or_changed(tree: Path) -> None:
    def parts(path: str) -> set[str]:
        return {path, *map(str, Path(path).parents)}

    changed = set()
    for path in filter(Path.is_file, tree.rglob("*")):
        name = str(path.relative_to(tree))
        before = ROOT / name
        if "__pycache__" not in name and not (
            before.is_file() and filecmp.cmp(path, before, shallow=False)
        ):
            changed.add(name)
    assert {name for name in changed if not parts(name) & ALLOWED} == {"engine/rulesets.py"}
    lines = (tree / "engine/rulesets.py").read_text().splitlines(keepends=True)
    before = (ROOT / "engine/rulesets.py").read_text().splitlines(keepends=True)
    assert [line for line in lines if line not in (IMPORT, LINE)] == before
    assert len(lines) == len(before) + 2


def test_goat_checks_plays_verifies_and_shows_it(tree: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    off = ("--sandbox", "off")
    goat(tree, "check", "high-card", "bots/high_card.py", *off)
    bots = ("bots/high_card.py", "bots/random_bot.py")
    goat(tree, "play", "high-card", *bots, "--pairs", "2", "--record", str(record), *off)
    assert json.loads(record.read_text())["ruleset"] == "high-card"
    goat(tree, "verify", str(record))
    shown = goat(tree, "replay", str(record))
    assert "high-card" in shown
    assert "card " in shown


def test_goat_writes_a_starter_kit_that_plays_it(tree: Path, tmp_path: Path) -> None:
    goat(tree, "new", "high-card", "mybot", "--folder", str(tmp_path / "kit"))
    assert "until then the first legal move" in (tmp_path / "kit" / "main.py").read_text()
    goat(tree, "check", str(tmp_path / "kit"), "--sandbox", "off", "--pairs", "1")


def test_the_tests_of_every_game_take_it_in(tree: Path) -> None:
    folders = ("tests/engine", "tests/arena/games/test_games.py", "tests/arena/pages")
    done = run(
        tree,
        *("-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", "-v", "-k", "high-card"),
        "--nomigrations",
        *("--ignore", "tests/engine/test_compiled.py"),  # compiling takes minutes
        *folders,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    for test in ("test_properties", "test_secrets", "test_documented", "test_rules", "test_games"):
        assert f"{test}.py::" in done.stdout


def test_the_site_has_its_pages(tree: Path) -> None:
    done = run(tree, "tests/arena/games/fourth_game_pages.py")
    assert done.returncode == 0, done.stdout + done.stderr
