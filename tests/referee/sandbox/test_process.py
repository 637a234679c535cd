"""A running bot is started, heard, paused, measured and ended alike with and without a sandbox."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.programs.packaging import pack_files
from referee.programs.program import Program, read_program
from referee.sandbox import Process, Sandbox, SandboxFailed, choose
from referee.sandbox.orphans import sweep_orphans
from referee.sandbox.selection import tiers_to_try
from referee.sandbox.slot_users import slot_uid
from referee.sandbox.start_barrier import StartBarrier
from referee.sandbox.tiers.bubblewrap import Bubblewrap
from tests.processes import gone, state_of
from tests.referee.sandbox.bots import hear, hear_all, hear_number, parent, until
from tests.referee.sandbox.hosts import PATIENCE, REPOSITORY
from tests.referee.sandbox.slots import own_slot

SANDBOXES = [*tiers_to_try(), "off"]
SLOT = own_slot(7)


@contextlib.contextmanager
def running(sandbox: Sandbox, source: str | bytes, *, cpu: int | None = None) -> Iterator[Process]:
    if isinstance(source, str):
        source = textwrap.dedent(source).encode()
    with sandbox.start(read_program(source), slot=SLOT, seat=0, cpu=cpu) as process:
        yield process


ECHO = """
import sys
for line in sys.stdin:
    print("heard", line.strip())
"""
SPIN = """
print("begins")
while True:
    pass
"""


def test_an_answer_arrives_immediately_and_whole_without_flushing(sandbox: Sandbox) -> None:
    with running(sandbox, ECHO) as process:
        for word in (b"one", b"two"):
            os.write(process.stdin, word + b"\n")
            assert hear(process.stdout) == b"heard " + word + b"\n"
        assert process.exit() is None


def test_bytes_written_without_a_flush_arrive(sandbox: Sandbox) -> None:
    source = "import sys\nsys.stdout.buffer.write(b'bytes\\n')\nsys.stdin.read()"
    with running(sandbox, source) as process:
        assert hear(process.stdout) == b"bytes\n"


def test_text_is_utf8(sandbox: Sandbox) -> None:
    with running(sandbox, ECHO) as process:
        os.write(process.stdin, "Козёл ♠\n".encode())
        assert hear(process.stdout).decode() == "heard Козёл ♠\n"


def test_the_referees_ends_of_the_pipes_never_block(sandbox: Sandbox) -> None:
    with running(sandbox, SPIN) as process:
        assert hear(process.stdout) == b"begins\n"
        with pytest.raises(BlockingIOError):
            os.read(process.stdout, 1)
        with pytest.raises(BlockingIOError):
            while True:
                os.write(process.stdin, bytes(1 << 16))


def test_a_program_of_many_files_imports_its_modules_and_reads_its_data(sandbox: Sandbox) -> None:
    files = {
        "main.py": b"""
import pathlib, sys
from tables import openings
data = pathlib.Path(__file__).with_name("data") / "weights"
print(__name__, pathlib.Path(sys.argv[0]).name, len(sys.argv), openings.BEST, data.read_text())
print(sorted(name for name in globals() if not name.startswith("__")))
""",
        "tables/__init__.py": b"",
        "tables/openings.py": b"BEST = '6S'",
        "data/weights": b"0.5",
        **{f"more/{number}": b"x" for number in range(96)},
    }
    with running(sandbox, pack_files(files)) as process:
        said = hear_all(process.stdout).splitlines()
        assert said == ["__main__ main.py 1 6S 0.5", "['data', 'openings', 'pathlib', 'sys']"]


def test_a_traceback_names_the_bots_file_and_line(sandbox: Sandbox) -> None:
    with running(sandbox, "def think():\n    return 1 / 0\nthink()\n") as process:
        log = hear_all(process.stderr)
        assert 'main.py", line 3, in <module>' in log
        assert 'main.py", line 2, in think' in log
        assert "return 1 / 0" in log
        assert process.exit(PATIENCE) == "exit code 1"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "exit code 0"),
        ("raise SystemExit(3)", "exit code 3"),
        ("import os; os._exit(0)", "exit code 0"),
        ("import ctypes; ctypes.string_at(0)", "signal SIGSEGV"),
        ("raise SystemExit('no')", "exit code 1"),
    ],
)
def test_how_a_bot_ended_is_reported(sandbox: Sandbox, source: str, words: str) -> None:
    with running(sandbox, source + "\n") as process:
        assert process.exit(PATIENCE) == words
        assert process.exit() == words
    assert process.exit() == words


def test_a_bot_that_ended_before_the_first_look_ended_by_itself(sandbox: Sandbox) -> None:
    with running(sandbox, "print('quick')\n") as process:
        until(lambda: gone(process.pid))
        assert hear(process.stdout) == b"quick\n"
        assert process.exit(PATIENCE) == "exit code 0"
        assert process.times().processor_ns == 0


def test_threads_and_unflushed_output_finish_before_the_end(sandbox: Sandbox) -> None:
    """Threads, functions to be called at exit, and output that was not flushed."""
    source = """
        import atexit, sys, threading
        atexit.register(lambda: print("last"))
        try:
            threading.Timer(0.1, lambda: print("thread")).start()
        except RuntimeError:
            print("no", end=" ")
            atexit.register(lambda: print("thread"))
        sys.stderr.write("log")
        sys.stdout.write("main ")
    """
    with running(sandbox, source) as process:
        no = "no " if sandbox.tier == "B" else ""
        assert hear_all(process.stdout) == f"{no}main thread\nlast\n"
        assert hear_all(process.stderr) == "log"
        assert process.exit(PATIENCE) == "exit code 0"


def test_a_bot_without_standard_output_ends_normally(sandbox: Sandbox) -> None:
    with running(sandbox, "import sys\nprint('x', end='')\nsys.stdout = None\n") as process:
        assert process.exit(PATIENCE) == "exit code 0"


def test_a_bot_does_not_start_before_the_barrier_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if the referee ends before that."""
    sandbox = Bubblewrap()
    monkeypatch.setattr(StartBarrier, "open", StartBarrier.close)
    with running(sandbox, "print('begins')\n") as process:
        assert not select.select([process.stdout], [], [], 0.3)[0]
        assert process.exit() is None
    sandbox.close()


