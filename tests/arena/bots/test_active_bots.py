"""How many active bots an owner may have in a game."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.accounts.models import ApiToken
from arena.bots import activation
from arena.bots.models import Bot
from tests.arena.at_once import at_once
from tests.arena.bots.visiting import url

pytestmark = pytest.mark.django_db


def active_bots(owner: Any) -> int:
    return Bot.objects.filter(owner=owner).exclude(active=None).count()


@pytest.fixture
def fourth(make_version: Any, alice: Any) -> Any:
    """An inactive bot's version of an owner with three active bots of Kozel, and one of Écarté."""
    for _ in range(3):
        make_version(alice)
    make_version(alice, ruleset="ecarte")
    return make_version(alice, name="fourth", active=False)


def test_a_fourth_bot_cannot_be_activated_and_the_page_says_why(
    client: Any, alice: Any, fourth: Any
) -> None:
    client.force_login(alice)
    page = client.post(url("bots:activate", fourth), follow=True).text
    assert "alice/fourth cannot be active: an owner may have 3 active bots of Kozel." in page
    assert "Retire the active version of another one first." in page
    fourth.bot.refresh_from_db()
    assert fourth.bot.active is None


def test_the_api_answers_409(client: Any, alice: Any, fourth: Any) -> None:
    _, key = ApiToken.make(alice, "laptop")
    address = f"/api/v1/bots/alice/fourth/versions/{fourth.number}/activate/"
    answer = client.post(address, headers={"authorization": f"Bearer {key}"})
    assert answer.status_code == 409
    assert answer.json()["code"] == "too_many_bots"


def test_after_retiring_another_it_can(alice: Any, fourth: Any) -> None:
    other = Bot.objects.filter(owner=alice, ruleset="kozel").exclude(active=None).first()
    assert other is not None and other.active is not None
    activation.retire(other.active)
    activation.activate(fourth)
    assert active_bots(alice) == 4
    # Another version of an active bot needs no room.
    with pytest.raises(ValidationError):
        activation.activate(other.active)
    activation.activate(fourth)


def test_an_operator_can_allow_more(alice: Any, fourth: Any, settings: Any) -> None:
    settings.LADDER_BOTS_PER_OWNER = 4
    activation.activate(fourth)


def test_without_a_ladder_there_is_no_limit(alice: Any, fourth: Any, settings: Any) -> None:
    settings.LADDER = False
    activation.activate(fourth)


def test_the_house_has_no_limit(alice: Any, fourth: Any) -> None:
    alice.is_house = True
    alice.save()
    activation.activate(fourth)


def test_of_bots_that_are_activated_at_once_only_three_are(
    transactional_db: None, make_version: Any, alice: Any
) -> None:
    versions = [make_version(alice, active=False) for _ in range(6)]
    refused = []

    def activate(version: Any) -> None:
        try:
            activation.activate(version)
        except activation.TooManyBots as error:
            refused.append(error)

    at_once([lambda version=version: activate(version) for version in versions])
    assert active_bots(alice) == 3
    assert len(refused) == 3
