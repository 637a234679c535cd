"""Programs are told how much of a limit is left, and when to try again."""

import re

import pytest
from django.utils import timezone

from arena.experiments.models import Experiment
from arena.web.models import Use
from tests.arena.api_client import Api
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db

TABLE = {"ruleset": "ecarte", "seats": [{"kind": "me"}, {"kind": "open"}]}


def limits(response):
    """The items of both headers by the limit's name: quota, window, remaining, time."""
    found = {}
    for header in ("RateLimit-Policy", "RateLimit"):
        for name, first, second in re.findall(
            r'"([^"]+)";[qr]=(\d+);[wt]=(\d+)', response.headers.get(header, "")
        ):
            found.setdefault(name, []).extend([int(first), int(second)])
    return found


def submit(api, name):
    source = f"{FIRST_MOVE}# {name}"
    return api.post("bots/", {"ruleset": "ecarte", "name": name, "source": source})


def test_submissions_count_down(client, alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 3
    api = Api(client, alice)
    for name, left in (("one", 2), ("two", 1), ("three", 0)):
        response = submit(api, name)
        assert response.status_code == 201
        most, window, remaining, again = limits(response)["submission"]
        assert (most, window, remaining) == (3, 3600, left)
        assert 3590 <= again <= 3600
    refused = submit(api, "four")
    assert refused.status_code == 429
    assert limits(refused)["submission"][2] == 0
    assert abs(int(refused.headers["Retry-After"]) - limits(refused)["submission"][3]) <= 1
    assert limits(api.get("me/"))["submission"][:3] == [3, 3600, 0]


def test_a_refused_program_counts_too(client, alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 3
    api = Api(client, alice)
    broken = api.post("bots/", {"ruleset": "ecarte", "name": "x", "source": "def ("})
    assert broken.status_code == 400
    assert limits(api.get("me/"))["submission"][2] == 2


@pytest.mark.parametrize(
    ("name", "setting", "seconds"),
    [("challenge", "CHALLENGES_PER_HOUR", 3600), ("experiment", "EXPERIMENTS_PER_DAY", 86400)],
)
def test_what_a_bot_may_ask_for_counts_down(
    name, setting, seconds, client, alice, bob, make_version, settings
):
    setattr(settings, setting, 1)
    make_version(alice, ruleset="ecarte", name="bold")
    make_version(bob, ruleset="ecarte", name="shy")
    first, second = ("bot", "opponent") if name == "challenge" else ("a", "b")
    asked = {first: "alice/bold", second: "bob/shy"}
    api = Api(client, alice)
    made = api.post(f"{name}s/", asked)
    assert made.status_code == 201, made.content
    assert limits(made)[name][:3] == [1, seconds, 0]
    Experiment.objects.update(state=Experiment.State.CANCELLED)
    refused = api.post(f"{name}s/", asked)
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert "The limit is 1 " in refused.json()["detail"]
    assert seconds - 60 <= int(refused.headers["Retry-After"]) <= seconds
    assert abs(int(refused.headers["Retry-After"]) - limits(refused)[name][3]) <= 1


def test_each_limit_of_a_request_is_told(client, alice):
    found = limits(Api(client, alice).post("tables/", TABLE))
    assert found["tables created"][:3] == [10, 60, 9]
    assert found["tables created at an address"][:3] == [60, 60, 59]


def test_what_has_no_limit_has_no_headers_and_pages_have_none(client, alice):
    assert not limits(client.get("/api/v1/bots/"))
    client.force_login(alice)
    program = {"ruleset": "kozel", "name": "one", "source": "x = 1"}
    assert "RateLimit" not in client.post("/bots/new/", program).headers


def test_a_limit_that_names_no_time_says_when_to_try_again(client, alice, settings):
    settings.TABLES_PER_PLAYER = 1
    api = Api(client, alice)
    assert api.post("tables/", TABLE).status_code == 201
    refused = api.post("tables/", TABLE)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")


def test_what_one_request_counts_is_not_told_to_the_next(client, alice, bob):
    Api(client, alice).post("tables/", TABLE)
    assert not limits(Api(client, bob).get("tables/mine/"))
    assert Use.objects.filter(at__lte=timezone.now()).exists()
