"""Which sandbox a machine gets: it is tested first, and refused with advice if it fails."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pyseccomp
import pytest

from referee.programs import runtimes
from referee.programs.policy import DEFAULT_POLICY
from referee.programs.program import read_program
from referee.sandbox import (
    NoSandbox,
    Policy,
    Sandbox,
    advice,
    binary,
    choose,
    confine,
    roots,
    seccomp,
    selection,
    selftest,
)
from referee.sandbox.process import PidfdProcess
from referee.sandbox.selection import open_tier
from referee.sandbox.tiers import bubblewrap, bubblewrap_root, landlock
from tests.referee.sandbox.containers import CAPABILITIES, DENY_NAMESPACES
from tests.referee.sandbox.hosts import PLAIN_USER, REPOSITORY
from tests.referee.sandbox.slots import own_slot

pytestmark = pytest.mark.usefixtures("root_folder")

ROOT = os.geteuid() == 0
# The system's, and that of the wheel.
BWRAPS = list(binary._candidates())


def test_the_sandbox_of_this_machine_holds() -> None:
    assert choose().tier == "A"


def test_off_means_no_sandbox() -> None:
    assert choose("off").tier == "off"


def test_another_mode_is_an_error() -> None:
    with pytest.raises(ValueError, match="'on': choose from auto, partners-may-talk, off"):
        choose("on")


def test_many_threads_choose_the_same_sandbox() -> None:
    chosen: list[Sandbox] = []
    threads = [threading.Thread(target=lambda: chosen.append(choose())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, chosen))) == 1


def test_a_closed_sandbox_is_not_chosen_again() -> None:
    first = choose("off")
    first.close()
    first.close()
    assert choose("off") is not first


def problem(policy: Policy = DEFAULT_POLICY) -> str:
    with pytest.raises(NoSandbox) as caught:
        open_tier("A", policy)
    message = str(caught.value)
    assert message.endswith(advice.OWN_MACHINE_ONLY)
    return message


def test_a_machine_without_bubblewrap_is_told_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(binary, "_candidates", lambda: iter(()))
    assert "bubblewrap is not installed. Install bubblewrap" in problem()


@pytest.mark.parametrize(
    ("version", "mode", "words"),
    [
        ("bubblewrap 0.6.1", 0o755, "is version 0.6, which is too old"),
        ("bubblewrap 0.11.0", 0o4755, "is setuid root"),
        ("what?", 0o755, "does not report its version: what?"),
        ("bubblewrap 0.11.0", 0o644, "does not run"),
    ],
)
def test_an_unsuitable_bubblewrap_is_skipped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, mode: int, words: str
) -> None:
    unfit = tmp_path / "bwrap"
    unfit.write_text(f"#!/bin/sh\necho '{version}'\n")
    unfit.chmod(mode)
    [wheel] = list(binary._candidates())[-1:]
    monkeypatch.setattr(binary, "_candidates", lambda: iter([unfit, wheel]))
    assert binary.find_bwrap() == wheel
    monkeypatch.setattr(binary, "_candidates", lambda: iter([unfit]))
    assert words in problem()


@pytest.fixture
def fresh_filter() -> Iterator[None]:
    seccomp.build.cache_clear()
    yield
    seccomp.build.cache_clear()


def test_a_machine_without_libseccomp_is_told_to_install_it(
    monkeypatch: pytest.MonkeyPatch, fresh_filter: None
) -> None:
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    assert "Install libseccomp: apt-get install libseccomp2" in problem()


@pytest.mark.skipif(not ROOT, reason="a plain user's bots may use what is the user's own")
def test_a_private_python_cannot_run_the_bots_of_root(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    python = tmp_path / "private" / "python3"
    python.parent.mkdir(mode=0o700)
    shutil.copy(os.path.realpath(runtimes.find_python()), python)
    runtimes.runtime_of.cache_clear()
    monkeypatch.setattr(runtimes, "find_python", lambda: str(python))
    try:
        assert "is private. Install one that every user may run" in problem()
    finally:
        runtimes.runtime_of.cache_clear()


@pytest.mark.skipif(not ROOT, reason="only root's bots have a user of their own")
@pytest.mark.parametrize("original", BWRAPS, ids=str)
def test_a_private_bubblewrap_is_copied_for_the_bots_users(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, original: Path
) -> None:
    """As when the virtual environment is in root's home folder."""
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    bwrap = binary._copy(original, private)
    beside = bwrap.with_name("another program")
    beside.touch()
    monkeypatch.setattr(bubblewrap, "find_bwrap", lambda: bwrap)
    sandbox = open_tier("A")
    assert isinstance(sandbox, bubblewrap.Bubblewrap)
    copy = Path(sandbox._bwrap)
    assert runtimes.readable_by_others(copy)
    assert not copy.with_name(beside.name).exists()
    with sandbox.start(read_program(b"pass\n"), slot=own_slot(6), seat=0, cpu=None) as process:
        assert process.exit(30) == "exit code 0"
    sandbox.close()
    assert not copy.exists()
    assert bwrap.exists()


