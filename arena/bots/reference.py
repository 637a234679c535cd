"""The reference bots: the programs in ``bots/``, submitted like any other bot.

``random_bot.py`` plays every game and becomes ``house/random-kozel``, ``house/random-ecarte`` …
``kozel.py`` plays the game in its name and becomes ``house/greedy-kozel``; ``kozel_deep.py``
becomes ``house/deep-kozel``. Other files are ignored.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import referee
from arena.accounts.models import User
from arena.bots.models import Version
from arena.bots.submission import SameVersion, submit
from engine.rulesets import RULESETS
from referee.shipped import shipped

FOLDER = shipped("bots", referee.__file__)
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
    """The reference bots in a folder, in a fixed order."""
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
    """The account that owns the reference bots. Nobody can log in to it.

    Raises RuntimeError if a person has an account of that name.
    """
    user, made = User.objects.get_or_create(username=HOUSE, defaults={"is_house": True})
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    elif not user.is_house:
        raise RuntimeError(
            f"the account {HOUSE!r} belongs to a person, but the reference bots need that name: "
            "rename the account"
        )
    return user


def submit_reference_bots(folder: Path = FOLDER) -> list[Version]:
    """Submits every reference bot whose file has changed. Returns the current version of each."""
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
