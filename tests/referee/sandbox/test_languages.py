"""Programs in other languages than Python run in the sandbox."""

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from engine.faults import Reason
from engine.rulesets import ruleset
from referee.play.bot import Bot
from referee.play.clock import NS, Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant, MatchSettings, play
from referee.play.protocol import BotFault
from referee.play.stderr_log import StderrLog
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.languages import languages
from referee.programs.packaging import pack_files
from referee.programs.program import load_program, read_program
from referee.sandbox import NoSandbox, Sandbox, choose, require, resources
from referee.sandbox.cgroup_discovery import NoCgroups, find_cgroups
from referee.sandbox.selection import open_tier, tiers_to_try
from tests.referee.play.small_bots import GOOD
from tests.referee.sandbox.bots import hear
from tests.referee.sandbox.hosts import PATIENCE
from tests.referee.sandbox.slots import own_slot

SANDBOXES = list(tiers_to_try())
SLOT = own_slot(3)
SCRIPT = b"""
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log('{"type":"ready"}');
  if (message.type === "move") console.log(JSON.stringify({move: message.legal[0]}));
  if (message.type === "bye") process.exit(0);
});
"""
CAT = Path(os.path.realpath(shutil.which("cat") or "/bin/cat"))
STATIC = Path("/sbin/ldconfig")  # the one that is statically linked on most systems


def grouped() -> bool:
    try:
        find_cgroups()
    except NoCgroups:
        return False
    return True


needs_groups = pytest.mark.skipif(not grouped(), reason="no cgroups can be made here")
needs_node = pytest.mark.skipif(not Path("/usr/bin/node").exists(), reason="there is no Node here")


@needs_groups
def test_an_executable_runs_with_its_libraries(sandbox: Sandbox) -> None:
    with sandbox.start(load_program(CAT), slot=SLOT, seat=0, cpu=0) as process:
        os.write(process.stdin, b"word\n")
        assert hear(process.stdout) == b"word\n"


@needs_groups
@pytest.mark.skipif(not STATIC.exists(), reason="no static executable is at hand")
def test_a_static_executable_runs_without_any_other_file(sandbox: Sandbox) -> None:
    with sandbox.start(load_program(STATIC), slot=SLOT, seat=0, cpu=0) as process:
        assert process.exit(PATIENCE) == "exit code 1"
        assert b"Can't" in os.read(process.stderr, 1000)


@needs_groups
@needs_node
def test_a_script_for_node_plays_a_match(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "bot.js"
    path.write_bytes(SCRIPT)
    entrants = (Entrant("node", 1, load_program(path)), Entrant("python", 1, GOOD))
    patient = Clock(start_ms=60_000, move_ms=10_000)  # an emulated machine is ten times slower
    match = MatchSettings(
        ruleset("svoi-kozyri", {"max_plies": 10}), entrants, 1, bytes(32), patient
    )
    assert match.kinds() == {"node", "python"}
    require(sandbox, match.kinds())
    played = play(match, sandbox, slot=CpuSlot(SLOT, 0))
    assert [game["reason"] for game in played.record["games"]] == ["normal"] * 2


@needs_groups
@pytest.mark.parametrize(
    ("script", "ends"),
    [
        ("exec 5>&1 >&-; read line; echo heard >&5; read line", False),
        ("exec >&-; read line; read line", True),
    ],
)
@pytest.mark.parametrize("tier", list(tiers_to_try()))
def test_a_program_that_closes_its_output_crashes(
    tier: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, ends: bool
) -> None:
    table = tmp_path / "runtimes.toml"
    table.write_text('[shell]\nmain = "main.sh"\ncommand = ["/bin/sh"]\n')
    monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(table))
    program = read_program(pack_files({"main.sh": f"{script}\n".encode()}))
    with (
        contextlib.closing(open_tier(tier)) as sandbox,
        contextlib.closing(TurnScheduler(sandbox, CpuSlot(SLOT, 0))) as scheduler,
    ):
        bot = Bot(sandbox.start(program, slot=SLOT, seat=0, cpu=None), StderrLog(), scheduler)
        try:
            if ends:
                with pytest.raises(BotFault, match="closed its standard output") as fault:
                    bot.ask(b"line\n", 60_000 * NS)
                assert fault.value.reason == Reason.CRASH
            else:
                assert bot.ask(b"line\n", 60_000 * NS)[0] == b"heard"
                assert bot.process.exit() is None
        finally:
            bot.kill()


def test_without_cgroups_only_python_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none() -> None:
        raise NoCgroups("cgroup version 2 is not mounted")

    monkeypatch.setattr(resources, "find_cgroups", none)
    sandbox = open_tier("A")
    require(sandbox, ["python"])
    with pytest.raises(
        NoSandbox, match=r"native programs need a cgroup.*not mounted.*Delegate=yes"
    ):
        require(sandbox, ["python", "native"])
    with pytest.raises(NoSandbox, match="unknown language 'cobol'"):
        require(sandbox, ["cobol"])
    sandbox.close()


def test_a_trusted_program_in_any_language_runs_without_a_sandbox() -> None:
    with choose("off").start(load_program(CAT), slot=SLOT, seat=0, cpu=None) as process:
        os.write(process.stdin, b"word\n")
        assert hear(process.stdout) == b"word\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "runtimes.toml"
    monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(path))
    return path


@needs_groups
def test_a_language_of_the_operator_runs(table: Path) -> None:
    table.write_text(
        """
        [shell]
        main = "main.sh"
        command = ["/bin/sh"]
        memory_mib = 32
        processes = true
        [python]
        threads = 20
        """
    )
    assert languages()["python"].policy.threads == 20
    assert languages()["shell"].policy.memory_bytes == 32 << 20
    program = read_program(pack_files({"main.sh": b"(echo $((6 * 7)))\n"}))
    sandbox = open_tier("A", languages()["python"].policy)
    require(sandbox, [program.language.name])
    with sandbox.start(program, slot=SLOT, seat=0, cpu=None) as process:
        assert hear(process.stdout) == b"42\n"
    sandbox.close()
    with (
        contextlib.closing(open_tier("B", languages()["python"].policy)) as other,
        pytest.raises(NoSandbox, match="start other processes, which this sandbox could not end"),
    ):
        require(other, ["shell"])
