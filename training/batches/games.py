"""The `Games` of each ruleset, and the arrays that they fill."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from training.batches.batch import Arrays, Games
from training.batches.ecarte_shown import EcarteBatch
from training.batches.kozel import KozelStates
from training.batches.states import States
from training.batches.svoi_kozyri import SvoiKozyriStates

_GAMES: Final[dict[str, Callable[[Any, int, bool], Games]]] = {
    "ecarte": EcarteBatch,
    "kozel": KozelStates,
    "svoi-kozyri": SvoiKozyriStates,
}


def games_for(rules: Any, n: int, whole_games: bool) -> Games:
    """n games of a ruleset that are stepped in Python, still to begin."""
    return _GAMES.get(rules.name, States)(rules, n, whole_games)


def arrays_for(rules: Any, n: int) -> Arrays:
    (size,) = rules.observation_shape
    return Arrays(
        observation=np.zeros((n, size), np.uint8),
        mask=np.zeros((n, rules.num_outputs), np.uint8),
        seat=np.zeros(n, np.int8),
        reward=np.zeros((n, 2), np.float32),
        done=np.zeros(n, np.uint8),
        final=np.zeros((n, rules.seats, size), np.uint8),
    )
