"""Whether a new version plays: the author's rule, the test against the one before, and crashes."""

import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from arena.bots import activation, notifications
from arena.bots.models import Bot, Notification, Version
from arena.experiments import promotion_gate, rollback, sequential_test, tasks
from arena.experiments.models import Experiment
from arena.matches.models import Match
from arena.qualification import qualification
from tests.arena.at_once import at_once
from tests.arena.ending import end, end_without_result, settle
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(make_version: Any, alice: Any) -> Any:
    return make_version(alice, ruleset="ecarte", name="bold")


def qualify(make_version: Any, old: Any, rule: str, **fields: Any) -> Any:
    """A new version of the bot that has just passed its check."""
    from arena.matches import lifecycle

    Bot.objects.filter(pk=old.bot_id).update(promotion=rule)
    bot = Bot.objects.get(pk=old.bot_id)
    version = make_version(bot, state="checking", active=False, **fields)
    match = qualification.start(version)
    attempt = lifecycle.claim(match.pk, "test")
    assert attempt is not None
    lifecycle.submit_result(attempt.token, played(match))
    settle(match)
    version.refresh_from_db()
    assert version.state == Version.State.QUALIFIED
    return version


def plays(version: Any) -> bool:
    return bool(Bot.objects.get(pk=version.bot_id).active_id == version.pk)


def play_gate(score: float) -> Experiment:
    """Plays the gate to its end; the new version scores so much of the points of each match."""
    for _ in range(100):
        experiment = Experiment.objects.latest("pk")
        if experiment.state != Experiment.State.RUNNING:
            return experiment
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        games = row.match.games
        settle(end(row.match, round(games * score), games - round(games * score)))
    raise AssertionError("the gate does not end")


def test_by_the_rule_always_it_plays_at_once(make_version: Any, old: Any) -> None:
    assert plays(qualify(make_version, old, "always"))
    assert not Experiment.objects.exists()


def test_by_the_rule_by_hand_the_old_one_goes_on(make_version: Any, old: Any) -> None:
    new = qualify(make_version, old, "by_hand")
    assert plays(old) and not plays(new)


def test_the_first_version_plays_whatever_the_rule(make_version: Any, alice: Any) -> None:
    first = make_version(alice, ruleset="ecarte", state="rejected")
    assert plays(qualify(make_version, first, "by_hand"))


def test_who_asked_for_no_activation_at_upload_gets_none(make_version: Any, old: Any) -> None:
    assert not plays(qualify(make_version, old, "always", activates=False))
    assert not plays(qualify(make_version, old, "not_worse", activates=False))
    assert not Experiment.objects.exists()


def test_a_version_that_is_not_worse_passes_the_gate(
    make_version: Any, old: Any, client: Any, alice: Any
) -> None:
    new = qualify(make_version, old, "not_worse")
    assert plays(old)
    experiment = play_gate(0.5)
    assert experiment.state == Experiment.State.ACCEPTED
    assert plays(new)
    assert not Match.objects.filter(rated=True).exists()
    client.force_login(alice)
    assert (
        "v2 is not worse than v1 and plays from now on."
        in client.get("/bots/mine/").content.decode()
    )
    assert "H1 accepted" in client.get(f"/bots/alice/bold/v{new.number}/").content.decode()


def test_a_version_that_is_worse_is_held_back_and_the_author_told(
    make_version: Any, old: Any
) -> None:
    new = qualify(make_version, old, "not_worse")
    assert play_gate(0.3).state == Experiment.State.REJECTED
    assert plays(old) and not plays(new)
    (notification,) = Notification.objects.all()
    assert notification.text.startswith("v2 was not shown to be as good as v1")


