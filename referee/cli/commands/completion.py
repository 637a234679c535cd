"""`goat completion`: lets a shell complete commands, options, games, bots and files."""

from typing import Annotated, Any

import typer

from referee.cli.arguments import WrongUsage
from referee.cli.completion import candidates
from referee.cli.shell_scripts import NOTHING_YET, SCRIPTS

# Its words are options of other commands, so only it reads them.
SETTINGS = {"ignore_unknown_options": True, "allow_interspersed_args": False}


def completion(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="|".join(SCRIPTS), help="The shell whose script is printed."),
    ] = None,
    asked: Annotated[bool, typer.Option("--words", hidden=True)] = False,
) -> None:
    """Print a script with which your shell completes the words of goat when you press Tab.

    The script begins with the line that switches it on, for example for bash:
    source <(goat completion bash).
    """
    words = words or []
    if asked:
        root: Any = context.find_root().command
        if words and words[-1] == NOTHING_YET:
            words[-1] = ""
        for candidate in candidates(root, words):
            print(candidate)
        return
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise WrongUsage(f"name your shell: goat completion {'|'.join(SCRIPTS)}")
    print(SCRIPTS[words[0]], end="")
