"""The rules pages."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from arena.games import sample_request
from arena.games.labels import GAMES
from engine.rulesets import RULESETS, ruleset

pytestmark = pytest.mark.django_db


def html(client: Any, name: str, *args: str) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return str(response.content.decode())


def test_there_are_rules_of_every_game_and_of_no_other(client: Any) -> None:
    assert list(GAMES) == list(RULESETS)
    assert client.get("/rules/bridge/").status_code == 404


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_show_a_real_request_and_every_option(client: Any, name: str) -> None:
    page = html(client, "pages:rules_of", name)
    for option in RULESETS[name].OPTIONS:
        assert f"<code>{option}</code>" in page
    example = sample_request.request(name)
    message = json.loads(example.replace(", …]", "]"))
    assert set(message["view"]) == set(ruleset(name).start(bytes(32)).view(0))
    assert message["legal"]


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_explain_every_key_of_the_view(client: Any, name: str) -> None:
    page = html(client, "pages:rules_of", name)
    keys = set(re.findall(r"<code>(\w+)</code>", page[page.index('<dl class="keys">') :]))
    assert set(ruleset(name).start(bytes(32)).view(0)) <= keys
