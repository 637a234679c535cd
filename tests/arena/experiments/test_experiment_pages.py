"""Experiments on the site: the form, the page, the quota."""

from typing import Any

import pytest

from arena.experiments import quotas
from arena.experiments.models import Experiment
from tests.arena.experiments.steps import play_next, start

pytestmark = pytest.mark.django_db


def fill_in(client: Any, **changes: Any) -> dict[str, Any]:
    """The form data of the page, with changes."""
    page = client.get("/experiments/new/ecarte/")
    form = page.context["form"]
    fields = {name: field.initial for name, field in form.fields.items()}
    data = {
        name: value for name, value in fields.items() if value is not None and value is not False
    }
    return data | changes


def test_an_experiment_is_started_watched_and_cancelled_on_the_site(
    versions: Any, alice: Any, bob: Any, client: Any
) -> None:
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk)
    address = client.post("/experiments/new/ecarte/", data)["Location"]
    experiment = Experiment.objects.get()
    assert address == f"/experiments/{experiment.pk}/"
    play_next(experiment, 7)
    page = client.get(address).content.decode()
    for text in ("Log-likelihood ratio", "5 of at most 300", "<svg", "Cancel", "alice/bold"):
        assert text in page
    assert f"#{experiment.pk}" in client.get("/experiments/").content.decode()
    client.force_login(bob)
    assert client.post(f"{address}cancel/").status_code == 404
    client.force_login(alice)
    client.post(f"{address}cancel/")
    experiment.refresh_from_db()
    assert experiment.state == Experiment.State.CANCELLED


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"elo0": "50", "elo1": "20"}, "elo1 must be at least 1 above elo0"),
        ({"elo0": "nan"}, "Enter a number."),
        ({"alpha": "0.7"}, "at most 0.4"),
        ({"max_pairs": "1000000"}, "at most 1000"),
    ],
)
def test_an_invalid_test_is_refused(
    versions: Any, alice: Any, client: Any, changes: dict[str, str], message: str
) -> None:
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk, **changes)
    assert message in client.post("/experiments/new/ecarte/", data).content.decode()
    assert not Experiment.objects.exists()


def test_a_is_a_version_of_the_user_and_b_is_another(
    versions: Any, alice: Any, client: Any, make_version: Any
) -> None:
    client.force_login(alice)
    own, other = versions
    hidden = make_version(other.bot, active=False)
    for a, b, message in (
        (other, own, "Select a valid choice"),
        (own, own, "the same version"),
        (own, hidden, "Select a valid choice"),
    ):
        data = fill_in(client, version_a=a.pk, version_b=b.pk)
        assert message in client.post("/experiments/new/ecarte/", data).content.decode()


def test_a_user_has_one_running_experiment_at_a_time(
    versions: Any, alice: Any, client: Any
) -> None:
    start(versions, alice)
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk)
    assert (
        "You already have a running experiment"
        in client.post("/experiments/new/ecarte/", data).content.decode()
    )


def test_a_second_click_gets_an_error_in_the_form(
    versions: Any, alice: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk)
    start(versions, alice)
    # As if the first experiment started after the form was validated.
    monkeypatch.setattr("arena.experiments.forms.quotas.check_experiment", once_blind())
    page = client.post("/experiments/new/ecarte/", data)
    assert "You already have a running experiment" in page.content.decode()
    assert Experiment.objects.count() == 1


def once_blind() -> Any:
    """`check_experiment` that lets the first call pass."""
    calls = iter([lambda user: None])
    return lambda user, check=quotas.check_experiment: next(calls, check)(user)


def test_a_user_without_a_bot_is_told_to_submit_one(client: Any, bob: Any) -> None:
    client.force_login(bob)
    assert "no qualified version" in client.get("/experiments/new/kozel/").content.decode()
    assert client.get("/experiments/new/whist/").status_code == 404


def test_b_can_be_another_version_of_the_user(
    versions: Any, alice: Any, client: Any, make_version: Any
) -> None:
    client.force_login(alice)
    earlier = make_version(versions[0].bot, active=False)
    data = fill_in(client, version_a=versions[0].pk, version_b=earlier.pk)
    client.post("/experiments/new/ecarte/", data)
    assert Experiment.objects.get().version_b == earlier


@pytest.mark.parametrize("state", ["checking", "rejected", "retired"])
def test_a_version_that_cannot_play_cannot_be_chosen(
    versions: Any, alice: Any, client: Any, make_version: Any, state: str
) -> None:
    client.force_login(alice)
    unfit = make_version(versions[0].bot, state=state)
    for a, b in ((unfit, versions[1]), (versions[0], unfit)):
        data = fill_in(client, version_a=a.pk, version_b=b.pk)
        page = client.post("/experiments/new/ecarte/", data).content.decode()
        assert "Select a valid choice" in page


def test_the_staff_can_cancel_an_experiment(versions: Any, alice: Any, admin_client: Any) -> None:
    experiment = start(versions, alice)
    address = experiment.get_absolute_url()
    assert "Cancel" in admin_client.get(address).content.decode()
    admin_client.post(f"{address}cancel/")
    experiment.refresh_from_db()
    assert experiment.state == Experiment.State.CANCELLED
