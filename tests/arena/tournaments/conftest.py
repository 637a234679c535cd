"""The bots that enter a tournament."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def versions(
    request: pytest.FixtureRequest, make_version: Callable[..., Any], alice: Any
) -> list[Any]:
    """Versions of Alice's bots that play Écarté: four, or BOTS of the test module."""
    count = getattr(request.module, "BOTS", 4)
    return [make_version(alice, ruleset="ecarte") for _ in range(count)]
