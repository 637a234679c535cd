"""Dumps: what they have, when they are made, and how they are served."""

import asyncio
import gzip
import json
import os
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.http import Http404, HttpResponseNotFound
from django.test import RequestFactory
from django.urls import resolve

from arena.dumps import making
from arena.dumps.models import Dump
from arena.matches.models import Match
from engine.verify import verify
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db(transaction=True)

NOVEMBER = date(2025, 11, 1)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.STORAGES = {
        **settings.STORAGES,
        "dumps": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path},
        },
    }
    return tmp_path


def ended(match: Match, *moment: int) -> Match:
    """The match, played, as if it had ended then."""
    finish(match)
    Match.objects.filter(pk=match.pk).update(finished=datetime(*moment, tzinfo=UTC))  # type: ignore[misc]
    return match


def lines(file: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file).splitlines()]


def test_a_dump_has_the_public_matches_of_its_month_in_the_order_of_their_ends(
    versions: Any, folder: Path
) -> None:
    late = ended(make_match(*versions), 2025, 11, 30, 23, 59, 59)
    early = ended(make_match(*versions, queue="tournament", rated=False), 2025, 11, 1)
    ended(make_match(*versions), 2025, 12, 1)
    ended(make_match(*versions, queue="check", rated=False), 2025, 11, 2)
    make_match(*versions)  # not played
    dump = making.make(late.ruleset, NOVEMBER)
    assert dump is not None
    found = lines((folder / dump.file_name).read_bytes())
    assert [line["match"] for line in found] == [early.pk, late.pk]
    assert [(line["purpose"], line["rated"]) for line in found] == [
        ("tournament", False),
        ("ladder", True),
    ]
    assert found[1]["finished"] == "2025-11-30T23:59:59+00:00"
    for line in found:
        verify(line["record"])
    assert (dump.matches, dump.complete) == (2, True)
    assert dump.size == (folder / dump.file_name).stat().st_size


