"""`goat build`: runs the build lines of a bot's goat.toml."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from referee.cli.arguments import BadArgument
from referee.cli.console import err
from referee.host.process_groups import own_environment
from referee.programs.project_file import FILE, read_project

_SETTING = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")


def build(
    folder: Annotated[Path, typer.Argument(help="The folder with the goat.toml.")] = Path(),
) -> None:
    """Build a bot: run the build lines of its goat.toml, in its folder.

    They can do whatever you can do, so look at them first if the folder is not yours. No other
    command of goat runs them. They do not get GOAT_TOKEN.
    """
    project = read_project(folder)
    if project is None:
        raise BadArgument(f"there is no {FILE} in {folder}: name the folder of a kit")
    if not project.build:
        err.print(Text(f"{project.name} needs no build: {FILE} has no build line"))
        return
    for words in project.build:
        err.print(Text(shlex.join(words)))
        _run(words, folder)
    if why := project.why_build():
        raise BadArgument(f"the build went through, but {why}: see build and pack in {FILE}")


def _run(words: tuple[str, ...], folder: Path) -> None:
    """Runs one line; its leading NAME=value set variables of the environment."""
    command = list(words)
    variables = own_environment()
    while command and _SETTING.match(command[0]):
        name, _, value = command.pop(0).partition("=")
        variables[name] = value
    if not command:
        raise BadArgument(f"a build line of {FILE} has no command: {shlex.join(words)}")
    try:
        status = subprocess.run(command, cwd=folder, env=variables).returncode
    except FileNotFoundError:
        raise BadArgument(
            f"{command[0]} is not installed: install it, or change build in {FILE}"
        ) from None
    except OSError as error:
        raise BadArgument(f"{command[0]} does not start: {error.strerror or error}") from None
    if status:
        raise BadArgument(f"{command[0]} failed with status {status}")
