"""The bot whose versions are promoted and rolled back."""

from typing import Any

import pytest


@pytest.fixture
def old(make_version: Any, alice: Any) -> Any:
    return make_version(alice, ruleset="ecarte", name="bold")


@pytest.fixture
def rival(make_version: Any, bob: Any) -> Any:
    return make_version(bob, ruleset="ecarte")
