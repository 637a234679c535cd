"""Kits as `goat new` writes them and `goat build` builds them."""

import functools
import subprocess
import sys
import tempfile
from pathlib import Path

from referee.cli.main import main
from referee.kits.kit import kit, write
from tests.referee.kits.chosen import ALL

ROOT = Path(__file__).parents[3]


def write_kit(language: str, game: str, folder: Path, name: str = "mybot") -> Path:
    write(kit(language), game, name, folder)
    return folder


@functools.cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="goat-kits-")


@functools.cache
def built_kit(language: str, game: str) -> Path:
    """A kit that is ready to run, built once in a test run."""
    folder = Path(_folder().name) / f"{language}-{game.replace('/', '-')}"
    write_kit(language, game, folder)
    if ALL:
        goat = [sys.executable, "-m", "referee.cli", "build", str(folder)]
        built = subprocess.run(goat, cwd=ROOT, capture_output=True, text=True)
        assert built.returncode == 0, built.stderr
        assert "warning" not in built.stderr
    else:
        assert main(["build", str(folder)]) == 0
    return folder


def command(language: str, folder: Path) -> list[str]:
    """Starts the bot as its README says."""
    first, *rest = kit(language).run.split()
    return [str(folder / first) if first.startswith("./") else first, *rest]
