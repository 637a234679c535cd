"""Observations and masks of the engine as arrays of numpy, and the spaces that they are in."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.observation import highest
from engine.ruleset import Ruleset, State

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the environments of training need gymnasium: pip install gymnasium", name=error.name
    ) from error

Observation = dict[str, NDArray[Any]]


def action_space(rules: Ruleset) -> "spaces.Discrete":
    """The outputs of a policy network that engine/<game>/policy.py lists."""
    return spaces.Discrete(_shown_in_numbers(rules).num_outputs)


def observation_space(rules: Ruleset) -> Any:
    """``observation``, a row of `Ruleset.features`; ``action_mask``, 1 for each legal output."""
    high = np.frombuffer(highest(_shown_in_numbers(rules).features), np.uint8)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (rules.num_outputs,), np.int8),
        }
    )


def _shown_in_numbers(rules: Ruleset) -> Ruleset:
    """Raises ValueError for a ruleset without observations and masks."""
    if not hasattr(rules, "observation_shape"):
        raise ValueError(
            f"{rules.name} cannot be shown in numbers: its State has no observe and mask; write "
            "them as engine/ruleset.py describes"
        )
    return rules


def observation(rules: Ruleset, state: State[Any], seat: int) -> NDArray[np.uint8]:
    """What the seat may know, in a new array."""
    out = np.empty(rules.observation_shape, np.uint8)
    state.observe(seat, out)
    return out


def action_mask(rules: Ruleset, state: State[Any]) -> NDArray[np.int8]:
    """1 for each output with a legal move of the seat to act, in a new array; zeros at the end."""
    out = np.empty(rules.num_outputs, np.int8)
    state.mask(out)
    return out


def mask_of(rules: Ruleset, outputs: Iterable[int]) -> NDArray[np.int8]:
    """1 for these outputs."""
    out = np.zeros(rules.num_outputs, np.int8)
    out[list(outputs)] = 1
    return out
