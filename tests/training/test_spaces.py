"""The spaces of the environments refuse what they cannot show."""

from types import SimpleNamespace
from typing import Any

import pytest

from training.spaces import action_space, observation_space


@pytest.mark.parametrize("space", [action_space, observation_space])
def test_a_ruleset_without_observations_is_refused_by_name(space: Any) -> None:
    with pytest.raises(ValueError, match=r"high-card cannot be shown in numbers: .* write them"):
        space(SimpleNamespace(name="high-card", seats=2))
