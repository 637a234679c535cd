"""Whatever a program sends, the API answers as its schema says."""

from typing import Any

import pytest
from django.middleware.csrf import _get_new_csrf_string

from arena.accounts.models import ApiToken, User
from arena.people.models import Player
from tests.arena.api import fuzzing
from tests.arena.api.fuzzing import Role
from tests.arena.api.operations import make_site

pytestmark = pytest.mark.django_db

OPERATIONS = fuzzing.operations()


@pytest.fixture
def names(alice: Any, make_version: Any) -> dict[str, Any]:
    return make_site(alice, make_version)


@pytest.fixture
def roles(alice: Any, bob: Any) -> list[Role]:
    staff = User.objects.create_user("head", is_staff=True)
    key = "a-guest-of-these-tests"
    guest = Player(guest_name="Guest 1")
    from arena.people.players import COOKIE, _hashed

    guest.key = _hashed(key)
    guest.save()
    csrf = _get_new_csrf_string()
    known = [
        Role(user.username, {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"})
        for user in (alice, bob, staff)
    ]
    cookie = f"{COOKIE}={key}; csrftoken={csrf}"
    return [*known, Role("guest", {"Cookie": cookie, "X-CSRFToken": csrf}), Role("nobody", {})]


# What only reads has the mark live: test_examples.py and test_query_parameters.py read all of it.
MARKED = [
    pytest.param(name, marks=[pytest.mark.live] if name.startswith("GET ") else [])
    for name in OPERATIONS
]


@pytest.mark.parametrize("operation", MARKED)
def test_an_operation_answers_as_the_schema_says(
    operation: str, roles: list[Role], names: dict[str, Any]
) -> None:
    for mode in fuzzing.modes(OPERATIONS[operation]):
        fuzzing.fuzz(OPERATIONS[operation], mode, roles, names, fuzzing.every_check)
