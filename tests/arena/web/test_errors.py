"""All errors of the API have the same shape."""

import json

import pytest
from django.core import exceptions
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import Client
from rest_framework.exceptions import ErrorDetail, ValidationError

from arena.accounts.models import ApiToken
from arena.web import errors
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db


def bot(**fields):
    return {"ruleset": "kozel", "name": "greedy", "source": FIRST_MOVE, **fields}


def test_every_invalid_field_is_named(post):
    answer = post({"ruleset": "chess", "source": "x"}).json()
    assert answer["code"] == "invalid"
    assert set(answer["fields"]) == {"ruleset", "name"}
    assert "name: This field is required." in answer["detail"]


@pytest.mark.parametrize("name", ["new", "v1", "A", "a b", "", "x" * 41, None, 7.5, ["a"]])
def test_an_invalid_name_is_reported_at_its_field(post, name):
    response = post(bot(name=name))
    assert response.status_code == 400
    assert response.json()["fields"]["name"]


def test_an_invalid_program_is_reported_with_its_line(post):
    response = post(bot(source="x = 1\ndef ("))
    assert response.status_code == 400
    answer = response.json()
    assert answer["code"] == "bad_program"
    assert "line 2" in answer["fields"]["source"][0]


@pytest.mark.parametrize("source", ["", "a\0b", "\ud800", None, ["x"], {}, True])
def test_a_source_that_is_not_text_is_refused(post, source):
    assert post(json.dumps(bot(source=source))).status_code == 400


def test_a_submission_without_a_program_is_refused(post):
    both = {k: v for k, v in bot().items() if k != "source"}
    answer = post(both).json()
    assert (answer["code"], answer["fields"]) == ("invalid", {})
    assert "either a file or a source" in answer["detail"]


def test_a_name_that_is_taken_is_refused(post, alice, make_bot):
    make_bot(alice, name="greedy")
    answer = post(bot()).json()
    assert (answer["code"], list(answer["fields"])) == ("taken", ["name"])


def test_the_same_program_twice_is_a_conflict(post, alice, make_version):
    make_version(alice, "x = 1", name="greedy")
    response = post({"source": "x = 1"}, "/api/v1/bots/alice/greedy/versions/")
    assert (response.status_code, response.json()["code"]) == (409, "identical")


def test_too_many_submissions_are_told_when_to_try_again(post, settings):
    settings.SUBMISSIONS_PER_HOUR = 0
    response = post(bot())
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert int(response.headers["Retry-After"]) == 3600


