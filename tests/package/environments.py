"""Python environments outside the source tree, with nothing but the wheel and what it asks for."""

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

MB = 1_000_000


@dataclass(frozen=True)
class Author:
    """An author's shell: an installed `goat`, a folder to work in, and nothing of the source tree.

    The home folder is the author's own too.
    """

    python: Path
    folder: Path

    @property
    def goat(self) -> Path:
        return self.python.with_name("goat")

    def environment(self) -> dict[str, str]:
        inherited = {key: os.environ[key] for key in ("LANG", "TMPDIR") if key in os.environ}
        path = f"{self.python.parent}:/usr/bin:/bin"
        # Processors of its own: other matches on this host are none of its business.
        slots = str(self.folder.parent / "slots")
        return inherited | {"PATH": path, "HOME": str(self.folder), "GOAT_CPU_SLOTS": slots}

    def run(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Runs a command of the environment, and waits for its end."""
        return subprocess.run(
            [str(self.python.with_name(words[0])), *words[1:]],
            cwd=self.folder,
            env=self.environment() | environment,
            capture_output=True,
            text=True,
            timeout=100,
        )


def linked(folder: Path, wheel: Path) -> Author:
    """The wheel is installed by pip; what it requires is linked from this interpreter's own.

    So there are no downloads, and still nothing else can be imported.
    """
    author = _empty(folder)
    pip = [sys.executable, "-m", "pip", "--python", str(author.python), "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--no-compile", str(wheel)], check=True)
    link_requirements(folder / "environment")
    return author


def link_requirements(environment: Path) -> None:
    """Links what the package requires, as if pip had installed it from its index."""
    (packages,) = environment.glob("lib/python*/site-packages")
    for found in requirements(distribution("goat-arena")):
        for top in {path.parts[0] for path in found.files or () if path.parts[0] != ".."}:
            source = Path(str(found.locate_file(top)))
            if top != "__pycache__" and source.exists() and not (packages / top).exists():
                (packages / top).symlink_to(source)


def downloaded(folder: Path, what: str) -> Author:
    """As an author's: a new environment, and ``pip install`` of a file or address."""
    author = _empty(folder)
    pip = [sys.executable, "-m", "pip", "--python", str(author.python), "--quiet"]
    subprocess.run([*pip, "install", what], check=True)
    return author


def requirements(of: Distribution) -> list[Distribution]:
    """What a distribution needs without extras, and what those need, as they are installed here."""
    found: dict[str, Distribution] = {}
    waiting = [of]
    while waiting:
        for text in waiting.pop().requires or ():
            requirement = Requirement(text)
            applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if applies and requirement.name.lower() not in found:
                found[requirement.name.lower()] = distribution(requirement.name)
                waiting.append(found[requirement.name.lower()])
    return list(found.values())


def sizes(author: Author) -> dict[str, float]:
    """Megabytes on the disk that each package takes, by its name in site-packages."""
    (packages,) = author.python.parents[1].glob("lib/python*/site-packages")
    return {
        path.name: sum(file.lstat().st_blocks * 512 for file in (path, *path.rglob("*"))) / MB
        for path in packages.iterdir()
    }


def _empty(folder: Path) -> Author:
    folder.mkdir(parents=True, exist_ok=True)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    work = folder / "work"
    work.mkdir()
    return Author(environment / "bin" / "python", work)
