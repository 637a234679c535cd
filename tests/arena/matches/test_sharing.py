"""An account whose long matches hold the slots gives some back to accounts that wait."""

from datetime import timedelta
from typing import Any

import pytest

from arena.matches import claiming, lifecycle, sharing
from arena.matches.fair_order import Slot
from arena.matches.models import Match
from arena.matches.sharing import PATIENCE_SECONDS, URGENT_PATIENCE_SECONDS, Sharing
from arena.web.database_time import database_now
from tests.arena.playing import make_match, outcomes

pytestmark = pytest.mark.django_db


class Arena:
    """Its slots all play, and no match ever ends by itself."""

    def __init__(self, versions: Any, slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.versions, self.slots = versions, slots
        self.now = 1000.0
        self.sharing = Sharing()
        monkeypatch.setattr(sharing.time, "monotonic", lambda: self.now)

    def queue(self, account: Any, count: int = 1, kind: str = "tournament") -> list[Match]:
        made = [
            make_match(*self.versions, queue=kind, account=account, rated=False)
            for _ in range(count)
        ]
        self.fill()
        return made

    def fill(self) -> None:
        while Match.objects.filter(state="running").count() < self.slots:
            if claiming.claim_next("host:1:main", Slot()) is None:
                break

    def wait(self, seconds: float) -> int:
        """How many slots are taken back meanwhile."""
        taken = self.sharing.look()
        self.now += seconds
        taken += self.sharing.look()
        self.fill()
        return taken

    def running(self, account: Any) -> int:
        return Match.objects.filter(state="running", account=account).count()


@pytest.fixture
def arena(versions: Any, monkeypatch: pytest.MonkeyPatch) -> Arena:
    return Arena(versions, 4, monkeypatch)


def test_nobody_keeps_more_than_half_of_the_slots_while_another_waits(
    arena: Arena, alice: Any, bob: Any
) -> None:
    arena.queue(alice, 10)
    arena.queue(bob, 10)
    assert (arena.running(alice), arena.running(bob)) == (4, 0)
    for _ in range(5):
        arena.wait(PATIENCE_SECONDS)
    assert (arena.running(alice), arena.running(bob)) == (2, 2)


def test_nothing_is_taken_back_before_the_others_have_waited(
    arena: Arena, alice: Any, bob: Any
) -> None:
    arena.queue(alice, 10)
    assert arena.wait(PATIENCE_SECONDS) == 0
    arena.queue(bob)
    assert arena.wait(PATIENCE_SECONDS - 1) == 0
    assert arena.wait(1) == 1


def test_the_match_that_began_last_is_played_again_and_that_is_no_failure(
    arena: Arena, alice: Any, bob: Any
) -> None:
    matches = arena.queue(alice, 4)
    arena.queue(bob)
    arena.wait(PATIENCE_SECONDS)
    assert [outcomes(match) for match in matches] == [["running"]] * 3 + [["returned"]]
    assert "another account" in matches[3].attempts.get().error


def test_the_ladder_shares_as_an_account_does(arena: Arena, alice: Any) -> None:
    arena.queue(alice, 10)
    arena.queue(None, 10, "ladder")
    for _ in range(5):
        arena.wait(PATIENCE_SECONDS)
    assert (arena.running(alice), arena.running(None)) == (2, 2)


def test_further_urgent_matches_of_an_account_are_taken_back_as_others_are(
    arena: Arena, alice: Any, bob: Any
) -> None:
    first, *_ = arena.queue(alice, 10, "check")
    arena.queue(bob, 2)
    assert arena.running(alice) == 4
    for _ in range(5):
        arena.wait(PATIENCE_SECONDS)
    assert (arena.running(alice), arena.running(bob)) == (3, 1)
    assert outcomes(first) == ["running"]


def play_for(match: Match, time: timedelta) -> None:
    match.attempts.update(started=database_now() - time)


def test_an_urgent_match_that_is_played_for_long_makes_room_for_that_of_another(
    arena: Arena, alice: Any, bob: Any
) -> None:
    """Else one account's slow challenge keeps all others from qualifying."""
    arena.queue(None, 3, "ladder")
    (challenge,) = arena.queue(alice, 1, "table")
    (check,) = arena.queue(bob, 1, "check")
    assert arena.wait(URGENT_PATIENCE_SECONDS) == 0
    play_for(challenge, sharing.LONG)
    assert arena.wait(1) == 1
    assert outcomes(challenge) == ["returned"]
    assert outcomes(check) == ["running"]
    assert arena.running(None) == 3
    challenge.refresh_from_db()
    assert challenge.due is not None and challenge.due > database_now()


def test_no_room_is_made_before_an_urgent_match_has_waited(
    arena: Arena, alice: Any, bob: Any
) -> None:
    (challenge,) = arena.queue(alice, 1, "table")
    arena.queue(None, 3, "ladder")
    play_for(challenge, sharing.LONG)
    arena.queue(bob, 1, "check")
    assert arena.wait(URGENT_PATIENCE_SECONDS - 1) == 0
    assert arena.wait(1) == 1


def test_room_is_made_once_for_an_urgent_match_that_no_worker_can_play(
    versions: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = Arena(versions, 1, monkeypatch)
    (challenge,) = arena.queue(alice, 1, "table")
    arena.queue(bob, 1, "check")
    play_for(challenge, sharing.LONG)
    monkeypatch.setattr(arena, "fill", lambda: None)
    assert arena.wait(URGENT_PATIENCE_SECONDS) == 1
    Match.objects.filter(pk=challenge.pk).update(due=None)
    attempt = lifecycle.claim(challenge.pk, "host:1:main")
    assert attempt is not None
    play_for(challenge, sharing.LONG)
    assert arena.wait(PATIENCE_SECONDS) == 0


def test_a_single_slot_is_not_taken_back_again_and_again(
    versions: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else of two accounts with long matches neither would ever finish one."""
    arena = Arena(versions, 1, monkeypatch)
    arena.queue(alice, 2)
    arena.queue(bob, 2)
    assert sum(arena.wait(PATIENCE_SECONDS) for _ in range(5)) == 0


def test_a_slot_is_taken_back_once_for_a_match_that_no_worker_can_play(
    arena: Arena, alice: Any, bob: Any
) -> None:
    arena.queue(alice, 10)
    (unplayable,) = arena.queue(bob)
    taken = 0
    for _ in range(5):
        taken += arena.sharing.look()
        arena.now += PATIENCE_SECONDS
        Match.objects.filter(pk=unplayable.pk).update(state="cancelled")
        arena.fill()
        Match.objects.filter(pk=unplayable.pk).update(state="queued")
    assert taken == 1
    assert arena.running(alice) == 4