def test_more_matches_than_are_read_at_once_are_all_there(
    versions: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.dumps.lines._AT_ONCE", 2)
    # Two ended at the same moment, where one reading ends.
    days = (3, 4, 4, 5, 6)
    matches = [ended(make_match(*versions), 2025, 11, day) for day in days]
    dump = making.make(matches[0].ruleset, NOVEMBER)
    assert dump is not None
    found = lines((folder / dump.file_name).read_bytes())
    assert [line["match"] for line in found] == [match.pk for match in matches]


def test_the_sweep_makes_each_month_that_is_over_once_and_this_one_once_a_day(
    versions: Any, folder: Path
) -> None:
    old = ended(make_match(*versions), 2025, 11, 3)
    finish(make_match(*versions))
    making.sweep()
    by_month = {dump.month: dump for dump in Dump.objects.all()}
    today = max(by_month)
    assert by_month[NOVEMBER].complete
    assert not by_month[today].complete
    assert all(not dump.matches for month, dump in by_month.items() if NOVEMBER < month < today)
    finish(make_match(*versions))
    making.sweep()
    assert Dump.objects.get(month=today).matches == 1
    yesterday = by_month[today].made - making.REFRESHED_EVERY
    Dump.objects.filter(month=today).update(made=yesterday)
    making.sweep()
    fresh = Dump.objects.get(month=today)
    assert (fresh.ruleset, fresh.matches) == (old.ruleset, 2)
    assert Dump.objects.get(month=NOVEMBER).made == by_month[NOVEMBER].made
    kept = {path.name for path in folder.iterdir()}
    assert fresh.file_name in kept
    assert by_month[today].file_name not in kept


def test_the_same_matches_give_the_same_file(versions: Any, folder: Path) -> None:
    match = ended(make_match(*versions), 2025, 11, 3)
    first = making.make(match.ruleset, NOVEMBER)
    second = making.make(match.ruleset, NOVEMBER)
    assert first is not None and second is not None
    assert first.sha256 == second.sha256
    assert [path.name for path in folder.iterdir()] == [first.file_name]


def test_half_a_file_of_a_process_that_was_killed_is_written_again(
    versions: Any, folder: Path
) -> None:
    match = ended(make_match(*versions), 2025, 11, 3)
    dump = making.make(match.ruleset, NOVEMBER)
    assert dump is not None
    whole = (folder / dump.file_name).read_bytes()
    (folder / dump.file_name).write_bytes(whole[: len(whole) // 2])
    Dump.objects.all().delete()  # the row comes after the file
    making.sweep()
    assert (folder / dump.file_name).read_bytes() == whole
    assert Dump.objects.get(month=NOVEMBER).sha256 == dump.sha256


def test_a_file_that_was_lost_is_made_again(versions: Any, folder: Path) -> None:
    ended(make_match(*versions), 2025, 11, 3)
    making.sweep()
    path = folder / Dump.objects.get(month=NOVEMBER).file_name
    path.unlink()
    making.sweep()
    assert path.exists()


def test_files_that_nobody_needs_are_deleted_but_not_while_they_are_written(
    versions: Any, folder: Path
) -> None:
    ended(make_match(*versions), 2025, 11, 3)
    old, new = folder / "ecarte-2025-11-0.jsonl.gz", folder / "ecarte-2025-11-1.jsonl.gz"
    for path in (old, new):
        path.write_bytes(b"half")
    long_ago = time.time() - making.LEFT_ALONE.total_seconds() - 60
    os.utime(old, (long_ago, long_ago))
    making.sweep()
    dump = folder / Dump.objects.get(month=NOVEMBER).file_name
    os.utime(dump, (long_ago, long_ago))
    making.sweep()
    assert [path.exists() for path in (old, new, dump)] == [False, True, True]


def test_without_matches_nothing_is_made(db: None, folder: Path) -> None:
    making.sweep()
    assert not Dump.objects.exists()
    assert not list(folder.iterdir())


def test_the_page_and_the_api_list_the_dumps(client: Any, versions: Any) -> None:
    match = ended(make_match(*versions), 2025, 11, 3)
    dump = making.make(match.ruleset, NOVEMBER)
    assert dump is not None
    page = client.get("/data/").content.decode()
    assert dump.file_name in page
    assert "CC0 1.0" in page
    assert dump.file_name not in client.get("/data/?game=svoi-kozyri").content.decode()
    [row] = client.get(f"/api/v1/dumps/?ruleset={match.ruleset}").json()["results"]
    assert (row["month"], row["matches"], row["sha256"]) == ("2025-11", 1, dump.sha256)
    assert row["url"].endswith(f"/data/{dump.file_name}")
    assert client.get("/api/v1/dumps/?ruleset=whist").status_code == 400


def get(path: str, **headers: str) -> Any:
    """The response with its whole body. (A client that may iterate over it does so in a thread
    that keeps its database connection.)"""
    request = RequestFactory().get(path, headers=headers)
    found = resolve(path)
    try:
        response: Any = found.func(request, *found.args, **found.kwargs)
    except Http404:
        return HttpResponseNotFound(), b""

    async def body() -> bytes:
        return b"".join([part async for part in response])

    return response, asyncio.run(body())


def test_a_file_is_served_whole_or_from_where_a_download_stopped(
    versions: Any, folder: Path
) -> None:
    match = ended(make_match(*versions), 2025, 11, 3)
    dump = making.make(match.ruleset, NOVEMBER)
    assert dump is not None
    whole = (folder / dump.file_name).read_bytes()
    response, body = get(dump.get_absolute_url())
    assert (response.status_code, body) == (200, whole)
    assert "immutable" in response["Cache-Control"]
    response, body = get(dump.get_absolute_url(), Range="bytes=100-")
    assert (response.status_code, body) == (206, whole[100:])
    assert response["Content-Range"] == f"bytes 100-{len(whole) - 1}/{len(whole)}"
    for nonsense in ("bytes=-5", "bytes=99999999-", "bytes=a-", "lines=1-"):
        response, body = get(dump.get_absolute_url(), Range=nonsense)
        assert (response.status_code, body) == (200, whole)


@pytest.mark.parametrize(
    "name",
    [
        "secret.key",
        "..%2Fsecret.key",
        "ecarte-2025-11-000000000000.jsonl.gz",
        "ecarte-2025-11.jsonl",
    ],
)
def test_no_other_file_can_be_downloaded(db: None, folder: Path, name: str) -> None:
    (folder / "secret.key").write_text("secret")
    response, _ = get(f"/data/{name}")
    assert response.status_code == 404