def weaken(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    isolation, files = bubblewrap.isolation, bubblewrap.shown_files

    def without(*words: str) -> None:
        monkeypatch.setattr(
            bubblewrap,
            "isolation",
            lambda **how: [word for word in isolation(**how) if word not in words],
        )

    if how == "no filter":
        rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        descriptor = os.memfd_create("all")
        with os.fdopen(descriptor, "r+b") as file:
            rules.export_bpf(file)
            file.seek(0)
            everything = file.read()
        monkeypatch.setattr(seccomp, "build", lambda *_: everything)
    elif how == "writable root":
        monkeypatch.setattr(bubblewrap, "shown_files", lambda *given: files(*given)[:-2])
    elif how == "host's files":
        monkeypatch.setattr(
            bubblewrap,
            "shown_files",
            lambda *given: ["--ro-bind", "/etc/passwd", "/etc/passwd", *files(*given)],
        )
    elif how == "host's environment":
        without("--clearenv")
    elif how == "host's network":
        without("--unshare-net")
    elif how == "root's user":
        monkeypatch.setattr(bubblewrap, "slot_uid", lambda slot, seat: 0)
    elif how == "no limits":
        monkeypatch.setattr(Policy, "limits", lambda self: {"core": 0})


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("no filter", ["socket", "started a process", "made a memory file"]),
        ("writable root", ["wrote to /;", "wrote to /dev"]),
        ("host's files", ["saw /etc/passwd"]),
        ("host's network", ["shared our net namespace"]),
        ("no limits", ["took more memory", "more threads"]),
        pytest.param(
            "root's user",
            ["ran as uid ['0', '0', '0', '0']"],
            marks=pytest.mark.skipif(not ROOT, reason="only root could run bots as root"),
        ),
    ],
)
def test_the_self_test_finds_weaknesses(
    monkeypatch: pytest.MonkeyPatch, how: str, words: list[str]
) -> None:
    weaken(monkeypatch, how)
    message = problem()
    assert "the sandbox does not hold here" in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("tier", "how", "words"),
    [
        ("A2", "no filter", ["socket", "made a memory file"]),
        ("A2", "root's user", ["ran as uid ['0', '0', '0', '0']"]),
        ("A2", "host's network", ["shared our net namespace"]),
        ("B", "no filter", ["socket", "started a process", "made a memory file"]),
        ("B", "host's files", ["read /etc/passwd", "listed the host's processes"]),
        ("B", "no limits", ["took more memory"]),
    ],
)
def test_the_self_test_finds_weaknesses_in_other_tiers(
    monkeypatch: pytest.MonkeyPatch, tier: str, how: str, words: list[str]
) -> None:
    if tier == "A2" and not ROOT:
        pytest.skip("tier A2 is root's")
    weaken(monkeypatch, how)
    monkeypatch.setattr(bubblewrap_root, "isolation", bubblewrap.isolation)
    if how == "host's files":
        monkeypatch.setattr(landlock, "_readable", lambda runtime: ["/"])
        monkeypatch.setattr(landlock, "shared_root", no_root)
    with pytest.raises(NoSandbox, match="the sandbox does not hold here") as caught:
        open_tier(tier)
    for word in words:
        assert word in str(caught.value)


