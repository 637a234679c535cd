"""A process of a bot finds nothing of one that ended before it: the two legs of a match."""

import json
import os
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.programs.languages import PYTHON
from referee.programs.runtimes import runtime_of
from referee.sandbox import NoSandbox, read_ahead, seccomp, selftest
from referee.sandbox.selection import TIERS, open_tier
from referee.sandbox.tiers import bubblewrap
from tests.referee.sandbox.hosts import SLOT, Host

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs a user for each slot")


def test_nothing_of_a_bot_is_left_for_the_next(host: Host) -> None:
    assert host.ask("left", mode=host.tier) == []


LINK_READER = """
    import ctypes, json, os, pathlib, struct, sys
    link = json.loads(input())
    try:
        os.readlink(link)
    except OSError:
        pass
    def statx():
        seen = ctypes.create_string_buffer(256)
        if ctypes.CDLL(None).statx(-100, link.encode(), 0x100, 0x20, seen):
            raise OSError
        return struct.unpack_from("q", seen, 0x40)[0]
    ways = (
        lambda: os.lstat(link).st_atime_ns,
        lambda: os.fstat(os.open(link, os.O_PATH | os.O_NOFOLLOW)).st_atime_ns,
        lambda: [one.stat(follow_symlinks=False).st_atime_ns for one in os.scandir(
            os.path.dirname(link)) if one.path == link][0],
        statx,
    )
    seen = []
    for way in ways:
        try:
            seen.append(way())
        except OSError:
            seen.append(None)
    print(json.dumps(seen), flush=True)
    input()
"""


def test_no_bot_sees_whether_another_has_followed_a_link_of_the_host(
    host: Host, readable_copy: Path
) -> None:
    """Its access time would show it, and a host has thousands of links."""
    link = readable_copy / "link"
    link.symlink_to("engine")
    try:
        files = {"main.py": textwrap.dedent(LINK_READER)}
        pid = host.ask("start", files=files, mode=host.tier, slot=SLOT, seat=0, cpu=None)
        host.ask("tell", pid=pid, text=json.dumps(str(link)) + "\n")
        seen = json.loads(host.ask("hear", pid=pid, seconds=20))
        host.ask("kill", pid=pid)
    finally:
        link.unlink()
    assert seen == [None] * 4


@pytest.fixture
def all_calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A filter that allows everything."""
    allow_all = b"\x06\0\0\0\0\0\xff\x7f"
    monkeypatch.setattr(seccomp, "build", lambda *kind: allow_all)
    yield


@needs_root
@pytest.mark.usefixtures("all_calls")
@pytest.mark.parametrize(
    ("tier", "found"),
    [
        ("A", {"saw from its own numbers how many pipes an earlier bot made"}),
        (
            "A2",
            {
                "saw from its own numbers how many socket pairs an earlier bot made",
                "found a key that an earlier bot left in its user keyring",
            },
        ),
        (
            "B",
            {
                "saw from its own numbers how many threads an earlier bot made",
                "found a key that an earlier bot left in its user keyring",
                "found shared memory of an earlier bot",
                "found a semaphore of an earlier bot",
                "found a message queue of an earlier bot",
            },
        ),
    ],
)
def test_the_self_test_finds_what_outlives_a_process_without_the_filter(
    tier: str, found: set[str]
) -> None:
    with closing(TIERS[tier]()) as sandbox:
        assert found <= set(selftest.leftovers(sandbox))


@needs_root
def test_a_folder_that_bots_share_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    for path in (tmp_path, *tmp_path.parents):
        path.chmod(path.stat().st_mode | 0o011)
    files = bubblewrap.shown_files
    monkeypatch.setattr(
        bubblewrap,
        "shown_files",
        lambda *given: [*files(*given), "--bind", str(shared), "/tmp"],
    )
    monkeypatch.setattr(
        "referee.sandbox.selection.escapes", lambda sandbox, policy: []
    )  # it would find that as well
    with pytest.raises(NoSandbox, match="a bot found what an earlier bot left in /tmp"):
        open_tier("A")
    assert list(shared.iterdir()) == [], "the second bot has removed it"


def test_all_files_that_bots_see_are_read_once_before_they_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    monkeypatch.setattr(read_ahead, "_read", read.append)
    runtime = runtime_of(PYTHON, for_others=os.geteuid() == 0)
    read_ahead._read_once.cache_clear()
    for _ in range(2):
        read_ahead.read_ahead(runtime)
    read_ahead._read_once.cache_clear()
    library = next(path for path in runtime.files if Path(path, "json").is_dir())
    assert f"{library}/json/decoder.py" in read
    assert set(runtime.files) <= set(read)
    assert len(read) == len(set(read))
