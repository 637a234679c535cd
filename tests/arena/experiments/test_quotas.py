"""How many challenges and experiments a user may ask for, also with several requests at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arena.experiments import creation, promotion_gate, quotas
from arena.experiments.models import Challenge, Experiment
from arena.matches.models import Match
from referee.statistics.sprt import Test
from tests.arena.at_once import at_once
from tests.arena.experiments.steps import start

pytestmark = pytest.mark.django_db


def challenge(user: Any, versions: Any) -> Match:
    return creation.create_challenge(user, *versions, pairs=1, seed=None, options={})


def experiment(user: Any, versions: Any) -> Experiment:
    return creation.create_experiment(user, *versions, Test(0, 50), max_pairs=100, options={})


def test_only_challenges_of_the_last_hour_count(versions: Any, alice: Any, settings: Any) -> None:
    settings.CHALLENGES_PER_HOUR = 2
    challenge(alice, versions)
    assert quotas.challenges_left(alice) == 1
    Challenge.objects.update(created=timezone.now() - timedelta(minutes=61))
    assert quotas.challenges_left(alice) == 2


def test_experiments_a_day_are_limited(versions: Any, alice: Any, settings: Any) -> None:
    settings.EXPERIMENTS_PER_DAY = 2
    for _ in range(2):
        experiment(alice, versions)
        Experiment.objects.update(state=Experiment.State.CANCELLED)
    with pytest.raises(ValidationError, match="The limit is 2 experiments a day"):
        experiment(alice, versions)
    Experiment.objects.update(created=timezone.now() - timedelta(hours=25))
    assert experiment(alice, versions).state == Experiment.State.RUNNING


def test_experiments_of_others_do_not_count(versions: Any, alice: Any, bob: Any) -> None:
    start(versions, bob)
    assert experiment(alice, versions).user == alice


def test_a_promotion_gate_does_not_count(versions: Any, alice: Any, make_version: Any) -> None:
    own = versions[0]
    promotion_gate.start(make_version(own.bot, active=False), own)
    assert experiment(alice, versions).kind == Experiment.Kind.REQUESTED


def test_a_challenge_that_could_last_too_long_is_refused(versions: Any, alice: Any) -> None:
    def ask(pairs: int, **options: Any) -> Match:
        return creation.create_challenge(alice, *versions, pairs=pairs, seed=None, options=options)

    with pytest.raises(ValidationError, match=r"hours of play .* limit is 8\."):
        ask(25, target=20)
    assert not Match.objects.exists()
    assert ask(25).pairs == 25
    assert ask(5, target=20).pk


def test_an_experiment_that_could_last_too_long_is_refused(versions: Any, alice: Any) -> None:
    def ask(pairs: int, **options: Any) -> Experiment:
        test = Test(0, 50)
        return creation.create_experiment(alice, *versions, test, max_pairs=pairs, options=options)

    with pytest.raises(ValidationError, match=r"hours of play .* limit is 250\."):
        ask(1000, target=20)
    assert not Experiment.objects.exists()
    assert ask(1000).pk


@pytest.mark.django_db(transaction=True)
def test_a_double_click_starts_one_experiment(versions: Any, alice: Any) -> None:
    refused = []

    def click() -> None:
        try:
            experiment(alice, versions)
        except ValidationError as error:
            refused.append(error.code)

    at_once([click] * 4)
    assert Experiment.objects.count() == 1
    assert refused == ["running"] * 3


@pytest.mark.django_db(transaction=True)
def test_challenges_at_once_are_limited(versions: Any, alice: Any) -> None:
    refused = []

    def click() -> None:
        try:
            challenge(alice, versions)
        except ValidationError as error:
            refused.append(error.code)

    at_once([click] * (quotas.MAX_PENDING_CHALLENGES + 2))
    assert Challenge.objects.count() == quotas.MAX_PENDING_CHALLENGES
    assert refused == ["waiting"] * 2
