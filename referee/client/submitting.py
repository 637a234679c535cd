"""Submits a program: as a new bot, or as a new version of the bot with this name."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.names import user_name
from referee.programs.program import Program


@dataclass(frozen=True)
class Submission:
    """`version`: what the API says of it. `is_known`: the same program had been submitted before,
    and this is that version. `is_new_bot`: it is the first of its bot."""

    version: dict[str, Any]
    is_known: bool = False
    is_new_bot: bool = False

    @property
    def path(self) -> str:
        """Its address in the API."""
        return version_path(self.version)


def submit(
    arena: Arena,
    ruleset: str,
    name: str,
    program: Program,
    *,
    description: str | None = None,
    activates: bool = True,
) -> Submission:
    """Uploads the program. Raises ArenaError, with the arena's words."""
    bot_path = f"bots/{user_name(arena)}/{name}/"
    bot = _find(arena, bot_path)
    if bot is None:
        fields = {"ruleset": ruleset, "name": name, "description": description or ""}
        try:
            version = _upload(arena, "bots/", program, activates, fields)
        except ArenaError as error:
            # An arena that was killed between creating the bot and remembering its answer refuses
            # the same request when it is repeated.
            made = _same_program(arena, bot_path, program) if error.code == "taken" else None
            if made is None:
                raise
            version = made
        return Submission(version, is_new_bot=True)
    if bot["ruleset"] != ruleset:
        raise ArenaError(
            f"your bot {name} plays {bot['ruleset']}, and its game cannot change: choose another"
            " name with --name"
        )
    if description is not None and description != bot["description"]:
        arena.request("PATCH", bot_path, json={"description": description})
    try:
        version = _upload(arena, f"{bot_path}versions/", program, activates, {})
        submission = Submission(version)
    except ArenaError as error:
        known = _same_program(arena, bot_path, program) if error.code == "identical" else None
        if known is None:
            raise
        submission = Submission(known, is_known=True)
    return submission


def version_path(version: dict[str, Any]) -> str:
    return f"bots/{version['bot']}/versions/{version['number']}/"


def _find(arena: Arena, path: str) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = arena.get(path)
        return found
    except ArenaError as error:
        if error.status == 404:
            return None
        raise


def _upload(
    arena: Arena, path: str, program: Program, activates: bool, fields: dict[str, str]
) -> dict[str, Any]:
    # The name's suffix tells the arena what a single file is. What is packed is a zip.
    suffix = ".zip" if program.is_zip else Path(program.language.main).suffix
    version: dict[str, Any] = arena.request(
        "POST",
        path,
        # The language in which it was checked, which its files need not tell.
        data=fields
        | {"activates": "true" if activates else "false", "language": program.language.name},
        files={"file": (f"program{suffix}", program.content)},
    )
    return version


def _same_program(arena: Arena, bot_path: str, program: Program) -> dict[str, Any] | None:
    """The version of the bot that has this program."""
    for version in arena.pages(f"{bot_path}versions/"):
        language = version.get("language", program.language.name)
        if (version["sha256"], language) == (program.sha256, program.language.name):
            found: dict[str, Any] = arena.get(version_path(version))
            return found
    return None