DROP_BOUND = """\
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *([ctypes.c_ulong(0)] * 3))
"""
DROP_GROUPS = "    os.setgroups([])\n"


@pytest.fixture
def in_groups() -> Iterator[None]:
    """This process has supplementary groups, as a worker of root may."""
    before = os.getgroups()
    os.setgroups([*before, 4, 24])
    yield
    os.setgroups(before)


@pytest.mark.skipif(not ROOT, reason="only root changes the user of its bots")
@pytest.mark.usefixtures("in_groups")
@pytest.mark.parametrize("tier", list(selection.tiers_to_try()))
def test_a_bot_is_not_in_the_groups_of_its_worker(tier: str) -> None:
    open_tier(tier).close()  # its self-test looks


@pytest.mark.skipif(not ROOT, reason="only root changes the user of its bots")
@pytest.mark.usefixtures("in_groups")
@pytest.mark.parametrize("tier", ["A2", "B"])
@pytest.mark.parametrize(
    ("left_out", "words"),
    [(DROP_GROUPS, r"was in the groups \["), (DROP_BOUND, r"had capabilities \(CapBnd")],
    ids=["groups", "capabilities"],
)
def test_the_self_test_finds_rights_that_a_bot_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tier: str, left_out: str, words: str
) -> None:
    source = Path(confine.__file__).read_text()
    assert left_out in source
    weaker = tmp_path / "confine.py"
    weaker.write_text(source.replace(left_out, ""))
    monkeypatch.setattr(confine, "__file__", str(weaker))
    with pytest.raises(NoSandbox, match=words):
        open_tier(tier)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("NoNewPrivs", "0", "could gain privileges by running a program"),
        ("Seccomp", "0", "ran without a system call filter"),
        ("CapEff", "0000000000000400", r"had capabilities \(CapEff 0+400\)"),
        ("Gid", "0", "ran as uid"),
    ],
)
def test_the_self_test_reads_what_the_kernel_says_of_a_bot(
    monkeypatch: pytest.MonkeyPatch, field: str, value: str, words: str
) -> None:
    status = selftest._status
    monkeypatch.setattr(selftest, "_status", lambda pid: status(pid) | {field: [value]})
    with pytest.raises(NoSandbox, match=words):
        open_tier("B")


def test_the_self_test_finds_a_bot_that_outlives_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    kill, alive = PidfdProcess.kill, []
    monkeypatch.setattr(PidfdProcess, "kill", lambda process: alive.append(process))
    try:
        with pytest.raises(NoSandbox, match="was still there after it was killed"):
            open_tier("B")
    finally:
        for process in alive:
            kill(process)


def no_root(python: runtimes.Runtime) -> NoReturn:
    raise roots.NoRoot("none for this test")


def test_the_filter_stops_truncating_where_landlock_cannot(readable_copy: Path) -> None:
    """Before Linux 6.2. Otherwise a plain user's bots could truncate all files of that user."""
    with tempfile.TemporaryDirectory(prefix="goat-test-") as name:
        copy = Path(name)
        copy.chmod(0o755)
        shutil.copytree(readable_copy, copy, dirs_exist_ok=True)
        source = copy / "referee" / "sandbox" / "confine.py"
        newer = ", 3: 0x4000, 5: 0x8000"
        assert newer in source.read_text()
        source.write_text(source.read_text().replace(newer, ""))
        script = "from referee.sandbox.selection import open_tier; print(open_tier('B').tier)"
        result = subprocess.run(
            [runtimes.find_python(), "-S", "-c", script],
            env={"PATH": "/usr/bin", "PYTHONPATH": name},
            cwd=name,
            user=PLAIN_USER if ROOT else None,
            capture_output=True,
            text=True,
        )
    assert result.stdout == "B\n", result.stderr