def test_what_the_author_chooses_by_hand_meanwhile_stands(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    Bot.objects.filter(pk=old.bot_id).update(active=None)
    play_gate(0.5)
    assert Bot.objects.get(pk=old.bot_id).active is None
    assert not Notification.objects.exists()


def test_a_newer_version_ends_the_gate_of_the_one_before(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    newest = qualify(make_version, old, "not_worse")
    first, second = Experiment.objects.order_by("pk")
    assert (first.state, second.state) == ("cancelled", "running")
    assert promotion_gate.latest_gate(newest) == second


def test_who_activates_the_playing_version_again_has_decided_against_the_new_one(
    make_version: Any, old: Any
) -> None:
    new = qualify(make_version, old, "not_worse")
    activation.activate(old)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    play_gate(1)
    assert plays(old) and not plays(new)
    assert not Notification.objects.exists()


def test_a_gate_goes_on_when_a_version_outside_of_it_is_retired(
    make_version: Any, old: Any
) -> None:
    playing = make_version(old.bot)
    new = qualify(make_version, playing, "not_worse")
    activation.retire(old)
    assert Experiment.objects.get().state == Experiment.State.RUNNING
    activation.retire(new)
    assert Experiment.objects.get().state == Experiment.State.CANCELLED


def test_a_version_that_plays_at_once_ends_the_gate_of_the_one_before(
    make_version: Any, old: Any
) -> None:
    qualify(make_version, old, "not_worse")
    newest = qualify(make_version, old, "always")
    assert Experiment.objects.get().state == Experiment.State.CANCELLED
    assert plays(newest)


def test_a_gate_that_the_machines_could_not_play_tells_the_author(
    make_version: Any, old: Any
) -> None:
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    for _ in range(sequential_test.MAX_VOID):
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        settle(end_without_result(row.match, "void"))
    assert plays(old)
    assert Notification.objects.get().kind == Notification.Kind.HELD_BACK


@pytest.mark.django_db(transaction=True)
def test_what_locks_the_bot_and_what_locks_the_gate_do_not_wait_for_each_other(
    make_version: Any, old: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequential_test, "MAX_VOID", 1)
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    end_without_result(experiment.matches.order_by("number")[0].match, "void")
    locked = Event()

    def qualifies() -> None:
        with transaction.atomic():
            Bot.objects.select_for_update(no_key=True).get(pk=old.bot_id)
            locked.set()
            wait_until(somebody_waits_for_a_lock)
            sequential_test.cancel(experiment.pk)

    def advances() -> None:
        locked.wait(10)
        sequential_test.advance(experiment.pk)

    at_once([qualifies, advances])
    assert Experiment.objects.get().state == Experiment.State.CANCELLED


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_gate_whose_worker_listened_to_nothing_is_swept(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    for row in experiment.matches.all():
        end(row.match, 10, 10)
    tasks.sweep()
    experiment.refresh_from_db()
    assert experiment.pairs == 20
    assert experiment.matches.count() == 2 + sequential_test.MAX_PENDING


@pytest.fixture
def rival(make_version: Any, bob: Any) -> Any:
    return make_version(bob, ruleset="ecarte")


def crash(version: Any, rival: Any, **changes: Any) -> None:
    crash_in(make_match(version, rival, **changes))


def crash_in(match: Match) -> None:
    match = end(match, 0, 2)
    Match.objects.filter(pk=match.pk).update(crashes=[1, 0])
    settle(match)


def test_a_streak_of_crashes_rolls_back_and_tells_the_author(
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


def test_a_version_that_was_rolled_back_and_activated_again_begins_anew(
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


def test_a_gate_against_a_version_that_is_rolled_back_begins_anew(
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


def test_where_only_the_version_in_the_gate_is_left_it_plays(
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


def test_without_an_earlier_version_the_bot_rests(old: Any, rival: Any) -> None:
    for _ in range(rollback.STREAK):
        crash(old, rival)
    assert Bot.objects.get(pk=old.bot_id).active is None
    assert "The bot does not play" in Notification.objects.get().text


def test_unrated_matches_roll_nobody_back(make_version: Any, old: Any, rival: Any) -> None:
    new = make_version(old.bot)
    for _ in range(5):
        crash(new, rival, rated=False)
    assert plays(new)


def test_nobody_dismisses_anothers_notification(old: Any, bob: Any, client: Any) -> None:
    notification = notifications.create(
        old.bot, Notification.Kind.DEACTIVATED, version="v1", crashes=3
    )
    client.force_login(bob)
    client.post(f"/bots/mine/notices/{notification.pk}/dismiss/")
    notification.refresh_from_db()
    assert not notification.seen


def test_rolling_back_takes_one_click(make_version: Any, old: Any, client: Any, alice: Any) -> None:
    make_version(old.bot)
    client.force_login(alice)
    page = client.get("/bots/alice/bold/").content.decode()
    assert "Roll back to v1" in page
    client.post("/bots/alice/bold/v1/activate/")
    assert plays(old)


def test_the_rule_is_set_on_the_settings_page_and_over_the_api(
    old: Any, client: Any, alice: Any
) -> None:
    client.force_login(alice)
    client.post("/bots/alice/bold/edit/", {"description": "", "promotion": "not_worse"})
    assert Bot.objects.get(pk=old.bot_id).promotion == "not_worse"
    answer = client.patch(
        "/api/bots/alice/bold/", {"gate": "by_hand"}, content_type="application/json"
    )
    assert answer.json()["gate"] == "by_hand"
