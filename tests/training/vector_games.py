"""What the tests of VectorEnv play: rulesets with options, and a choice of legal actions."""

import numpy as np
from numpy.typing import NDArray

from engine.ruleset import Ruleset
from engine.rulesets import ruleset

ECARTE: dict[str, Ruleset] = {
    "ecarte": ruleset("ecarte"),
    "ecarte/classic": ruleset("ecarte/classic"),
    "ecarte, short": ruleset("ecarte", {"target": 2, "dealer_min": 1, "vulnerability": "winner"}),
    "ecarte, long": ruleset("ecarte", {"target": 21, "must_trump": True, "vulnerability": "none"}),
}
RULES: dict[str, Ruleset] = {
    "kozel": ruleset("kozel"),
    "kozel, own turn": ruleset("kozel", {"molodka": "own_turn", "trump_card": "bottom"}),
    "kozel, no molodka": ruleset("kozel", {"molodka": "off", "max_deals": 2}),
    "svoi-kozyri": ruleset("svoi-kozyri", {"max_plies": 40, "draw_rule": False}),
    "svoi-kozyri/mirror": ruleset("svoi-kozyri/mirror"),
    "svoi-kozyri, chosen": ruleset("svoi-kozyri", {"trumps": "choose", "max_plies": 300}),
    "svoi-kozyri, free to take": ruleset(
        "svoi-kozyri", {"trumps": "fixed", "voluntary_take": True}
    ),
    **ECARTE,
}
_ECARTE_ACTIONS = 100
_STAND, _REFUSE = 64, 67
_SVOI_KOZYRI_ACTIONS = 1337


def random_actions(mask: NDArray[np.bool_], choose: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game: mostly a random one.

    In Écarté `stand` and `refuse` are rare, so that stocks run out. In a third of the games of Svoi
    Kozyri it is the first legal one, so that players soon go out, and in another third the last, so
    that positions come back.
    """
    weights = mask * choose.random(mask.shape)
    if mask.shape[1] == _ECARTE_ACTIONS:
        weights[:, [_STAND, _REFUSE]] *= 0.3
    if mask.shape[1] == _SVOI_KOZYRI_ACTIONS:
        weights[::3] = mask[::3] * np.arange(1, mask.shape[1] + 1)
        weights[1::3] = mask[1::3]
    return weights.argmax(axis=1)
