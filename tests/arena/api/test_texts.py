"""A text in a JSON request is a text, as the schema says, and no number."""

import pytest

from arena.tournaments.models import Tournament
from tests.arena.api_client import Api
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db

BOT = {"ruleset": "kozel", "name": "greedy", "description": "", "source": FIRST_MOVE}
CUP = {"ruleset": "kozel", "name": "Cup", "description": ""}


@pytest.mark.parametrize("wrong", [0, 1.5, True, ["x"], {"x": 1}, None])
@pytest.mark.parametrize(
    ("path", "valid", "name"),
    [
        *(("bots/", BOT, name) for name in ("name", "description", "source")),
        *(("tournaments/", CUP, name) for name in ("name", "description")),
        ("tournaments/cup/entries/", {}, "bot"),
    ],
)
def test_what_is_no_text_is_refused(client, alice, path, valid, name, wrong):
    Tournament.objects.create(
        name="Cup", slug="cup", organiser=alice, ruleset="kozel", clock={}, state="open"
    )
    response = Api(client, alice).post(path, valid | {name: wrong})
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [name]
