"""Submitting a bot or a version on the site."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from arena.bots.models import Bot, Version
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db

NEW = reverse("bots:new")


def upload(client, content=None, *, source=None, url=NEW, **fields):
    form = {"ruleset": "kozel", "name": "greedy", **fields}
    if content is not None:
        form["file"] = SimpleUploadedFile("bot.py", content)
    if source is not None:
        form["source"] = source
    return client.post(url, form)


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_py", ".py"), content)
    return packed.getvalue()


def errors(response):
    assert response.status_code == 200
    form = response.context["form"]
    return " ".join(
        str(error)
        for field in (*form, None)
        for error in (field.errors if field else form.non_field_errors())
    )


@pytest.fixture
def alices(client, alice):
    client.force_login(alice)
    return client


def test_the_limits_are_shown_before_the_upload(alices, settings):
    settings.SUBMISSION_MAX_BYTES = 3 * 1024 * 1024
    settings.SUBMISSION_MAX_FILES = 77
    content = alices.get(NEW).content.decode()
    assert "3.0\xa0MB" in content
    assert "77 files" in content
    assert "60 submissions left of 60 an hour" in content
    assert "You may have 3 active bots in each game." in content


def test_the_accepted_kinds_are_listed_before_the_upload(alices, settings):
    python = "Submit a Python file (.py), or a zip with main.py at its top level."
    assert python in alices.get(NEW).content.decode()
    settings.BOT_RUNTIMES = ["python", "native"]
    assert (
        "a 64-bit Linux executable, or a zip with main.py or main"
        in alices.get(NEW).content.decode()
    )


def test_an_uploaded_file_becomes_version_1(alices):
    response = upload(alices, FIRST_MOVE.encode(), description="Plays.")
    version = Version.objects.get()
    assert response.headers["Location"] == version.get_absolute_url()
    assert bytes(version.content) == FIRST_MOVE.encode()
    assert version.bot.description == "Plays."


def test_a_pasted_source_becomes_version_1_with_the_lines_of_its_author(alices):
    upload(alices, source="\r\n" + FIRST_MOVE.replace("\n", "\r\n"))
    assert bytes(Version.objects.get().content) == b"\n" + FIRST_MOVE.encode()


def test_a_zip_is_accepted(alices):
    upload(alices, zipped(main_py="import other", other_py="x = 1"))
    assert Version.objects.get().is_zip


def bomb():
    return zipped(main_py="", data="0" * (32 << 20))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"x" * (1024 * 1024 + 1), "at most 1,048,576 bytes"),
        (b"\xff\xfe = 1", "not UTF-8"),
        (b"def f(:\n", "line 1"),
        (b"#!/bin/bash\necho\n", "this is a Bash script. Submit a Python file (.py)"),
        (zipped(other_py="x = 1"), "main.py"),
        (bomb(), "at most 4,194,304 bytes"),
        (zipped(main_py="", **{"../evil": "x"}), ".."),
        (zipped(main_py="", **{"/etc/passwd": "x"}), "/etc/passwd"),
        (b"PK\x03\x04 damaged", "zip"),
    ],
    ids=[
        "empty",
        "too big",
        "not UTF-8",
        "syntax error",
        "Bash script",
        "zip without main.py",
        "zip bomb",
        "zip that climbs out",
        "zip with an absolute path",
        "damaged zip",
    ],
)
def test_a_bad_program_gets_a_clear_message_and_leaves_nothing(alices, content, said):
    assert said in errors(upload(alices, content))
    assert not Bot.objects.exists()


def test_an_error_in_pasted_source_is_shown_at_its_field(alices):
    response = upload(alices, source="def (")
    assert "line 1" in response.context["form"].errors["source"][0]


def test_a_file_and_a_source_together_are_refused(alices):
    assert "Choose a file" in errors(upload(alices))
    assert "not both" in errors(upload(alices, b"x = 1", source="x = 2"))


def test_what_is_wrong_is_escaped_in_the_page(alices):
    response = upload(alices, b"<script>alert(1)</script>")
    assert b"<script>alert(1)" not in response.content


def test_a_second_bot_of_the_same_name_is_sent_to_its_page(alices, alice, make_bot):
    make_bot(alice, name="greedy")
    assert "Submit a new version" in errors(upload(alices, b"x = 1"))


def test_too_many_submissions_get_an_error_with_the_time_to_wait(alices, settings):
    settings.SUBMISSIONS_PER_HOUR = 0
    assert "Try again in 60 minutes" in errors(upload(alices, b"x = 1"))


def test_a_new_version_needs_no_more_than_the_program(alices, alice, make_version):
    bot = make_version(alice, name="greedy").bot
    url = reverse("bots:new_version", args=["alice", "greedy"])
    response = alices.post(url, {"source": "x = 1", "activates": "on"})
    version = bot.versions.get(number=2)
    assert response.headers["Location"] == version.get_absolute_url()
    assert version.activates
    alices.post(url, {"source": "x = 2"})
    assert not bot.versions.get(number=3).activates


def test_a_new_version_is_validated_like_a_first(alices, alice, make_version):
    make_version(alice, "x = 1", name="greedy")
    url = reverse("bots:new_version", args=["alice", "greedy"])
    assert "line 1" in errors(alices.post(url, {"source": "def ("}))
    assert "identical to version 1" in errors(alices.post(url, {"source": "x = 1"}))


def test_nobody_else_can_submit_a_version(client, bob, alice, make_version):
    make_version(alice, name="greedy")
    client.force_login(bob)
    url = reverse("bots:new_version", args=["alice", "greedy"])
    assert client.get(url).status_code == 404
    assert client.post(url, {"source": "x = 1"}).status_code == 404
    assert Version.objects.count() == 1


def test_submitting_needs_a_login(client):
    assert client.post(NEW, {"source": "x"}).headers["Location"].startswith("/accounts/login/")
