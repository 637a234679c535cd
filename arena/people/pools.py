"""The pools in which people are rated: each game with its default options, and each variant."""

from collections.abc import Mapping

from django.utils.translation import gettext

from arena.games import labels
from engine import rulesets
from engine.errors import BadOption
from engine.rulesets import RULESETS, VARIANTS

POOLS = (*RULESETS, *VARIANTS)


def pool_of(ruleset: str, options: Mapping[str, object] | None = None) -> str:
    """The pool of a game with these options; empty for options that have none.

    A variant's options make its pool, whether they are given by its name or one by one.
    """
    try:
        played = rulesets.ruleset(ruleset, options)
    except BadOption:
        return ""  # of a game that no longer exists
    return next((pool for pool in POOLS if rulesets.ruleset(pool) == played), "")


def base(ruleset: str) -> str:
    """The game of a ruleset or named variant: ``ecarte`` of ``ecarte/classic``."""
    return VARIANTS[ruleset][0] if ruleset in VARIANTS else ruleset


def name(pool: str) -> str:
    """What pages call a pool: ``Écarté``, ``Écarté (classic)``."""
    game = labels.name(base(pool))
    if pool not in VARIANTS:
        return game
    variant = pool.removeprefix(f"{base(pool)}/")
    return gettext("%(game)s (%(variant)s)") % {"game": game, "variant": variant}
