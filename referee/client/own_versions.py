"""The bots of a match whose programs an arena gives to their owner."""

from collections.abc import Mapping
from typing import Any

from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.names import user_name
from referee.programs.program import Program

_ZIP = b"PK"


def own_sides(arena: Arena, record: Mapping[str, Any]) -> list[int]:
    """The indices of the bots in a record that belong to the token's user. Raises ArenaError."""
    if not arena.token:
        return []
    user = user_name(arena)
    names = [str(bot["name"]) for bot in record["bots"]]
    return [index for index, name in enumerate(names) if name.split("/")[0] == user]


def download_program(arena: Arena, bot: Mapping[str, Any]) -> Program:
    """The program of a bot of a record, as it was submitted. Raises ArenaError."""
    path = f"bots/{bot['name']}/versions/{bot['version']}/source/"
    content = arena.download(path)
    language = str(bot.get("language", ""))
    # The others are recognised by their files, which this machine may know by another name.
    kind = language if language.startswith("python-") else ""
    program = Program(content, content.startswith(_ZIP), kind)
    if program.sha256 != bot["sha256"]:
        raise ArenaError(
            f"{bot['name']} v{bot['version']} at {arena.address} is not the program that played:"
            f" its SHA-256 is {program.sha256}, and the record says {bot['sha256']}"
        )
    return program