def test_killing_twice_has_no_further_effect(sandbox: Sandbox) -> None:
    with running(sandbox, SPIN) as process:
        hear(process.stdout)
        process.kill()
        process.kill()
        assert process.exit() == "signal SIGKILL"
        assert not Path(f"/proc/{process.pid}").exists()


def test_killing_a_bot_that_has_ended_keeps_how_it_ended(sandbox: Sandbox) -> None:
    with running(sandbox, "raise SystemExit(7)\n") as process:
        assert hear_all(process.stdout) == ""
        assert process.exit(PATIENCE) == "exit code 7"
        process.kill()
        assert process.exit() == "exit code 7"


def test_a_frozen_bot_pauses_until_it_is_thawed(sandbox: Sandbox) -> None:
    with running(sandbox, SPIN) as process:
        hear(process.stdout)
        process.freeze()
        until(lambda: state_of(process.pid) == "T")
        frozen = process.times()
        assert process.exit(0.2) is None
        assert process.times().processor_ns == frozen.processor_ns
        process.thaw()
        until(lambda: process.times().processor_ns > frozen.processor_ns + 10_000_000)


def test_a_bot_that_is_frozen_before_its_start_starts_when_thawed(sandbox: Sandbox) -> None:
    for _ in range(5):
        with running(sandbox, SPIN) as process:
            for _ in range(3):
                process.freeze()
                process.thaw()
            assert hear(process.stdout) == b"begins\n"


def test_a_frozen_bot_is_killed(sandbox: Sandbox) -> None:
    with running(sandbox, SPIN) as process:
        hear(process.stdout)
        process.freeze()
    assert process.exit() == "signal SIGKILL"


def test_a_bot_stays_on_its_processor_and_the_referee_is_unaffected(sandbox: Sandbox) -> None:
    before = os.sched_getaffinity(0)
    cpu = max(before)
    with running(sandbox, ECHO, cpu=cpu) as process:
        assert os.sched_getaffinity(process.pid) == {cpu}
        assert os.sched_getaffinity(0) == before


def test_a_missing_processor_is_an_error_that_leaves_nothing_behind(sandbox: Sandbox) -> None:
    before = held()
    with pytest.raises(OSError, match="Invalid argument"):
        sandbox.start(read_program(b"pass\n"), slot=SLOT, seat=0, cpu=1000)
    assert held() == before


def test_many_bots_leave_no_process_descriptor_or_file(sandbox: Sandbox) -> None:
    program = read_program(ECHO.encode())
    with sandbox.start(program, slot=SLOT, seat=0, cpu=None):
        pass
    before = held()
    for ending in range(15):
        process = sandbox.start(program, slot=SLOT, seat=0, cpu=None)
        if ending % 3 == 1:
            process.freeze()
        if ending % 3 == 2:
            os.write(process.stdin, b"word\n")
            hear(process.stdout)
            process.times()
        process.kill()
    assert held() == before


