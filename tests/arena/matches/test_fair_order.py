"""Workers play queued matches in an order that is fair among accounts."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now

from arena.accounts.models import User
from arena.matches import claiming, fair_order, lifecycle
from arena.matches.fair_order import Slot
from arena.matches.models import Attempt, Match
from tests.arena.at_once import at_once
from tests.arena.playing import claim, make_match, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue(versions: Any, alice: Any) -> Callable[..., list[Match]]:
    """queue("tournament", 3, alice) -> three new matches that she has asked for."""

    def make(kind: str, count: int = 1, account: User | None = None) -> list[Match]:
        return [make_match(*versions, queue=kind, account=account) for _ in range(count)]

    return make


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(f"user{number}") for number in range(5)]


ORDINARY = Slot()


def next_match(slot: Slot = ORDINARY) -> Match | None:
    attempt = claiming.claim_next("host:1:main", slot)
    return attempt.match if attempt else None


def all_in_order() -> list[Match]:
    order = []
    while match := next_match():
        order.append(match)
    return order


def end(match: Match) -> None:
    lifecycle.cancel(match.pk)


def test_an_empty_queue_has_no_next_match() -> None:
    assert next_match() is None


def test_the_matches_of_an_account_are_played_in_their_order(queue: Any, alice: Any) -> None:
    matches = queue("tournament", 3, alice)
    assert all_in_order() == matches


def test_accounts_and_the_ladder_take_turns_however_many_matches_one_has(
    queue: Any, alice: Any, bob: Any
) -> None:
    many = queue("tournament", 6, alice)
    few = queue("tournament", 2, bob)
    ladder = queue("ladder", 2)
    turns = [many[0], few[0], ladder[0], many[1], few[1], ladder[1], *many[2:]]
    assert all_in_order() == turns


def test_whoever_asks_first_gets_no_more_than_the_others_while_they_wait(
    queue: Any, users: Any
) -> None:
    """Six slots, and one account that had all of them before the others came."""
    first, *others = users
    queue("tournament", 60, first)
    running = [next_match() for _ in range(6)]
    for user in others:
        queue("tournament", 60, user)
    for _ in range(6):
        end(running.pop(0))
        running.append(next_match())
    shares = Counter(match.account for match in running)
    assert shares[first] <= 2
    assert all(shares[user] in (1, 2) for user in others)
    for _ in range(30):
        end(running.pop(random.randrange(6)))
        running.append(next_match())
        assert max(Counter(match.account for match in running).values()) <= 3


def test_an_urgent_match_comes_before_all_that_are_not(queue: Any, alice: Any, bob: Any) -> None:
    queue("tournament", 5, alice)
    queue("ladder", 5)
    challenge, qualification = *queue("table", 1, bob), *queue("check", 1, alice)
    assert [next_match(), next_match()] == [challenge, qualification]


def test_many_urgent_matches_of_one_account_hold_up_neither_the_urgent_ones_nor_the_others(
    queue: Any, alice: Any, bob: Any
) -> None:
    many = queue("check", 60, alice)
    other, tournament = *queue("check", 1, bob), *queue("tournament", 1, bob)
    assert [next_match() for _ in range(4)] == [many[0], other, many[1], tournament]


def test_an_urgent_match_comes_before_the_other_matches_of_its_account(
    queue: Any, alice: Any
) -> None:
    tournament = queue("tournament", 2, alice)
    first, second = queue("check", 2, alice)
    assert all_in_order() == [first, second, *tournament]


def test_the_extra_slot_plays_one_urgent_match_of_an_account(
    queue: Any, alice: Any, bob: Any
) -> None:
    slot = Slot(urgent_only=True)
    queue("tournament", 5, alice)
    assert next_match(slot) is None
    first, second = queue("check", 2, alice)
    assert next_match(slot) == first
    assert next_match(slot) is None
    (other,) = queue("table", 1, bob)
    assert next_match(slot) == other
    end(first)
    assert next_match(slot) == second


def test_a_worker_without_a_sandbox_takes_no_match_with_a_bot_that_is_not_the_house_s(
    versions: Any, make_version: Any, alice: Any, queue: Any
) -> None:
    house = User.objects.create_user("house", is_house=True)
    own = [make_version(house, ruleset="ecarte") for _ in range(2)]
    slot = Slot(house_only=True)
    queue("ladder", 2)
    make_match(own[0], versions[0])
    assert next_match(slot) is None
    match = make_match(*own)
    assert next_match(slot) == match


def test_a_match_that_pauses_after_failures_lets_others_pass(queue: Any, alice: Any) -> None:
    paused, other = queue("tournament", 2, alice)
    Match.objects.filter(pk=paused.pk).update(due=Now() + timedelta(minutes=1))
    assert all_in_order() == [other]
    Match.objects.filter(pk=paused.pk).update(due=Now() - timedelta(seconds=1))
    assert all_in_order() == [paused]


@pytest.mark.parametrize("seed", range(3))
def test_the_position_says_in_which_order_matches_are_played(
    queue: Any, users: Any, seed: int
) -> None:
    choose = random.Random(seed)
    for _ in range(40):
        kind = choose.choice(["check", "table", "tournament", "tournament", "ladder"])
        queue(kind, 1, None if kind == "ladder" else choose.choice(users[:3]))
    for match in choose.sample(list(Match.objects.all()), 5):
        claim(match)
    positions = {match: fair_order.position(match) for match in Match.objects.queued()}
    order = all_in_order()
    assert [positions[match] for match in order] == list(range(1, 36)), f"seed {seed}"


def test_only_a_queued_match_has_a_position(queue: Any, alice: Any) -> None:
    (match,) = queue("tournament", 1, alice)
    assert fair_order.position(match) == 1
    claim(match)
    match.refresh_from_db()
    assert fair_order.position(match) is None


@pytest.mark.django_db(transaction=True)
def test_slots_that_look_at_the_same_time_share_fairly_too(
    queue: Any, alice: Any, bob: Any
) -> None:
    queue("tournament", 20, alice)
    queue("tournament", 20, bob)
    at_once([lambda: claiming.claim_next("host:1:main", Slot())] * 6)
    running = Attempt.objects.running().values_list("match__account", flat=True)
    assert Counter(running) == {alice.pk: 3, bob.pk: 3}


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_hangs_while_it_claims_holds_up_no_other(
    queue: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claiming, "LOCK_SECONDS", 0.2)
    first, second = *queue("tournament", 1, alice), *queue("tournament", 1, bob)
    claimed, done = Event(), Event()

    def hang() -> None:
        with transaction.atomic():
            claiming.claim_next("hangs:1:main", Slot())
            claimed.set()
            assert done.wait(20)

    def claim_another() -> None:
        assert claimed.wait(20)
        try:
            assert next_match() == second
        finally:
            done.set()

    at_once([hang, claim_another])
    assert state(first) == "running"
