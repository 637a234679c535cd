"""Runs the examples in docs/3b-faults.md and docs/3c-cookbook.md, and writes down what follows.

    python -m tests.referee.play.fault_examples

An example is a block of Python below a block that a comment puts into its place in a bot. The block
after it is what the author reads first. Of two blocks, the first is the end of the conversation and
the second what everyone and what the author reads.
"""

import re
import textwrap
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from referee.play import bot as bot_module
from referee.play import game as game_module
from referee.play.clock import Clock
from referee.play.fault_groups import first_line
from referee.play.fault_report import FaultReport
from referee.programs.program import read_program
from referee.sandbox import choose
from tests.referee.play.small_bots import GOOD, match, played

DOCS = Path(__file__).parents[3] / "docs"
CHAPTERS = ("3b-faults.md", "3c-cookbook.md")
SHORT = Clock(start_ms=250, move_ms=100, bank_ms=0)
PATIENT = Clock()
NO_FAULT = "no fault: the bot plays on"
LATE = "; the clock runs out"
IN_TIER_A = "; in tier A"  # elsewhere the message is another one

# The bot of every example; the chapters show it too.
BOT = """\
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        move = message["legal"][0]
        print(json.dumps({"move": move}), flush=True)
    elif message["type"] == "bye":
        break
"""
_HELLO = '        print(json.dumps({"type": "ready"}), flush=True)\n'
_MOVE = '        print(json.dumps({"move": move}), flush=True)\n'
EXAMPLE = re.compile(
    r"```python\n# (?P<place>[^\n]*)\n(?P<code>.*?)```\n\n"
    r"(?:```text\n(?P<talk>[→←].*?)```\n\n)?```text\n(?P<seen>.*?)```\n",
    re.DOTALL,
)


@dataclass(frozen=True)
class Outcome:
    """`request` and `sent`: the last message, and what the bot wrote after it."""

    request: str = ""
    sent: bytes = b""
    reason: str = ""
    public: str = ""
    owner: str = NO_FAULT


def program(place: str, code: str) -> str:
    """The bot with the example in its place."""
    place = place.removesuffix(LATE).removesuffix(IN_TIER_A)
    if place == "the whole bot":
        return code
    if place == "at the top":
        return f"import json, sys\n\n{code}\n" + BOT.partition("\n\n")[2]
    at, indent = {
        "in place of the answer to hello": (_HELLO, 8),
        "in place of the answer to move": (_MOVE, 8),
        "before the answer to move": (_MOVE, 8),
        "after the answer to move": (_MOVE, 8),
        "at over": ('    elif message["type"] == "bye":\n', 4),
    }[place]
    put = textwrap.indent(code, " " * indent)
    if place.startswith("before") or place == "at over":
        put += at
    elif place.startswith("after"):
        put = at + put
    return BOT.replace(at, put)


class _EnoughError(Exception):
    """The example has shown what it does: the match need not go on."""


def run(place: str, code: str, sandbox: Any) -> Outcome:
    """Plays the example against a bot that makes no mistake, and finds its first fault."""
    written: list[bytes] = []
    sent: list[bytes] = []
    faults: list[FaultReport] = []
    read = bot_module.read_now
    asked = bot_module.Bot.ask
    reported = game_module.report_of

    def noted_read(file: int) -> bytes | None:
        data = read(file)
        written.append(data or b"")
        return data

    def noted_ask(self: bot_module.Bot, *given: Any) -> Any:
        written[:] = [bytes(self._output)]
        return asked(self, *given)

    def noted_report(*given: Any, **where: Any) -> FaultReport:
        sent.append(b"".join(written))
        faults.append(reported(*given, **where))
        return faults[-1]

    def stop(game: dict[str, Any]) -> None:
        # What follows a game is noticed in the next one.
        if faults or place != "at over":
            raise _EnoughError

    clock = SHORT if place.endswith(LATE) else PATIENT
    settings = match(read_program(program(place, code).encode()), GOOD, clock=clock, pairs=2)
    with (
        mock.patch.object(bot_module, "read_now", noted_read),
        mock.patch.object(bot_module.Bot, "ask", noted_ask),
        mock.patch.object(game_module, "report_of", noted_report),
        suppress(_EnoughError),
    ):
        played(settings, sandbox, on_game_end=stop)
    if not faults:
        return Outcome()
    fault = faults[0]
    return Outcome(
        _with_default_clock(fault.request),
        sent[0],
        fault.reason,
        _without_times(fault.detail),
        _without_times(first_line(fault.cause)),
    )


def _with_default_clock(request: str) -> str:
    for name, value in PATIENT.as_dict().items():
        request = re.sub(rf'"{name}":\d+', f'"{name}":{value}', request)
    return request


def _without_times(text: str) -> str:
    """The measured times are left out, and the clock is the default one."""
    text = re.sub(r"(wall|processor|machine|referee) \d+ ms", r"\1 … ms", text)
    text = re.sub(r"within 100 ms", "within 10500 ms", text)
    text = re.sub(r"within 250 ms", "within 10000 ms", text)
    return re.sub(r"Python 3\.\d+", "Python 3.11", text)


def with_outcomes(chapter: str, sandbox: Any) -> str:
    """The chapter with what the referee says today."""
    return EXAMPLE.sub(lambda found: refreshed(found, sandbox), chapter)


def refreshed(found: re.Match[str], sandbox: Any) -> str:
    """The example with what follows today."""
    if found["place"].endswith(IN_TIER_A) and not sandbox.tier.startswith("A"):
        return found[0]
    outcome = run(found["place"], found["code"], sandbox)
    code = f"```python\n# {found['place']}\n{found['code']}```\n\n"
    if found["talk"] is None:
        return f"{code}```text\n{outcome.owner}\n```\n"
    # The first line only: whether the referee has read a second one depends on the moment.
    line = outcome.sent.decode("utf-8", "backslashreplace").partition("\n")[0]
    sent = f"← {line[:100]}{'…' if line[100:] else ''}\n" if line else ""
    talk = f"```text\n→ {outcome.request}\n{sent}```\n\n"
    seen = f"fault: {outcome.reason}\n"
    if outcome.public == outcome.owner:
        seen += f"everyone reads, and you: {outcome.public}\n"
    else:
        seen += f"everyone reads: {outcome.public}\nyou read: {outcome.owner}\n"
    return f"{code}{talk}```text\n{seen}```\n"


def main() -> None:
    sandbox = choose("auto")
    for name in CHAPTERS:
        path = DOCS / name
        path.write_text(with_outcomes(path.read_text(), sandbox))


if __name__ == "__main__":
    main()
