"""Reads `[RULESET] BOT…`: the bots of a command, and the game, which may be left out."""

from pathlib import Path

from engine.rulesets import RULESETS, VARIANTS
from referee.cli.arguments import BadArgument, WrongUsage, name_and_path
from referee.cli.asking import can_ask, choose
from referee.programs.project_file import project_of
from referee.programs.reference_bots import HOUSE, reference_bots

GAMES = (*RULESETS, *VARIANTS)
_COUNTS = {1: "a bot", 2: "two bots"}


def game_and_bots(
    command: str, words: list[str] | None, least: int, most: int | None = None
) -> tuple[str, list[str]]:
    """The game's name and the bots as they were given: from `least` to `most` of them.

    Without a name it is the game of the bots: that of their goat.toml, or of a reference bot.
    Otherwise a person at a terminal is asked. Raises BadArgument and BadProject.
    """
    words = words or []
    name, bots = None, words
    if words and _names_a_game(words, least):
        name, *bots = words
    if not bots and least == 1 and project_of(Path()) is not None:
        bots = ["."]  # in the folder of a kit
    if len(bots) < least or (most is not None and len(bots) > most):
        usage = " ".join(["BOT"] * least) + ("" if most else " …")
        wanted = _COUNTS[least] if most else f"{_COUNTS[least]} or more"
        raise WrongUsage(
            f"goat {command} takes {wanted}, not {len(bots) or 'none'}:"
            f" goat {command} [RULESET] {usage}"
        )
    for bot in bots:
        name_and_path(bot)  # a bot that is not there matters more than a missing game
    return name or _game_of(bots) or _asked(command, bots), bots


def known_game(name: str) -> str:
    """The name, if it is that of a game of arenas, without a variant. Raises BadArgument."""
    if name not in RULESETS:
        raise BadArgument(f"there is no game {name[:80]!r}: choose from {', '.join(RULESETS)}")
    return name


def _names_a_game(words: list[str], least: int) -> bool:
    first = words[0]
    if first in GAMES:
        # A bot may have the name of a game, if there are enough words without it.
        return len(words) > least or not Path(first).exists()
    return len(words) > least and not _may_be_bot(first)


def _may_be_bot(word: str) -> bool:
    return (
        "=" in word
        or word.startswith(f"{HOUSE}/")
        or bool(Path(word).suffix)
        or (Path(word).exists())
    )


def _game_of(bots: list[str]) -> str | None:
    """The one game that the bots themselves name. Raises BadArgument if they differ."""
    named = {str(bot): bot.ruleset for bot in reference_bots()}
    games = {}
    for word in bots:
        path = word if Path(word).exists() else word.rpartition("=")[2]
        project = project_of(Path(path))
        game = named.get(path) if project is None else project.ruleset
        if game is not None:
            games[game] = path
    if len(games) > 1:
        first, second, *_ = games.items()
        raise BadArgument(
            f"{first[1]} is a bot for {first[0]}, and {second[1]} for {second[0]}: name the game"
            " before the bots"
        )
    return next(iter(games), None)


def _asked(command: str, bots: list[str]) -> str:
    if not can_ask():
        raise WrongUsage(
            f"the game is missing: goat {command} RULESET {' '.join(bots)[:200]}, where RULESET is"
            f" one of {', '.join(GAMES)}"
        )
    game = choose("Which game?", GAMES)
    if game is None:
        raise BadArgument(f"no game was chosen: goat {command} RULESET {' '.join(bots)[:200]}")
    return game
