"""A against B on the site: from the form to the verdict."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.experiments import creation, quotas, sequential_test, tasks
from arena.experiments.models import Experiment
from arena.experiments.ratio_chart import chart
from arena.matches.models import Match
from arena.ratings.models import EloChange
from referee.statistics.sprt import Test
from tests.arena.at_once import at_once
from tests.arena.ending import end, end_without_result, settle

pytestmark = pytest.mark.django_db


def start(versions: Any, user: Any, **changes: Any) -> Experiment:
    settings = {"max_pairs": 100, "batch": 5} | changes
    return sequential_test.start(user, *versions, Test(0, 50), **settings)


def play_next(experiment: Experiment, score: float) -> None:
    row = experiment.matches.filter(match__state="queued").order_by("number")[0]
    settle(end(row.match, score, row.match.games - score))
    experiment.refresh_from_db()


def play_to_the_end(experiment: Experiment, score: float) -> None:
    while experiment.state == Experiment.State.RUNNING:
        play_next(experiment, score)


def test_a_few_unrated_matches_at_a_time(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    matches = Match.objects.filter(experiment_match__experiment=experiment)
    assert [(match.rated, match.pairs, match.queue) for match in matches] == [
        (False, 5, "ladder")
    ] * sequential_test.MAX_PENDING
    play_next(experiment, 6)
    assert experiment.matches.count() == sequential_test.MAX_PENDING + 1
    assert not EloChange.objects.exists()


@pytest.mark.parametrize(("score", "state"), [(8, "accepted"), (2, "rejected")])
def test_it_plays_until_the_test_decides(
    versions: Any, alice: Any, score: float, state: str
) -> None:
    experiment = start(versions, alice)
    play_to_the_end(experiment, score)
    assert experiment.state == state
    assert experiment.ended is not None
    assert experiment.pairs < 100
    assert (experiment.ratio > 0) == (state == "accepted")


def test_at_the_most_pairs_it_ends_undecided(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice, max_pairs=12)
    for score in (5, 5, 2):
        play_next(experiment, score)
    assert (experiment.state, experiment.pairs) == ("undecided", 12)


def test_matches_count_in_the_order_in_which_they_were_made(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    first, second = experiment.matches.order_by("number")
    settle(end(second.match, 10, 0))
    experiment.refresh_from_db()
    assert experiment.pairs == 0
    settle(end(first.match, 0, 10))
    experiment.refresh_from_db()
    assert experiment.pairs == 10


def test_being_told_twice_of_a_match_counts_it_once(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    play_next(experiment, 6)
    sequential_test.advance(experiment.pk)
    sequential_test.advance(experiment.pk)
    experiment.refresh_from_db()
    assert (experiment.pairs, experiment.matches.count()) == (5, sequential_test.MAX_PENDING + 1)


def test_void_matches_count_for_nothing_and_too_many_end_it(versions: Any, alice: Any) -> None:
    experiment = start(versions, alice)
    for _ in range(sequential_test.MAX_VOID):
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        settle(end_without_result(row.match, "void"))
    experiment.refresh_from_db()
    assert (experiment.state, experiment.pairs) == ("cancelled", 0)


def test_what_is_still_to_be_played_at_the_verdict_is_cancelled(
    versions: Any, alice: Any, django_capture_on_commit_callbacks: Any
) -> None:
    experiment = start(versions, alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_to_the_end(experiment, 10)
    left = Match.objects.filter(experiment_match__experiment=experiment, state="cancelled")
    assert left.count() == 1


def test_no_more_is_made_than_it_may_play_while_an_early_match_waits(
    versions: Any, alice: Any
) -> None:
    experiment = start(versions, alice, max_pairs=20)
    first = experiment.matches.order_by("number")[0]
    for _ in range(6):
        for later in experiment.matches.filter(match__state="queued").exclude(pk=first.pk):
            settle(end(later.match, 5, 5))
    matches = Match.objects.filter(experiment_match__experiment=experiment)
    assert sum(match.pairs for match in matches) == 20
    settle(end(first.match, 5, 5))
    experiment.refresh_from_db()
    assert (experiment.state, experiment.pairs) == ("undecided", 20)


def test_an_experiment_that_fails_keeps_no_other_from_being_swept(
    versions: Any, alice: Any, caplog: Any
) -> None:
    broken, sound = (start(versions, alice) for _ in range(2))
    for experiment in (broken, sound):
        end(experiment.matches.order_by("number")[0].match, 5, 5)
    Experiment.objects.filter(pk=broken.pk).update(elo1=-50)
    tasks.sweep()
    sound.refresh_from_db()
    assert sound.pairs == 5
    assert f"experiment {broken.pk} cannot go on" in caplog.text


def fill_in(client: Any, **changes: Any) -> dict[str, Any]:
    """The form as the page gives it, changed."""
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
        ({"elo0": "50", "elo1": "20"}, "elo1 is at least 1 point above elo0"),
        ({"elo0": "nan"}, "Enter a number."),
        ({"alpha": "0.7"}, "less than or equal to 0.4"),
        ({"max_pairs": "1000000"}, "less than or equal to 1000"),
    ],
)
def test_a_test_that_is_none_is_refused(
    versions: Any, alice: Any, client: Any, changes: dict[str, str], message: str
) -> None:
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk, **changes)
    assert message in client.post("/experiments/new/ecarte/", data).content.decode()
    assert not Experiment.objects.exists()


def test_a_is_ones_own_and_b_is_another(
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


def test_one_experiment_at_a_time(versions: Any, alice: Any, client: Any) -> None:
    start(versions, alice)
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk)
    assert (
        "You already have a running experiment"
        in client.post("/experiments/new/ecarte/", data).content.decode()
    )


@pytest.mark.django_db(transaction=True)
def test_a_double_click_starts_one_experiment(versions: Any, alice: Any) -> None:
    refused = []

    def click() -> None:
        try:
            creation.create_experiment(alice, *versions, Test(0, 50), max_pairs=100, options={})
        except ValidationError as error:
            refused.append(error.code)

    at_once([click] * 4)
    assert Experiment.objects.count() == 1
    assert refused == ["running"] * 3


def test_a_second_click_is_told_so_in_the_form(
    versions: Any, alice: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    data = fill_in(client, version_a=versions[0].pk, version_b=versions[1].pk)
    start(versions, alice)
    # As if the first experiment began after the form had been looked at.
    monkeypatch.setattr("arena.experiments.forms.quotas.check_experiment", once_blind())
    page = client.post("/experiments/new/ecarte/", data)
    assert "You already have a running experiment" in page.content.decode()
    assert Experiment.objects.count() == 1


def once_blind() -> Any:
    """The check of the quota, which sees nothing the first time."""
    calls = iter([lambda user: None])
    return lambda user, check=quotas.check_experiment: next(calls, check)(user)


def test_who_has_no_bot_is_told_to_submit_one(client: Any, bob: Any) -> None:
    client.force_login(bob)
    assert "no qualified version" in client.get("/experiments/new/kozel/").content.decode()
    assert client.get("/experiments/new/whist/").status_code == 404


def test_the_chart_stays_in_its_box() -> None:
    for course in ([], [(5, 0.1)], [(5 * n, (-1) ** n * n / 9) for n in range(1, 200)]):
        drawn = chart(course, -2.94, 2.94)
        for point in drawn.line.split():
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert drawn.top <= y <= drawn.bottom
