"""Fixtures of the engine's tests."""

import copy

import pytest

from tests.engine.records import ECARTE, Record


@pytest.fixture
def record() -> Record:
    """The record of six whole games of Écarté, to be changed."""
    return copy.deepcopy(ECARTE)