def test_the_site_and_the_api_share_the_limit(post, client, alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 1
    client.force_login(alice)
    client.post("/bots/new/", {"ruleset": "kozel", "name": "one", "source": "x = 1"})
    assert post(bot()).status_code == 429


@pytest.mark.parametrize(
    "fields",
    [
        {"ruleset": "\ud800"},
        {"options": {"\ud800": 1}},
        {"options": {"max_redeals": "\udfff"}},
        {"options": "\ud800"},
        {"system": "\ud800"},
        {"\ud800": 1},
    ],
)
def test_a_lone_surrogate_is_refused(post, fields):
    data = json.dumps({"name": "x", "ruleset": "kozel", "pairs": 0, **fields})
    assert post(data, "/api/v1/tournaments/").status_code == 400


def test_a_body_that_is_neither_json_nor_a_form_is_refused(post):
    assert post(b"<bot/>", content_type="application/xml").status_code == 415


def test_a_broken_upload_is_refused(post):
    assert post(b"junk", content_type="multipart/form-data; boundary=x").status_code == 400
    assert post(b"junk", content_type="multipart/form-data").status_code == 400


def test_a_body_that_is_too_large_is_refused(post, settings):
    response = post(bot(source="x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)))
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_a_program_that_is_too_large_is_reported_with_both_sizes(client, alice, settings):
    content = SimpleUploadedFile("a.py", b"x" * (settings.SUBMISSION_MAX_BYTES + 1))
    response = client.post(
        "/api/v1/bots/",
        {"ruleset": "kozel", "name": "big", "file": content},
        headers={"Authorization": f"Bearer {ApiToken.make(alice, 'test')[1]}"},
    )
    assert response.status_code == 400
    assert "1,048,577" in response.json()["detail"]
    assert "1,048,576" in response.json()["detail"]


@pytest.mark.parametrize(
    "path", ["", "nothing/", "bots/a/b/c/", "bots/alice/none/", "bots/x%00y/z/", "matches/x/"]
)
def test_an_unknown_address_is_answered_in_json(client, path):
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"
    response = Client(enforce_csrf_checks=True).post(f"/api/v1/{path}")
    assert response.headers["Content-Type"] == "application/problem+json"


def test_an_unsupported_method_is_answered_in_json(client):
    response = client.delete("/api/v1/bots/")
    assert (response.status_code, response.json()["code"]) in (
        (401, "not_authenticated"),
        (405, "method_not_allowed"),
    )


def test_nested_errors_are_named_by_their_path():
    error = ValidationError({"options": {"limit": ["too small"]}, "bots": [{}, {"x": ["bad"]}]})
    assert errors.error_response(error, {}).data["fields"] == {
        "options.limit": ["too small"],
        "bots.1.x": ["bad"],
    }


def test_an_error_with_one_code_has_that_code():
    details = {"a": [ErrorDetail("x", "taken")], "b": [ErrorDetail("y", "taken")]}
    assert errors.error_response(ValidationError(details), {}).data["code"] == "taken"


def test_an_error_with_several_codes_is_invalid():
    details = {"a": [ErrorDetail("x", "taken")], "b": [ErrorDetail("y", "required")]}
    assert errors.error_response(ValidationError(details), {}).data["code"] == "invalid"


def test_errors_of_djangos_validation_keep_their_fields():
    error = exceptions.ValidationError(
        {"name": ["too long"], exceptions.NON_FIELD_ERRORS: ["late"]}
    )
    answer = errors.error_response(error, {}).data
    assert answer["fields"] == {"name": ["too long"]}
    assert answer["detail"] == "late name: too long"
    error = exceptions.ValidationError("closed", code="conflict")
    answer = errors.error_response(error, {}).data
    assert (answer["code"], answer["detail"], answer["fields"]) == ("conflict", "closed", {})


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (exceptions.PermissionDenied(), 403, "permission_denied"),
        (Http404(), 404, "not_found"),
        (errors.Conflict(), 409, "conflict"),
    ],
)
def test_other_errors_have_their_code(error, status, code):
    response = errors.error_response(error, {})
    assert (response.status_code, response.data["code"]) == (status, code)


def test_an_unexpected_exception_is_not_handled():
    assert errors.error_response(ValueError("x"), {}) is None


def test_a_lone_surrogate_in_a_message_is_replaced():
    answer = errors.problem(400, "invalid", "not a name: \ud800", {"\udfff": ["\ud800"]})
    assert answer == {
        "type": "/docs/api/#invalid",
        "title": "Bad Request",
        "status": 400,
        "detail": "not a name: ?",
        "code": "invalid",
        "fields": {"?": ["?"]},
    }


@pytest.mark.parametrize(
    ("headers", "method", "path", "status", "code"),
    [
        ({"Host": "elsewhere.example"}, "GET", "/api/v1/bots/", 400, "bad_request"),
        ({}, "GET", "/api/v1/tables/stream/", 400, "invalid"),
        ({}, "POST", "/api/v1/tables/stream/", 405, "method_not_allowed"),
        ({"Authorization": "Bearer x"}, "GET", "/api/v1/tables/stream/?watch=a:0", 401, ""),
        ({"Authorization": "Bearer x"}, "GET", "/api/v1/bots/", 401, ""),
        ({"Accept": "application/xml"}, "GET", "/api/v1/nothing/", 404, "not_found"),
    ],
)
def test_what_rest_framework_does_not_answer_is_a_problem_too(
    client, headers, method, path, status, code
):
    response = client.generic(method, path, headers=headers)
    assert response.headers["Content-Type"] == "application/problem+json"
    answer = response.json()
    assert (response.status_code, answer["status"]) == (status, status)
    assert answer["code"] == (code or "authentication_failed")


def test_the_pages_keep_their_own_error_pages(client):
    response = client.get("/bots/nobody/none/")
    assert (response.status_code, response.headers["Content-Type"]) == (
        404,
        "text/html; charset=utf-8",
    )
