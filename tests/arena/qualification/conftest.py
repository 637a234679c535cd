"""A version in qualification, whose match becomes void with the first failure."""

import pytest

from arena.bots.submission import submit
from tests.arena.conftest import FIRST_MOVE


@pytest.fixture
def version(alice, settings):
    settings.MATCH_MAX_ATTEMPTS = 1
    return submit(alice, "kozel", "greedy", FIRST_MOVE.encode())
