import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from arena.accounts.models import ApiToken
from arena.bots.models import Bot, Version
from arena.matches.models import Match
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db


class Api:
    """A program with a token."""

    def __init__(self, client, user=None):
        self.client = client
        self.headers = {}
        if user is not None:
            self.headers = {"Authorization": f"Bearer {ApiToken.make(user, 'test')[1]}"}

    def get(self, path, **query):
        return self.client.get(f"/api/{path}", query, headers=self.headers)

    def post(self, path, data=None):
        return self.client.post(
            f"/api/{path}", data, content_type="application/json", headers=self.headers
        )

    def patch(self, path, data):
        return self.client.patch(
            f"/api/{path}", data, content_type="application/json", headers=self.headers
        )

    def send_file(self, path, content, **fields):
        data = {"file": SimpleUploadedFile("bot.py", content), **fields}
        return self.client.post(f"/api/{path}", data, headers=self.headers)


@pytest.fixture
def api(client, alice):
    return Api(client, alice)


@pytest.fixture
def anonymous(client):
    return Api(client)


def test_me(api, settings, make_version, alice):
    settings.SUBMISSIONS_PER_HOUR = 5
    make_version(alice)
    assert api.get("me/").json() == {
        "username": "alice",
        "url": "http://testserver/accounts/users/alice/",
        "submissions_left": 4,
    }


def test_a_bot_is_submitted_as_json(api, alice):
    new = {"ruleset": "kozel", "name": "greedy", "description": "Plays.", "source": FIRST_MOVE}
    response = api.post("bots/", new)
    assert response.status_code == 201
    answer = response.json()
    assert response.headers["Location"] == answer["api_url"]
    assert answer["api_url"] == "http://testserver/api/bots/alice/greedy/versions/1/"
    assert (answer["bot"], answer["number"], answer["state"]) == ("alice/greedy", 1, "checking")
    assert answer["check"] == {"match": Match.objects.get().pk, "state": "queued", "position": 1}
    assert bytes(Version.objects.get().content) == FIRST_MOVE.encode()
    assert Bot.objects.get().description == "Plays."


def test_a_bot_is_submitted_as_a_file(api):
    response = api.send_file("bots/", FIRST_MOVE.encode(), ruleset="ecarte", name="bold")
    assert response.status_code == 201
    assert Version.objects.get().activates


def test_a_version_is_submitted_to_its_bot(api, alice, make_version):
    make_version(alice, name="greedy")
    path = "bots/alice/greedy/versions/"
    assert api.post(path, {"source": "x = 1", "activates": False}).json()["number"] == 2
    assert api.send_file(path, b"x = 2", activates="false").json()["number"] == 3
    assert [version["number"] for version in api.get(path).json()["results"]] == [3, 2, 1]
    assert not Version.objects.filter(number__gt=1, activates=True).exists()


def test_its_state_can_be_followed(api, alice, make_version):
    version = make_version(alice, name="greedy", state="checking")
    path = "bots/alice/greedy/versions/1/"
    assert api.get(path).json()["state"] == "checking"
    fault = {
        "game": 1,
        "move": 0,
        "seat": None,
        "reason": "start",
        "detail": "no answer",
        "request": None,
    }
    version.state, version.faults, version.log = "rejected", [fault], "Traceback"
    version.save()
    answer = api.get(path).json()
    assert (answer["state"], answer["log"]) == ("rejected", "Traceback")
    assert answer["faults"][0]["reason"] == "start"
    assert "within 10 s" in answer["faults"][0]["meaning"]


def test_faults_and_log_are_null_for_others(client, alice, bob, make_version):
    make_version(alice, name="greedy", state="rejected", log="secret")
    for other in (Api(client), Api(client, bob)):
        answer = other.get("bots/alice/greedy/versions/1/").json()
        assert answer["sha256"]
        assert (answer["check"], answer["faults"], answer["log"]) == (None, None, None)


def test_the_program_is_read_by_its_owner_only(client, alice, bob, make_version):
    make_version(alice, "secret = 1", name="greedy")
    path = "bots/alice/greedy/versions/1/source/"
    assert Api(client).get(path).status_code == 401
    assert Api(client, bob).get(path).status_code == 404
    response = Api(client, alice).get(path)
    assert response.content == b"secret = 1"
    assert "attachment" in response.headers["Content-Disposition"]