def test_several_threads_can_start_bots_at_the_same_time(sandbox: Sandbox) -> None:
    heard: list[bytes] = []

    def play(seat: int) -> None:
        with sandbox.start(read_program(ECHO.encode()), slot=SLOT, seat=seat, cpu=0) as process:
            os.write(process.stdin, b"%d\n" % seat)
            heard.append(hear(process.stdout))

    threads = [threading.Thread(target=play, args=(seat,)) for seat in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(heard) == [b"heard %d\n" % seat for seat in range(6)]


def test_a_sandboxed_bot_dies_with_the_thread_that_started_it() -> None:
    started: list[Process] = []

    def start() -> None:
        program = read_program(SPIN.encode())
        started.append(choose().start(program, slot=SLOT, seat=0, cpu=None))
        hear(started[0].stdout)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    with started[0] as process:
        until(lambda: gone(process.pid))


@contextlib.contextmanager
def another_referee(then: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A process that starts a bot and does `then`, and the bot's process."""
    referee = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os\n"
            "from referee.programs.program import Program\n"
            "from referee.sandbox import choose\n"
            f"bot = Program({SPIN.encode()!r}, False)\n"
            f"process = choose().start(bot, slot={SLOT}, seat=0, cpu=None)\n"
            f"{then}\nprint(process.pid, flush=True)\ninput()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    with referee:
        assert referee.stdout
        yield referee, int(referee.stdout.readline())
        referee.kill()


def test_a_sandboxed_bot_dies_with_a_referee_that_is_killed() -> None:
    with another_referee("while process.times().processor_ns < 10**8: pass") as (_, pid):
        assert Path(f"/proc/{pid}").exists()
    until(lambda: gone(pid))


def test_a_half_built_sandbox_of_a_killed_start_is_removed() -> None:
    user = slot_uid(SLOT, 1) if os.geteuid() == 0 else None
    sandbox = choose()
    assert isinstance(sandbox, Bubblewrap)
    command = [
        *(sandbox._bwrap, "--as-pid-1", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/"),
        # Waits to be told to go on, and is not.
        *("--userns-block-fd", "0", "--info-fd", "1", "--", "/bot/main.py"),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, user=user, group=user, cwd="/"
    ) as outer:
        assert outer.stdout
        inner = int(hear_number(outer.stdout.fileno()))
        sweep_orphans()
        assert not gone(inner)
        outer.kill()
    assert not gone(inner)
    sweep_orphans()
    until(lambda: gone(inner))


def test_sweeping_leaves_the_bots_of_living_referees_alone() -> None:
    for _ in range(5):
        with running(choose(), SPIN) as process:
            sweep_orphans()
            assert hear(process.stdout) == b"begins\n"


def test_a_sandbox_that_breaks_is_not_the_bots_fault() -> None:
    with running(choose(), SPIN) as process:
        hear(process.stdout)
        os.kill(parent(process), signal.SIGKILL)
        with pytest.raises(SandboxFailed):
            process.exit(PATIENCE)


def test_a_bwrap_that_does_not_start_is_not_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Bubblewrap()
    before = held()
    monkeypatch.setattr(sandbox, "_bwrap", "/bin/false")
    with pytest.raises(SandboxFailed, match="bwrap does not start the bot"):
        sandbox.start(read_program(b"pass\n"), slot=SLOT, seat=0, cpu=None)
    monkeypatch.setattr(sandbox, "_bwrap", "/nowhere/bwrap")
    with pytest.raises((OSError, SandboxFailed), match="No such file"):
        sandbox.start(read_program(b"pass\n"), slot=SLOT, seat=0, cpu=None)
    assert held() == before


def test_without_a_sandbox_processes_of_a_bot_are_killed_with_it() -> None:
    source = """
        import subprocess
        child = subprocess.Popen(["sleep", "1000"])
        print(child.pid)
        child.wait()
    """
    with running(choose("off"), source) as process:
        child = int(hear(process.stdout))
    until(lambda: gone(child))


def test_a_program_that_skipped_the_checks_is_refused_at_the_start(sandbox: Sandbox) -> None:
    before = held()
    with pytest.raises(ValueError, match=r"no main\.py"):
        sandbox.start(Program(pack_files({"x": b""}), is_zip=True), slot=SLOT, seat=0, cpu=None)
    assert held() == before


def held() -> tuple[list[str], list[str]]:
    """The descriptors and children of this process."""
    children = Path("/proc/self/task").glob("*/children")
    return (
        sorted(path.name for path in Path("/proc/self/fd").iterdir()),
        [pid for path in children for pid in path.read_text().split()],
    )
