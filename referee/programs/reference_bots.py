"""The reference bots that come with the package, under the names that they have on every arena.

``random_bot.py`` plays every game and is ``house/random-kozel``, ``house/random-ecarte`` …
``kozel.py`` plays the game in its name and is ``house/greedy-kozel``; ``kozel_deep.py``, or a
folder ``kozel_deep`` with a main.py, is ``house/deep-kozel``. Other files are ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import referee
from engine.rulesets import RULESETS
from referee.shipped import shipped

FOLDER = shipped("bots", referee.__file__)
HOUSE = "house"


@dataclass(frozen=True)
class ReferenceBot:
    name: str
    ruleset: str
    path: Path  # a file, or a folder

    @property
    def searches(self) -> bool:
        """Whether it thinks about its moves, so that a game takes seconds."""
        return self.name.startswith(("medium-", "strong-"))

    @property
    def main(self) -> Path:
        """The file at which it starts."""
        return self.path / "main.py" if self.path.is_dir() else self.path

    def __str__(self) -> str:
        return f"{HOUSE}/{self.name}"


def reference_bots(folder: Path = FOLDER) -> Iterator[ReferenceBot]:
    """The reference bots in a folder, in a fixed order."""
    for path in sorted([*folder.glob("*.py"), *(main.parent for main in folder.glob("*/main.py"))]):
        if path.stem.endswith("_bot"):
            style = path.stem.removesuffix("_bot").replace("_", "-")
            for ruleset in RULESETS:
                yield ReferenceBot(f"{style}-{ruleset}", ruleset, path)
            continue
        for ruleset in RULESETS:
            prefix = ruleset.replace("-", "_")
            if path.stem == prefix or path.stem.startswith(f"{prefix}_"):
                style = path.stem.removeprefix(prefix).strip("_").replace("_", "-") or "greedy"
                yield ReferenceBot(f"{style}-{ruleset}", ruleset, path)
