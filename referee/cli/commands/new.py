"""`goat new`: a starter kit for a bot."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.cli.arguments import BadArgument, WrongUsage
from referee.cli.console import out
from referee.kits.kit import Kit, kit, kits, write
from referee.kits.on_push import push_files
from referee.programs.bot_name import why_not


def new(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="RULESET", help=f"The game: one of {', '.join([*RULESETS, *VARIANTS])}."
        ),
    ] = None,
    bot: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The bot's name in the arena.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", help=f"One of {', '.join(kits())}. Default: python."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="The folder to create. Default: the bot's name.")
    ] = None,
    ci: Annotated[
        bool,
        typer.Option(
            "--ci", help="Add a GitHub workflow and a Dockerfile that check and submit the bot."
        ),
    ] = False,
) -> None:
    """Create a folder with a bot that plays at once, its tests and an example.

    Asks for what is missing, if it runs in a terminal. Arenas accept languages other than Python
    only if their operators allow them.
    """
    asked = game is None or bot is None
    game = game or _ask("Game", "ecarte", [*RULESETS, *VARIANTS])
    ruleset(game)
    bot = bot or _ask("Name of the bot", "mybot")
    if why := why_not(bot):
        raise BadArgument(f"{bot[:60]!a} cannot be the name of a bot: {why}")
    if language is None:
        language = _ask("Language", "python", list(kits())) if asked else "python"
    chosen = kit(language)
    target = folder or Path(bot)
    write(chosen, game, bot, target, push_files(chosen.language) if ci else None)
    out.print(Text(f"{target} is a bot for {game}, in {chosen.title}. Next:", "bold"))
    for line in _next(chosen, target):
        out.print(Text(f"  {line}"))


def _next(chosen: Kit, target: Path) -> list[str]:
    """What to type next."""
    settings = [f"export {chosen.settings}"] if chosen.settings else []
    build = ["goat build ."] if chosen.build else []
    edit = f"edit {chosen.main}"
    return [f"cd {target}", *settings, edit, *build, chosen.check, "goat submit ."]


def _ask(what: str, default: str, choices: list[str] | None = None) -> str:
    """Asks the person at the terminal until the answer is one of `choices`. Raises WrongUsage."""
    if not sys.stdin.isatty():
        raise WrongUsage(
            f"the {what[0].lower()}{what[1:]} is missing: goat new RULESET NAME, as in"
            " goat new ecarte mybot"
        )
    text = f"{what} ({', '.join(choices)})" if choices else what
    while True:
        answer: str = typer.prompt(text, default=default, err=True).strip()
        if choices is None or answer in choices:
            return answer
        typer.echo(f"Choose one of {', '.join(choices)}.", err=True)
