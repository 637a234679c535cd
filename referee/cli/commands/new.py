"""`goat new`: a starter kit for a bot."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from engine.rulesets import ruleset
from referee.cli.arguments import BadArgument, WrongUsage
from referee.cli.asking import ask, can_ask, choose
from referee.cli.console import out
from referee.cli.game_and_bots import GAMES
from referee.cli.resuming import as_typed
from referee.kits.kit import KITS, Kit, kit, write
from referee.kits.on_push import push_files
from referee.programs.bot_name import why_not


def new(
    game: Annotated[
        str | None,
        typer.Argument(metavar="RULESET", help=f"The game: one of {', '.join(GAMES)}."),
    ] = None,
    bot: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The bot's name in the arena.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", help=f"One of {', '.join(KITS)}. Default: python."),
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
    if (game is None or bot is None) and not can_ask():
        missing = "game" if game is None else "name of the bot"
        raise WrongUsage(
            f"the {missing} is missing: goat new RULESET NAME, as in goat new ecarte mybot"
        )
    asked = game is None or bot is None
    game = game or _answered(choose("Which game?", GAMES))
    ruleset(game)
    bot = bot or _answered(ask("Name of the bot (mybot)?")) or "mybot"
    if why := why_not(bot):
        raise BadArgument(f"{bot[:60]!a} cannot be the name of a bot: {why}")
    if language is None:
        language = _answered(choose("Which language?", KITS)) if asked else "python"
    chosen = kit(language)
    target = folder or Path(bot)
    write(chosen, game, bot, target, push_files(chosen.language) if ci else None)
    out.print(Text(f"{bot} is a bot for {game}, in {chosen.title}. Next:", "bold"))
    for line in _next(chosen, target):
        out.print(Text(f"  {line}"))
    if chosen.language != "python":
        allowed = f"An arena accepts {chosen.language} programs only if its operator allows them."
        out.print(Text(allowed))


def _next(chosen: Kit, target: Path) -> list[str]:
    """What to type next."""
    settings = [f"export {chosen.settings}"] if chosen.settings else []
    build = ["goat build ."] if chosen.build else []
    edit = f"edit {chosen.main}"
    return [f"cd {as_typed([str(target)])}", *settings, edit, *build, chosen.check, "goat submit ."]


def _answered(answer: str | None) -> str:
    """The answer. Raises BadArgument if the person gave up."""
    if answer is None:
        raise BadArgument("nothing was created: goat new RULESET NAME, as in goat new ecarte mybot")
    return answer
