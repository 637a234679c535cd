"""The reference bots of referee/programs/reference_bots.py, submitted like any other bot."""

import ast
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from arena.accounts.models import User
from arena.bots.models import Version
from arena.bots.submission import SameVersion, submit
from referee.programs.languages import PYTHON
from referee.programs.program import load_program
from referee.programs.reference_bots import FOLDER, HOUSE, ReferenceBot, reference_bots


def description(bot: ReferenceBot) -> str:
    """The first line of the docstring of its main file."""
    docstring = ast.get_docstring(ast.parse(bot.main.read_bytes())) or ""
    return docstring.partition("\n")[0]


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
    """Submits every reference bot that has changed. Returns the current version of each."""
    return submit_bots(reference_bots(folder))


def submit_bots(bots: Iterable[ReferenceBot]) -> list[Version]:
    """Submits those of these bots that have changed. Returns the current version of each."""
    owner = house()
    # The same whatever languages the arena accepts first, or each bot would get a new version.
    language = PYTHON.name if PYTHON.name in settings.BOT_RUNTIMES else ""
    versions = []
    for bot in bots:
        content = load_program(bot.path).content
        try:
            version = submit(
                owner, bot.ruleset, bot.name, content, description(bot), language=language
            )
        except SameVersion as same:
            version = same.version
        versions.append(version)
    return versions