def said(prepare: str, *arguments: str, tier: str = "A") -> str:
    """The result of a tier and of choose() on a poorer machine: in a process that bwrap starts with
    these arguments."""
    script = f"""
import os, subprocess, sys
{prepare}
from referee.sandbox import NoSandbox, choose
from referee.sandbox.process import PidfdProcess
from referee.sandbox.selection import open_tier
try:
    print("holds", open_tier({tier!r}).tier)
except NoSandbox as error:
    print(error)
try:
    print("chosen", choose().tier)
except NoSandbox as error:
    print(error)
"""
    command = [*arguments, "--", sys.executable, "-c", script]
    result = subprocess.run(
        [binary.find_bwrap(), "--dev-bind", "/", "/", *command],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_setting_that_limits_user_namespaces_is_named() -> None:
    words = said("", "--unshare-user", "--disable-userns", "--uid", "65534")
    assert "user.max_user_namespaces" in words
    assert "chosen B" in words


def test_the_profile_of_a_container_that_forbids_namespaces_is_named() -> None:
    """The filter does what Docker's default profile does."""
    words = said(DENY_NAMESPACES)
    assert words.count("In a container: start it with a seccomp profile") == 1
    assert f"chosen {'A2' if ROOT else 'B'}" in words


@pytest.mark.skipif(not ROOT, reason="only root can start such a container")
def test_root_in_a_common_container_gets_tier_b() -> None:
    kept = [word for name in CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    words = said(DENY_NAMESPACES, "--cap-drop", "ALL", *kept, tier="A2")
    assert "In a container: start it with a seccomp profile" in words
    assert "chosen B" in words


def test_a_container_whose_kernel_settings_are_read_only_has_a_sandbox() -> None:
    assert said("", "--ro-bind", "/proc/sys", "/proc/sys") == "holds A\nchosen A\n"


def test_a_read_only_host_is_told_to_provide_a_temporary_folder() -> None:
    words = said("", "--remount-ro", "/")
    assert "No usable temporary directory found" in words
    assert words.count("Name one in TMPDIR") == 1 + len(list(selection.tiers_to_try()))


@pytest.mark.skipif(not ROOT, reason="a plain user has no capabilities to lack")
@pytest.mark.parametrize("capability", ["CAP_SYS_PTRACE", "CAP_SETUID", "CAP_KILL"])
def test_root_without_a_needed_capability_is_told_to_run_as_a_plain_user(
    capability: str,
) -> None:
    assert "the simplest is to run as one" in said("", "--cap-drop", capability)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("bwrap: setting up uid map: Permission denied", "AppArmor"),
        ("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "AppArmor"),
        (
            "bwrap: No permissions to creating new namespace, likely because the kernel does not "
            "allow non-privileged user namespaces.",
            "In a container",
        ),
        (
            "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces"
            " exceeded (ENOSPC)",
            "user.max_user_namespaces",
        ),
        ("bwrap: Unknown option --disable-userns", "bubblewrap 0.8 or newer"),
    ],
)
def test_each_known_error_has_its_advice(error: str, words: str) -> None:
    assert words in advice.advice_for(error)


def test_a_mode_is_tried_again_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_chosen", {})
    with monkeypatch.context() as broken:
        broken.setattr(selection, "TIERS", {"A": bubblewrap.Bubblewrap})
        broken.setattr(binary, "_candidates", lambda: iter(()))
        with pytest.raises(NoSandbox, match="No sandbox holds here"):
            choose()
    assert choose().tier == "A"