def test_versions_are_activated_and_retired(api, alice, make_version):
    bot = make_version(alice, name="greedy").bot
    make_version(bot)
    path = "bots/alice/greedy/"
    assert api.get(path).json()["active"] == 2
    assert api.post(f"{path}versions/1/activate/").json()["active"] is True
    assert api.get(path).json()["active"] == 1
    assert api.post(f"{path}versions/1/retire/").json()["state"] == "retired"
    assert api.get(path).json()["active"] is None


def test_a_version_that_has_not_qualified_is_a_conflict(api, alice, make_version):
    make_version(alice, name="greedy", state="rejected")
    for act in ("activate", "retire"):
        response = api.post(f"bots/alice/greedy/versions/1/{act}/")
        assert (response.status_code, response.json()["code"]) == (409, "not_qualified")


def test_the_description_can_be_changed_and_nothing_else(api, alice, make_version):
    make_version(alice, name="greedy")
    response = api.patch("bots/alice/greedy/", {"description": "New.", "ruleset": "ecarte"})
    assert (response.json()["description"], response.json()["ruleset"]) == ("New.", "kozel")
    assert api.patch("bots/alice/greedy/", {}).status_code == 400


def test_bots_are_read_without_a_token_and_narrowed(anonymous, alice, bob, make_version):
    make_version(alice, ruleset="kozel", name="careful")
    make_version(bob, ruleset="ecarte", name="bold")
    answer = anonymous.get("bots/").json()
    assert answer["count"] == 2
    assert answer["results"][0] | {"created": None} == {
        "owner": "alice",
        "name": "careful",
        "ruleset": "kozel",
        "description": "",
        "active": 1,
        "gate": "always",
        "rating": None,
        "error": None,
        "elo": None,
        "matches": 0,
        "created": None,
        "url": "http://testserver/bots/alice/careful/",
    }
    for query in ({"ruleset": "ecarte"}, {"owner": "bob"}, {"search": "BOLD"}):
        assert [bot["name"] for bot in anonymous.get("bots/", **query).json()["results"]] == [
            "bold"
        ]
    for query in ({"ruleset": "chess"}, {"search": "a\0b"}, {"owner": "x" * 31}):
        assert anonymous.get("bots/", **query).status_code == 400


def test_lists_are_cut_into_pages(anonymous, alice, make_version):
    for number in range(3):
        make_version(alice, name=f"bot{number}")
    answer = anonymous.get("bots/", limit=2, offset=2).json()
    assert [bot["name"] for bot in answer["results"]] == ["bot2"]
    assert answer["previous"]
    assert len(anonymous.get("bots/", limit=10**12).json()["results"]) == 3
    assert anonymous.get("bots/", offset=10**30).json()["results"] == []


@pytest.mark.parametrize("path", ["bots/", "bots/alice/greedy/versions/"])
def test_lists_ask_as_often_for_many_as_for_one(
    api, alice, make_version, path, django_assert_num_queries, django_assert_max_num_queries
):
    bot = make_version(alice, name="greedy").bot
    api.get(path)  # the use of the token is noted
    with django_assert_max_num_queries(4) as one:
        api.get(path)
    assert '"content"' not in str([query["sql"] for query in one])
    for _ in range(4):
        make_version(bot)
        make_version(alice)
    with django_assert_num_queries(len(one)):
        api.get(path)


@pytest.mark.parametrize("method", ["post", "patch"])
def test_writing_needs_a_token(anonymous, alice, make_version, method):
    make_version(alice, name="greedy")
    for path in ("bots/", "bots/alice/greedy/", "bots/alice/greedy/versions/"):
        assert getattr(anonymous, method)(path, {}).status_code == 401


def test_a_bot_of_another_can_be_read_but_not_changed(client, alice, bob, make_version):
    make_version(alice, name="greedy")
    bobs = Api(client, bob)
    for response in (
        bobs.patch("bots/alice/greedy/", {"description": "Mine."}),
        bobs.post("bots/alice/greedy/versions/", {"source": "x = 1"}),
        bobs.post("bots/alice/greedy/versions/1/activate/"),
        bobs.post("bots/alice/greedy/versions/1/retire/"),
    ):
        assert (response.status_code, response.json()["code"]) == (403, "permission_denied")
    assert Version.objects.get().state == "qualified"


def test_a_session_without_the_forms_token_changes_nothing(alice, make_version):
    from django.test import Client

    make_version(alice, name="greedy")
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert Api(client).post("bots/alice/greedy/versions/1/retire/").status_code == 403
