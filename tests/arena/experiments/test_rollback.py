"""Rollback after crashes."""

from typing import Any

import pytest

from arena.bots import activation, notifications
from arena.bots.models import Bot, Notification
from arena.experiments import rollback
from arena.experiments.models import Experiment
from arena.matches.models import Match
from tests.arena.ending import end, settle
from tests.arena.experiments.gate import play_gate, plays, qualify
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


def crash(version: Any, rival: Any, **changes: Any) -> None:
    crash_in(make_match(version, rival, **changes))


def crash_in(match: Match, crashes: tuple[int, int] = (1, 0)) -> None:
    match = end(match, 0, 2)
    Match.objects.filter(pk=match.pk).update(crashes=list(crashes))
    settle(match)


def test_a_streak_of_crashes_rolls_back_and_notifies_the_author(
    make_version: Any, old: Any, rival: Any, client: Any, alice: Any
) -> None:
    new = make_version(old.bot)
    for _ in range(rollback.STREAK - 1):
        crash(new, rival)
    assert plays(new)
    crash(new, rival)
    assert plays(old)
    client.force_login(alice)
    for address in ("/bots/mine/", "/bots/alice/bold/"):
        page = client.get(address).content.decode()
        assert "v2 crashed in 3 matches in a row. v1 plays instead." in page
    (notification,) = notifications.of(alice)
    client.post(f"/bots/mine/notices/{notification.pk}/dismiss/")
    assert "crashed in" not in client.get("/bots/mine/").content.decode()


def test_a_version_activated_after_a_rollback_starts_a_new_streak(
    make_version: Any, old: Any, rival: Any
) -> None:
    new = make_version(old.bot)
    early = make_match(new, rival)
    for _ in range(rollback.STREAK):
        crash(new, rival)
    assert plays(old)
    activation.activate(new)
    for match in (early, make_match(new, rival), make_match(new, rival)):
        crash_in(match)
    assert plays(new)
    crash(new, rival)
    assert plays(old)


def test_a_gate_against_a_rolled_back_version_is_restarted_against_the_one_before(
    make_version: Any, old: Any, rival: Any
) -> None:
    playing = make_version(old.bot)
    new = qualify(make_version, playing, "not_worse")
    for _ in range(rollback.STREAK):
        crash(playing, rival)
    assert plays(old)
    first, second = Experiment.objects.order_by("pk")
    assert (first.state, second.state) == ("cancelled", "running")
    assert (second.version_a, second.version_b) == (new, old)
    assert play_gate(0.5).state == Experiment.State.ACCEPTED
    assert plays(new)


def test_without_an_earlier_version_the_one_in_the_gate_plays(
    make_version: Any, old: Any, rival: Any
) -> None:
    new = qualify(make_version, old, "not_worse")
    for _ in range(rollback.STREAK):
        crash(old, rival)
    assert plays(new)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    assert Notification.objects.get().text == "v1 crashed in 3 matches in a row. v2 plays instead."


def test_a_match_without_a_crash_ends_the_streak(make_version: Any, old: Any, rival: Any) -> None:
    new = make_version(old.bot)
    for turn in range(6):
        if turn % 3 == 2:
            settle(end(make_match(new, rival), 2, 0))
        else:
            crash(new, rival)
    assert plays(new)


def test_without_another_version_the_bot_is_deactivated(old: Any, rival: Any) -> None:
    for _ in range(rollback.STREAK):
        crash(old, rival)
    assert Bot.objects.get(pk=old.bot_id).active is None
    assert "The bot does not play" in Notification.objects.get().text


def test_crashes_in_unrated_matches_do_not_count(make_version: Any, old: Any, rival: Any) -> None:
    new = make_version(old.bot)
    for _ in range(5):
        crash(new, rival, rated=False)
    assert plays(new)


def test_rolling_back_takes_one_click(make_version: Any, old: Any, client: Any, alice: Any) -> None:
    make_version(old.bot)
    client.force_login(alice)
    page = client.get("/bots/alice/bold/").content.decode()
    assert "Roll back to v1" in page
    client.post("/bots/alice/bold/v1/activate/")
    assert plays(old)


def test_crashes_count_on_either_side(make_version: Any, old: Any, rival: Any) -> None:
    new = make_version(old.bot)
    for turn in range(rollback.STREAK):
        if turn % 2:
            crash_in(make_match(new, rival), (1, 0))
        else:
            crash_in(make_match(rival, new), (0, 1))
    assert plays(old)
    assert plays(rival)


def test_crashes_of_a_version_that_no_longer_plays_change_nothing(
    make_version: Any, old: Any, rival: Any
) -> None:
    early = [make_match(old, rival) for _ in range(rollback.STREAK)]
    new = make_version(old.bot)
    for match in early:
        crash_in(match)
    assert plays(new)
    assert not Notification.objects.exists()


def test_the_rollback_of_another_version_does_not_end_a_streak(
    make_version: Any, old: Any, rival: Any
) -> None:
    second = make_version(old.bot)
    early = [make_match(old, rival) for _ in range(rollback.STREAK - 1)]
    for _ in range(rollback.STREAK):
        crash(second, rival)
    assert plays(old)
    for match in early:
        crash_in(match)
    crash(old, rival)
    assert Bot.objects.get(pk=old.bot_id).active is None
