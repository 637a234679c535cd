"""What the environments share: how an episode begins, and what it is worth."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.errors import BadPosition
from engine.randomness import SEED_BYTES, parse_seed
from engine.ruleset import Ruleset, State


def begin(
    rules: Ruleset,
    generator: np.random.Generator,
    options: Mapping[str, Any] | None,
    whole_game: bool,
) -> State[Any]:
    """The start of an episode: a deal, or a whole game.

    The generator deals, unless `options` has ``seed``, the 64 hexadecimal digits of a game's seed,
    or ``position``, a position text (docs/2-rules.md). Other keys are ignored, as Gymnasium's and
    PettingZoo's own environments do. Raises BadSeed and BadPosition.
    """
    given = options or {}
    if "position" in given:
        state = rules.position(given["position"], stop_at_deal=not whole_game)
        if state.seat is None:
            raise BadPosition("options: position is over, so nobody can act; give an earlier one")
        return state
    if "seed" in given:
        seed = parse_seed(given["seed"])
    else:
        seed = generator.bytes(SEED_BYTES)
    return rules.start(seed, stop_at_deal=not whole_game)


def result(state: State[Any], whole_game: bool) -> tuple[float, float]:
    """What the episode that has ended is worth by side: of a game −1, 0 or 1, of a deal its
    utility."""
    if whole_game:
        first, second = state.scores()
        return 2 * first - 1, 2 * second - 1
    first, second = state.utility()
    return first, second


def check_render_mode(given: str | None, known: Sequence[str]) -> None:
    """Raises ValueError for a render mode that an environment does not have."""
    if given is not None and given not in known:
        raise ValueError(f"render_mode is {str(given)[:80]!r}; write {' or '.join(known)}")


# By game: the most that a deal can be worth; 1 where a game is not listed. In Écarté, all five
# tricks and the king (docs/2-rules.md).
_MOST = {"ecarte": 3.0}


def most(rules: Ruleset, whole_game: bool) -> float:
    """What the best episode is worth; the worst is worth as much below zero."""
    return 1.0 if whole_game else _MOST.get(rules.name, 1.0)
