"""The page that explains how to verify a shuffle."""

from typing import Any

import pytest
from django.urls import reverse

from tests.arena.playing import claim, finish, make_match

pytestmark = pytest.mark.django_db


def page(client: Any) -> str:
    response = client.get(reverse("pages:fair"))
    assert response.status_code == 200
    return str(response.text)


def test_it_needs_no_match(client: Any) -> None:
    assert "goat verify match.json" in page(client)


def test_its_example_is_the_latest_finished_match(client: Any, versions: Any) -> None:
    finish(make_match(*versions))
    match = finish(make_match(*versions))
    claim(make_match(*versions))
    shown = page(client)
    assert f"goat verify match-{match.pk}.json" in shown
    assert match.public_seed in shown
    assert match.commitment in shown


def test_a_seed_that_is_still_secret_and_a_qualification_are_never_the_example(
    client: Any, versions: Any
) -> None:
    claim(make_match(*versions))
    version = versions[0]
    finish(make_match(version, version, queue="check", rated=False))
    assert "goat verify match.json" in page(client)
