"""People who play at tables."""

from collections.abc import Callable

import pytest

from arena.people.models import Player


@pytest.fixture
def make_person(db: None) -> Callable[[str], Player]:
    """make_person("carol") -> a player with an account."""
    from arena.accounts.models import User

    return lambda name: Player.objects.create(user=User.objects.create(username=name))
