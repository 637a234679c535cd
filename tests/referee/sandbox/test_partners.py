"""Where the sandbox cannot stop the two bots of a side from communicating, Kozel is refused.

Poorer machines are made of this one by bwrap: a container without namespaces, and root in it with
fewer capabilities, or a plain user.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.kozel.ruleset import Kozel
from referee.play import match_pool
from referee.programs.languages import PYTHON
from referee.programs.packaging import pack_files
from referee.programs.program import read_program
from referee.programs.runtimes import Runtime, runtime_of
from referee.sandbox import NoSandbox, binary, choose, require, roots, seccomp, selection, selftest
from referee.sandbox.selection import TIERS, open_tier, tiers_to_try
from tests.processes import gone
from tests.referee.play.small_bots import GOOD, match, played, program, source
from tests.referee.sandbox.bots import hear, until
from tests.referee.sandbox.containers import CAPABILITIES, DENY_NAMESPACES
from tests.referee.sandbox.hosts import REPOSITORY
from tests.referee.sandbox.slots import own_slot

SLOT = own_slot(5)
ROOT = os.geteuid() == 0
needs_root = pytest.mark.skipif(not ROOT, reason="a plain user can make no root folder for bots")
GOAT = f"""
{DENY_NAMESPACES}
import sys
from referee.cli.main import main
from tests.referee.sandbox.slots import own_slot
sys.exit(main(sys.argv[1:]))
"""


def goat(*words: str, tmp: Path, without: str = "") -> "subprocess.CompletedProcess[str]":
    """The command in a container, where root lacks one of the usual capabilities."""
    kept = [word for name in CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    lost = ["--cap-drop", f"CAP_{without}"] if without else []
    rights = ["--cap-drop", "ALL", *kept, *lost] if ROOT else []
    command = [str(binary.find_bwrap()), "--dev-bind", "/", "/", *rights, "--", sys.executable]
    return subprocess.run(
        [*command, "-c", GOAT, *words],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env=os.environ | {"TMPDIR": str(tmp), "GOAT_CPU_SLOTS": str(tmp / "slots")},
    )


@pytest.fixture
def bot(tmp_path: Path) -> str:
    path = tmp_path / "last.py"
    path.write_bytes(source())
    return str(path)


def memory() -> str | None:
    """A folder in memory, if programs may run there: a disk is slow with the files of many root
    folders."""
    shm = "/dev/shm"
    fit = Path(shm).is_dir() and not os.statvfs(shm).f_flag & (os.ST_NOEXEC | os.ST_NODEV)
    return shm if fit else None


@pytest.fixture
def tmp() -> Iterator[Path]:
    """A temporary folder that every user can read."""
    with tempfile.TemporaryDirectory(prefix="goat-test-", dir=memory()) as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        assert list(folder.glob("goat-*")) == []


@needs_root
def test_root_in_a_common_container_plays_kozel(bot: str, tmp: Path) -> None:
    tmp.chmod(0o700)  # no matter to bots that have a root folder of their own
    played = goat("play", "kozel", bot, bot, "--option", "limit=2", tmp=tmp)
    assert "last-1 1 – 1 last-2" in played.stdout, played.stderr
    told = goat("sandbox", tmp=tmp).stdout
    assert "tier B   Landlock, without namespaces: holds, and is used" in told
    assert "games with partners are played; partners cannot communicate" in told


def test_without_a_root_folder_kozel_is_refused_unless_partners_may_talk(
    bot: str, tmp: Path
) -> None:
    words = ("kozel", bot, bot, "--option", "limit=2")
    refused = goat("play", *words, tmp=tmp, without="SYS_CHROOT")
    assert refused.returncode == 1
    assert "(tier B) the two bots of a side could communicate" in refused.stderr
    assert "saw in /proc how many threads its partner has" in refused.stderr
    assert "--sandbox partners-may-talk" in refused.stderr
    accepted = goat(
        *("play", *words, "--sandbox", "partners-may-talk"), tmp=tmp, without="SYS_CHROOT"
    )
    assert "last-1 1 – 1 last-2" in accepted.stdout, accepted.stderr
    two = goat("play", "ecarte", bot, bot, tmp=tmp, without="SYS_CHROOT")
    assert "last-1 1 – 1 last-2" in two.stdout, two.stderr
    told = goat("sandbox", tmp=tmp, without="SYS_CHROOT").stdout
    assert "tier B   Landlock, without namespaces: holds, and is used" in told
    why = "needs the capability SYS_CHROOT" if ROOT else "only root can lock bots into a folder"
    assert f"it has no root folder of its own: {'chroot is refused' if ROOT else why}" in told
    assert why in told
    assert "games with partners are not played: In this sandbox" in told


@needs_root
def test_root_without_the_right_to_make_devices_still_separates_partners(
    bot: str, tmp: Path
) -> None:
    told = goat("sandbox", tmp=tmp, without="MKNOD").stdout
    assert "it has no /dev/null or other devices" in told
    assert "games with partners are played" in told
    played = goat("play", "kozel", bot, bot, "--option", "limit=2", tmp=tmp, without="MKNOD")
    assert "last-1 1 – 1 last-2" in played.stdout, played.stderr


@needs_root
def test_a_temporary_folder_without_execution_is_reported(
    tmp: Path,
) -> None:
    script = (
        f"mount -t tmpfs -o noexec,mode=755 none {tmp} && TMPDIR={tmp} {sys.executable} -c "
        "'from referee.sandbox.selection import open_tier; print(open_tier(\"B\").no_root)'"
    )
    told = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, cwd=REPOSITORY
    )
    assert (
        "no program can run there (Permission denied); name another temporary folder" in told.stdout
    )


@needs_root
def test_a_temporary_folder_without_room_is_reported(tmp: Path) -> None:
    script = (
        f"mount -t tmpfs -o size=9m,mode=755 none {tmp} && TMPDIR={tmp} {sys.executable} -c "
        "'from referee.sandbox.selection import open_tier; print(open_tier(\"B\").no_root)'"
        f" && ls {tmp}"
    )
    told = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, cwd=REPOSITORY
    )
    assert f"cannot be copied to {tmp}: No space left on device" in told.stdout
    assert "name another temporary folder in TMPDIR" in told.stdout
    assert "goat-root" not in told.stdout


@pytest.mark.parametrize("tier", list(tiers_to_try()))
def test_a_sandbox_where_partners_could_communicate_allows_two_players_only(
    monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    monkeypatch.setattr(selection, "channels", lambda sandbox: ["heard its partner sing"])
    sandbox = open_tier(tier)
    require(sandbox, ["python"])
    with pytest.raises(NoSandbox, match="this game forbids: a bot heard its partner sing"):
        require(sandbox, ["python"], partners=True)
    with pytest.raises(NoSandbox, match="sing"):  # as each process of a tournament does
        match_pool._play(match(ruleset=Kozel()), sandbox, Pipe()[0], patience=1)
    sandbox.close()


def test_partners_may_talk_changes_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_chosen", {})
    monkeypatch.setattr(selection, "channels", lambda sandbox: ["heard its partner sing"])
    with closing(choose("partners-may-talk")) as sandbox:
        assert sandbox.tier == "A"
        require(sandbox, ["python"], partners=True)
    with closing(choose()) as sandbox, pytest.raises(NoSandbox, match="sing"):
        require(sandbox, ["python"], partners=True)


ASYNCIO = "import asyncio\nasyncio.run(asyncio.sleep(0.001))"
THREAD = """
import threading
thread = threading.Thread(target=tell, args=("in a thread",))
thread.start()
thread.join()
"""


@pytest.mark.parametrize("tier", list(tiers_to_try()))
def test_asyncio_fails_immediately(tier: str) -> None:
    with closing(open_tier(tier)) as sandbox:
        for bot, reason in ((program(ASYNCIO), "crash"), (program(start=ASYNCIO), "start")):
            duel = played(match(bot, GOOD), sandbox)
            assert {game["reason"] for game in duel.record["games"]} == {reason}
            assert "PermissionError: [Errno 1] Operation not permitted" in duel.stderr[0]


@pytest.mark.parametrize("tier", list(tiers_to_try()))
def test_bots_have_threads_where_thread_ids_are_their_own(tier: str) -> None:
    with closing(open_tier(tier)) as sandbox:
        reason, said = ("crash", "can't start new thread") if tier == "B" else ("normal", "in a")
        for ruleset in (Kozel(limit=2), Ecarte()):
            result = played(match(program(THREAD), GOOD, ruleset=ruleset), sandbox)
            assert {game["reason"] for game in result.record["games"]} == {reason}
            assert said in result.stderr[0]


@pytest.mark.parametrize("tier", list(tiers_to_try()))
def test_the_self_test_finds_objects_that_a_partner_could_count(
    monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    build = seccomp.build
    monkeypatch.setattr(seccomp, "build", lambda *facts: build(*facts[:3]))
    with closing(TIERS[tier]()) as sandbox:
        kinds = ["pipes", "socket pairs", *(["threads"] if tier == "B" else [])]
        seen = {f"saw from the numbers of {kind} how many its partner makes" for kind in kinds}
        assert seen <= set(selftest.channels(sandbox))


@pytest.fixture
def own_tmp(tmp: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder of this process during the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp))
    return tmp


@needs_root
def test_the_last_user_of_the_root_folder_removes_it(own_tmp: Path) -> None:
    source = b"input()\nimport colorsys\nprint('imported')\n"
    sandbox = open_tier("B")
    again = open_tier("B")
    [folder] = own_tmp.glob("goat-*")
    with sandbox.start(read_program(source), slot=SLOT, seat=0, cpu=None) as process:
        again.close()
        sandbox.close()
        sandbox.close()
        os.write(process.stdin, b"\n")
        assert hear(process.stdout) == b"imported\n"
        assert folder.exists()
    assert not folder.exists()


@needs_root
def test_a_root_folder_is_removed_after_its_maker_was_killed(own_tmp: Path) -> None:
    script = (
        "from referee.programs.program import read_program\n"
        "from referee.sandbox.selection import open_tier\n"
        "program = read_program(b'print(1, flush=True)\\ninput()')\n"
        f"process = open_tier('B').start(program, slot={SLOT}, seat=0, cpu=None)\n"
        "print(process.pid, flush=True)\ninput()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
        env=os.environ | {"TMPDIR": str(own_tmp)},
    ) as worker:
        assert worker.stdout
        pid = int(worker.stdout.readline())
        [left] = own_tmp.glob("goat-*")
        os.utime(left, (0, 0))  # an old one
        with closing(open_tier("B")):
            assert left.exists(), "its maker lives"
        worker.kill()
    until(lambda: gone(pid))
    with closing(open_tier("B")):
        assert not left.exists()


@needs_root
def test_private_files_of_the_host_stay_private_in_the_root_folder(own_tmp: Path) -> None:
    own_tmp.chmod(0o755)
    shared = own_tmp / "shared"
    (shared / "closed").mkdir(parents=True)
    (shared / "closed").chmod(0o700)
    for name, mode in (("open", 0o644), ("private", 0o600), ("closed/inner", 0o644)):
        (shared / name).write_text("text")
        (shared / name).chmod(mode)
    (shared / "archive.a").write_text("of no use")
    (shared / "link").symlink_to("open")
    os.mkfifo(shared / "pipe")
    python = runtime_of(PYTHON, for_others=True)
    with roots.shared_root(python) as root:
        language = replace(PYTHON, name="other")
        root.add(Runtime(language, (), (str(shared),)))
        copy = root.path / str(shared).lstrip("/")
        assert sorted(path.name for path in copy.iterdir()) == ["closed", "link", "open", "private"]
        modes = {name: (copy / name).stat().st_mode & 0o777 for name in ("open", "private")}
        assert modes == {"open": 0o644, "private": 0o600}
        assert (copy / "closed").stat().st_mode & 0o777 == 0o700
        assert str((copy / "link").readlink()) == "open"


@needs_root
def test_everything_in_the_root_folder_was_last_read_in_the_future(own_tmp: Path) -> None:
    """So that reading it changes no access time, which the partner could see."""
    own_tmp.chmod(0o755)
    python = runtime_of(PYTHON, for_others=True)
    files = {"main.py": b"pass\n", "tables/openings.py": b""}
    with (
        roots.shared_root(python) as root,
        root.program(read_program(pack_files(files))) as folder,
    ):
        paths = list(root.path.rglob("*"))
        assert root.path / folder.lstrip("/") / "tables/openings.py" in paths
        year_2037 = 2_114_380_800  # file systems with small times end soon after it
        assert [path for path in paths if path.lstat().st_atime < year_2037] == []
