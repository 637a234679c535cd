"""Beaten by N of M people."""

from typing import Any

import pytest

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.people import results
from arena.people.beaten import Beaten, beaten
from arena.people.models import Player
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(make_bot: Any, bob: User) -> Bot:
    bot: Bot = make_bot(bob, ruleset="ecarte", name="coeur")
    return bot


def test_counts_each_person_once_rated_or_not(make_person: Any, bot: Bot) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    for person, score in ((carol, 0), (carol, 1), (carol, 1), (dora, 0)):
        play(person, bot, score=score)
    play(dora, bot, score=0.5, rated=False)
    assert beaten(bot) == Beaten(people=1, met=2)


def test_a_guest_counts_after_signing_up_and_as_one_person(make_person: Any, bot: Bot) -> None:
    carol, guest = make_person("carol"), Player.objects.create(key="k", guest_name="Guest 1")
    play(carol, bot, score=0)
    play(guest, bot, score=1)
    assert beaten(bot) == Beaten(people=0, met=1)
    results.move(guest, carol)
    guest.delete()
    assert beaten(bot) == Beaten(people=1, met=1)


def test_the_owner_does_not_count(bob: User, bot: Bot) -> None:
    play(Player.objects.create(user=bob), bot)
    assert beaten(bot) == Beaten(0, 0)


def test_partners_do_not_beat_a_bot(make_person: Any, bot: Bot) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    play(carol, dora, bot, bot, ruleset="kozel", score=0)  # Carol and a bot lose to Dora and one
    assert beaten(bot) == Beaten(people=1, met=2)


def test_the_page_of_a_bot_says_it(client: Any, make_person: Any, bot: Bot) -> None:
    play(make_person("carol"), bot)
    play(make_person("dora"), bot, score=0)
    page = client.get(bot.get_absolute_url()).content.decode()
    assert "Beaten by 1 of 2 people." in page
