"""The house's bots: the programs in ``bots/``, handed in as anyone's would be.

``random_bot.py`` plays every game and becomes ``house/random-kozel``, ``house/random-ecarte`` …;
``kozel.py`` plays the game it is named after and becomes ``house/greedy-kozel``;
``kozel_deep.py`` becomes ``house/deep-kozel``. Other files are no bots.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from arena.accounts.models import User
from arena.bots.models import Version
from arena.bots.submission import SameVersion, submit
from engine.rulesets import RULESETS

FOLDER: Path = settings.BASE_DIR / "bots"
HOUSE = "house"


@dataclass(frozen=True)
class ReferenceBot:
    name: str
    ruleset: str
    path: Path

    @property
    def description(self) -> str:
        """The first line of the file's docstring."""
        docstring = ast.get_docstring(ast.parse(self.path.read_bytes())) or ""
        return docstring.partition("\n")[0]


def reference_bots(folder: Path = FOLDER) -> Iterator[ReferenceBot]:
    """Every bot that the files of the folder make, in a fixed order."""
    for path in sorted(folder.glob("*.py")):
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


def house() -> User:
    """The account that owns the reference bots. Nobody can log in to it."""
    user, made = User.objects.get_or_create(username=HOUSE, defaults={"is_house": True})
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    elif not user.is_house:
        raise RuntimeError(
            f"the account {HOUSE!r} is a person's; rename it, since the reference bots need it"
        )
    return user


def submit_reference_bots(folder: Path = FOLDER) -> list[Version]:
    """Hands in every reference bot whose file has changed; the version of each that is current."""
    owner = house()
    versions = []
    for bot in reference_bots(folder):
        content = bot.path.read_bytes()
        try:
            version = submit(owner, bot.ruleset, bot.name, content, bot.description)
        except SameVersion as same:
            version = same.version
        versions.append(version)
    return versions
