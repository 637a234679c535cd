"""The games by ruleset, and what the pages call them."""

from importlib import import_module

from arena.games.game import Game, package
from engine.rulesets import RULESETS, VARIANTS

GAMES: dict[str, Game] = {
    ruleset: import_module(f"arena.games.{package(ruleset)}").GAME for ruleset in RULESETS
}


def name(ruleset: str) -> str:
    """The name of a ruleset or named variant, or `ruleset` itself if the game no longer exists."""
    if ruleset in VARIANTS:
        base, _, variant = ruleset.partition("/")
        return f"{name(base)} ({variant})"
    return str(GAMES[ruleset].name) if ruleset in GAMES else ruleset
