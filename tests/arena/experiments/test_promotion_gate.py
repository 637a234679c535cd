"""The promotion gate of a new version against the active one."""

from typing import Any

import pytest

from arena.bots.models import Bot, Notification, Version
from arena.experiments import promotion_gate, sequential_test
from arena.experiments.models import Experiment
from arena.matches.models import Match
from tests.arena.ending import end, end_without_result, settle
from tests.arena.experiments.gate import play_gate, plays, qualify
from tests.arena.experiments.steps import start

pytestmark = pytest.mark.django_db


def test_a_version_submitted_without_activates_gets_no_gate(make_version: Any, old: Any) -> None:
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


def test_a_worse_version_is_held_back_and_its_author_notified(make_version: Any, old: Any) -> None:
    new = qualify(make_version, old, "not_worse")
    assert play_gate(0.3).state == Experiment.State.REJECTED
    assert plays(old) and not plays(new)
    (notification,) = Notification.objects.all()
    assert notification.text.startswith("v2 was not shown to be as good as v1")


def test_the_authors_own_choice_during_the_gate_stands(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    Bot.objects.filter(pk=old.bot_id).update(active=None)
    play_gate(0.5)
    assert Bot.objects.get(pk=old.bot_id).active is None
    assert not Notification.objects.exists()


def test_the_author_is_notified_of_a_gate_with_too_many_void_matches(
    make_version: Any, old: Any
) -> None:
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    for _ in range(sequential_test.MAX_VOID):
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        settle(end_without_result(row.match, "void"))
    assert plays(old)
    assert Notification.objects.get().kind == Notification.Kind.HELD_BACK


def test_a_gate_whose_signals_were_lost_is_swept(make_version: Any, old: Any) -> None:
    qualify(make_version, old, "not_worse")
    experiment = Experiment.objects.get()
    for row in experiment.matches.all():
        end(row.match, 10, 10)
    sequential_test.sweep()
    experiment.refresh_from_db()
    assert experiment.pairs == 20
    assert experiment.matches.count() == 2 + sequential_test.MAX_PENDING


def test_the_promotion_rule_is_set_on_the_site_and_over_the_api(
    old: Any, client: Any, alice: Any
) -> None:
    client.force_login(alice)
    client.post("/bots/alice/bold/edit/", {"description": "", "promotion": "not_worse"})
    assert Bot.objects.get(pk=old.bot_id).promotion == "not_worse"
    answer = client.patch(
        "/api/v1/bots/alice/bold/", {"gate": "by_hand"}, content_type="application/json"
    )
    assert answer.json()["gate"] == "by_hand"


def test_a_version_that_cannot_play_any_more_is_not_promoted(make_version: Any, old: Any) -> None:
    new = qualify(make_version, old, "not_worse")
    Version.objects.filter(pk=new.pk).update(state=Version.State.RETIRED)
    assert play_gate(0.5).state == Experiment.State.ACCEPTED
    assert plays(old)
    assert Notification.objects.get().kind == Notification.Kind.HELD_BACK


def test_an_experiment_of_a_user_is_not_a_gate(make_version: Any, old: Any, alice: Any) -> None:
    new = make_version(old.bot, active=False)
    start((new, old), alice)
    assert promotion_gate.latest_gate(new) is None
    gate = promotion_gate.start(new, old)
    start((new, old), alice)
    assert promotion_gate.latest_gate(new) == gate
