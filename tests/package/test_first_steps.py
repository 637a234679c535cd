"""The first minutes of an author who installed the wheel, outside the source tree."""

import pytest

from tests.package.environments import Author
from tests.package.first_steps import STEPS, take

pytestmark = pytest.mark.live


def test_each_first_step_works_from_the_installed_package(author: Author) -> None:
    assert len(list(take(author, STEPS))) == len(STEPS)
