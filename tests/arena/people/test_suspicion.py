"""Pairs of people that the staff should look at."""

from typing import Any

import pytest

from arena.accounts.models import User
from arena.people.suspicion import suspicious_pairs
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db


def test_who_loses_to_one_person_and_plays_nobody_else_is_listed(
    client: Any, make_person: Any, make_bot: Any, alice: User, bob: User
) -> None:
    carol, dora, erin = (make_person(name) for name in ("carol", "dora", "erin"))
    bot = make_bot(bob, ruleset="ecarte")
    for _ in range(6):
        play(carol, dora)
        play(carol, erin)
        play(carol, bot)
    for score in (0, 1, 0, 1, 1):
        play(erin, bot, score=score)  # Erin plays others as well
    (pair,) = suspicious_pairs("ecarte")
    assert (pair.winner, pair.loser, pair.games, pair.scored, pair.others) == (carol, dora, 6, 6, 0)

    assert client.get("/people/ecarte/suspicious/").status_code == 302
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    assert "6 of 6" in client.get("/people/ecarte/suspicious/").content.decode()


def test_even_games_of_friends_are_not(make_person: Any) -> None:
    carol, dora = make_person("carol"), make_person("dora")
    for score in (1, 0, 1, 1, 0, 1):
        play(carol, dora, score=score)
    assert suspicious_pairs("ecarte") == []
