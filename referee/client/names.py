"""Bots, versions and matches, as the command line names them."""

import re
from dataclasses import dataclass

from referee.client.arena import Arena
from referee.client.errors import ArenaError

_BOT = re.compile(r"(?:([A-Za-z0-9_-]{1,60})/)?([a-z0-9_-]{1,60})(?:(?:@|/)v?([0-9]{1,9}))?\Z")
_MATCH = re.compile(r"#?([0-9]{1,18})\Z")


class BadName(ArenaError, ValueError):
    """A word that names no bot, version or match."""


@dataclass(frozen=True)
class BotName:
    """A bot, and a version of it if `number` is not None."""

    owner: str
    name: str
    number: int | None = None

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"

    @property
    def path(self) -> str:
        """Its address in the API."""
        return f"bots/{self.owner}/{self.name}/"


def bot_name(word: str, arena: Arena, version: str | None = None) -> BotName:
    """The bot that a word names: ``name`` for an own bot, ``owner/name``, both with ``@3``.

    `version`: 3 or v3, if it is a word of its own. Raises BadName and ArenaError.
    """
    found = _BOT.match(word.strip())
    if found is None:
        raise BadName(f"{word[:80]!r} is no bot: write name, owner/name or name@3 for version 3")
    number = int(found[3]) if found[3] else None
    if version is not None:
        if number is not None:
            raise BadName(f"two versions of {word[:80]}: write one")
        number = version_number(version)
    owner = found[1] or user_name(arena)
    return BotName(owner, found[2], number)


def version_number(word: str) -> int:
    """Raises BadName."""
    digits = word.strip().removeprefix("v")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits)):
        raise BadName(f"{word[:40]!r} is no version: write its number, such as 3 or v3")
    return int(digits)


def match_number(word: str) -> int | None:
    """The number of a match, as in 123 or #123; None for any other word."""
    found = _MATCH.match(word.strip())
    return int(found[1]) if found else None


def tournament_slug(word: str) -> str:
    """The name of a tournament in addresses. Raises BadName."""
    if not re.fullmatch("[A-Za-z0-9_-]{1,200}", word):
        raise BadName(f"{word[:80]!r} is no tournament: write its name in addresses, such as cup-3")
    return word


def user_name(arena: Arena) -> str:
    """Whose token it is. Raises ArenaError."""
    return str(arena.get("me/")["username"])
