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
    "svoi-kozyri": ruleset("svoi-kozyri", {"max_plies": 40}),
    "svoi-kozyri/mirror": ruleset("svoi-kozyri/mirror"),
    "svoi-kozyri, chosen": ruleset("svoi-kozyri", {"trumps": "choose", "max_plies": 300}),
    "svoi-kozyri, free to take": ruleset(
        "svoi-kozyri", {"trumps": "fixed", "voluntary_take": True, "draw_rule": False}
    ),
    **ECARTE,
}
_ECARTE_ACTIONS = 100
_STAND, _REFUSE = 64, 67


def random_actions(mask: NDArray[np.bool_], choose: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game: mostly a random one.

    In Écarté `stand` and `refuse` are rare, so that stocks run out.
    """
    weights = mask * choose.random(mask.shape)
    if mask.shape[1] == _ECARTE_ACTIONS:
        weights[:, [_STAND, _REFUSE]] *= 0.3
    elif choose.random() < 0.5:
        weights *= np.linspace(1, 0.1, mask.shape[1])  # games of Svoi Kozyri become shorter
    return weights.argmax(axis=1)
