"""No process of a match knows a deal from the other side, whatever a bot leaves behind."""

import json
import subprocess
from pathlib import Path

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.kozel.ruleset import Kozel
from engine.verify import verify
from referee.play.clock import Clock
from referee.programs.program import read_program
from referee.programs.runtimes import find_python
from referee.sandbox.binary import find_bwrap
from referee.sandbox.selection import tiers_to_try
from tests.processes import gone
from tests.referee.play.small_bots import GOOD, Watched, match, played, program

SANDBOXES = [*tiers_to_try(), "off"]
SOURCE = Path(__file__).with_name("memory_bot.py").read_text()
PAIRS = 3


def told(stderr: str, word: str) -> list:
    """What the memory bot says on its lines that begin with this word."""
    lines = [line.partition(" ") for line in stderr.splitlines()]
    return [json.loads(rest) for first, _, rest in lines if first == word]


@pytest.mark.parametrize("ruleset", [Ecarte(target=2), Kozel(limit=2)], ids=["ecarte", "kozel"])
def test_a_bot_that_keeps_the_hands_of_a_leg_knows_none_in_the_next(sandbox, ruleset):
    # Without a sandbox a bot may write where it wants: there only its memory can be tested.
    text = SOURCE
    if sandbox.tier == "off":
        text = text.replace("DAEMON = True", "DAEMON = False\nleave = look = lambda *_: ()")
    bot = read_program(text.encode())
    clock = Clock(start_ms=10_000, move_ms=2_000, bank_ms=10_000)
    result = played(match(bot, GOOD, ruleset=ruleset, pairs=PAIRS, clock=clock), sandbox)
    verify(result.record)
    assert [game["reason"] for game in result.record["games"]] == ["normal"] * 2 * PAIRS

    processes = 2 * ruleset.seats // 2  # in both legs
    assert told(result.stderr[0], "found") == [[]] * processes
    knows = told(result.stderr[0], "knows")
    assert len(knows) == processes * PAIRS
    for game, seats, earlier in knows:
        assert seats == []
        assert earlier == (game - 1) % PAIRS  # it does remember the other deals of its leg


def test_where_nothing_stops_it_the_same_bot_finds_what_it_left(tmp_path):
    """So that the test above does not pass because its bot looks in the wrong places."""
    bot = tmp_path / "bot.py"
    bot.write_text(SOURCE)
    lines = (
        {"type": "hello", "games": 2},
        {"type": "game", "game": 1},
        {"type": "move", "turn": 1, "seat": 0, "view": {"hand": ["7S"]}, "legal": ["stand"]},
        {"type": "bye"},
    )
    said = "\n".join(map(json.dumps, lines))
    # A container of its own, with everything shared inside and nothing kept outside.
    box = [str(find_bwrap()), "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
    for folder in ("/tmp", "/var/tmp", "/run", "/proc"):
        box += ["--tmpfs", folder]
    box += ["--dev", "/dev", "--ro-bind", str(bot), "/tmp/bot.py"]
    twice = f"for leg in 1 2; do echo '{said}' | {find_python()} /tmp/bot.py; done"
    done = subprocess.run(
        [*box, "--chdir", "/tmp", "--setenv", "HOME", "/run", "--", "/bin/sh", "-c", twice],
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert done.stdout.count("stand") == 2, done.stderr
    first, second = told(done.stderr, "found")
    assert first == []
    assert {"/tmp/goat-memory", "/dev/shm/goat-memory", "time of /tmp", "daemon"} <= set(second)
    assert {"System V memory", "System V semaphore or queue"} <= set(second)


def test_the_second_leg_starts_when_all_processes_of_the_first_have_ended(sandbox):
    class Checked(Watched):
        def start(self, *arguments, **words):
            if len(self.started) == 4:
                assert all(gone(process.pid) for process in self.started)
            return super().start(*arguments, **words)

    stays = program(start="import atexit; atexit.register(time.sleep, 60)")
    watched = Checked(sandbox)
    result = played(match(stays, GOOD, ruleset=Kozel(limit=2)), watched)
    assert [game["reason"] for game in result.record["games"]] == ["normal", "normal"]
    assert len(watched.started) == 8
