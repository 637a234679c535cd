"""A remote bot's connection to its arena: a stream of events down, requests up.

Everything that the arena has sent may come twice after the connection broke, and is done once.
Answers are sent until the arena has them.
"""

import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from referee.client.arena import LONGEST_WAIT, Arena
from referee.client.errors import ArenaError, NoAnswer
from referee.client.remote.process import BotProcess, CannotStart

# The arena sends a sign of life every two seconds.
SILENCE_SECONDS = 7.0
ANSWER_SECONDS = 4.0
# How long it waits before it connects again: short, while the arena's grace lasts, then longer.
PAUSES = (0.5, 1.0, *[2.0] * 12)
LONGEST_PAUSE = 10.0
REPORT_AGAIN_SECONDS = 0.5
BYE_SECONDS = 3.0

# What is told: a kind, and what belongs to it.
Tell = Callable[[str, Mapping[str, Any]], None]


class TakenOver(ArenaError):
    """Another goat connect plays the bot now."""


def _not_understood() -> ArenaError:
    return ArenaError(
        "the arena sends what this goat cannot read: install the goat of that arena", status=400
    )


class RemoteBot:
    """A bot of this machine at an arena: `owner/name`, played by a command.

    `tell(kind, facts)` is told what happens, in any thread: online, offline, begin, line, end,
    fault, refused, log.
    """

    def __init__(
        self, arena: Arena, name: str, command: Sequence[str], games: int, tell: Tell
    ) -> None:
        self._arena = arena
        self._path = f"remote/bots/{name}/"
        self._command = command
        self._games = games
        self._tell = tell
        self._program = str(uuid.uuid4())
        self._processes: dict[str, BotProcess] = {}
        self._about: dict[str, Mapping[str, Any]] = {}
        self._pongs: SimpleQueue[int | None] = SimpleQueue()
        self._online = threading.Event()
        self._failed = 0  # attempts to connect since it was online
        self._has_been_online = False

    def play(self) -> None:
        """Plays until it is interrupted. Raises ArenaError when the arena refuses the bot, and
        TakenOver. Afterwards no process is left."""
        threading.Thread(target=self._send_pongs, daemon=True).start()
        try:
            while True:
                wait = None
                try:
                    try:
                        self._follow()
                    except (KeyError, TypeError, ValueError, AttributeError):
                        # An arena of another version, or no arena at all.
                        raise _not_understood() from None
                    why = "the arena closed the connection"  # another process of it takes over
                except ArenaError as error:
                    if _is_refusal(error) or self._may_be_nowhere(error):
                        raise
                    why, wait = str(error), error.wait
                self._online.clear()
                pause = self._pause() if wait is None else min(wait, LONGEST_WAIT)
                self._tell("offline", {"why": why, "again_s": round(pause, 1)})
                time.sleep(pause)
        finally:
            self._pongs.put(None)
            for process in list(self._processes.values()):
                process.kill()

    def _may_be_nowhere(self, error: ArenaError) -> bool:
        """No patience with an address at which no arena has answered."""
        return isinstance(error, NoAnswer) and not self._has_been_online

    def _pause(self) -> float:
        """Not the same for all bots, which would all come at once."""
        pause = PAUSES[self._failed] if self._failed < len(PAUSES) else LONGEST_PAUSE
        self._failed += 1
        return pause * random.uniform(0.75, 1.0)

    def leave(self) -> None:
        """Says goodbye: the bot is offline at once, and its games are over."""
        done = threading.Thread(target=self._say_bye, daemon=True)
        done.start()
        done.join(BYE_SECONDS)

    def _say_bye(self) -> None:
        with suppress(ArenaError):
            self._send({"bye": True})

    def _follow(self) -> None:
        """One stream, until it ends."""
        parameters = {"program": self._program, "games": self._games}
        for kind, data in self._arena.stream(
            f"{self._path}stream/", parameters, repeat=False, silence=SILENCE_SECONDS
        ):
            if kind == "welcome":
                self._welcome(data)
            elif kind == "begin":
                self._begin(data["session"], data["about"])
            elif kind == "line":
                self._line(data)
            elif kind == "end":
                self._end(data["session"])
            elif kind == "ping":
                self._pongs.put(data["ping"])
            elif kind == "replaced":
                raise TakenOver(
                    "another goat connect plays this bot now: a bot has one connection",
                    status=409,
                    code="replaced",
                )

    def _welcome(self, data: Mapping[str, Any]) -> None:
        for session in set(self._processes).difference(data["sessions"]):
            self._end(session)
        self._has_been_online, self._failed = True, 0
        self._online.set()
        self._tell("online", data)

    def _begin(self, session: str, about: Mapping[str, Any]) -> None:
        if session in self._processes:
            return
        self._about[session] = about
        try:
            self._processes[session] = BotProcess(self._command, session, self)
        except CannotStart as error:
            self.failed(session, "crash", str(error))
            return
        self._tell("begin", {"session": session, **about})

    def _line(self, data: Mapping[str, Any]) -> None:
        process = self._processes.get(data["session"])
        if process is not None:
            process.write(data["number"], data["line"], data["answer"])
            self._tell("line", {"session": data["session"], "line": data["line"]})

    def _end(self, session: str) -> None:
        process = self._processes.pop(session, None)
        if process is not None:
            process.end()
        about = self._about.pop(session, None)
        if about is not None:
            self._tell("end", {"session": session, **about})

    # What the processes tell.

    def answered(self, session: str, number: int, line: bytes) -> None:
        text = line.decode(errors="replace")
        self._report({"answers": [{"session": session, "number": number, "line": text}]})

    def failed(self, session: str, reason: str, detail: str) -> None:
        self._tell("fault", {"session": session, "reason": reason, "detail": detail})
        fault = {"session": session, "reason": reason, "detail": detail}
        self._report({"faults": [fault]})

    def logged(self, session: str, line: bytes) -> None:
        self._tell("log", {"session": session, "line": line.decode(errors="replace")})

    def _report(self, what: Mapping[str, Any]) -> None:
        """Sends this until the arena has it, or refuses it."""
        while True:
            try:
                self._send(what)
                return
            except ArenaError as error:
                if _is_refusal(error):
                    self._tell("refused", {"why": str(error)})
                    return
                time.sleep(min(error.wait or REPORT_AGAIN_SECONDS, LONGEST_WAIT))
            # At once when it is back: from then on the bot's clock runs again.
            self._online.wait(LONGEST_PAUSE)

    def _send_pongs(self) -> None:
        """At once, since the arena measures the network with them; only the last one counts."""
        while (number := self._pongs.get()) is not None:
            while not self._pongs.empty():
                number = self._pongs.get()
                if number is None:
                    return
            with suppress(ArenaError):
                self._send({"pong": number})

    def _send(self, what: Mapping[str, Any]) -> None:
        # A connection that has lost the network never answers: it is left soon.
        self._arena.request(
            "POST",
            self._path,
            json={"program": self._program, **what},
            timeout=ANSWER_SECONDS,
            repeat=False,
        )


def _is_refusal(error: ArenaError) -> bool:
    """Whether the arena would say the same again."""
    return 400 <= error.status < 500 and error.status not in (408, 425, 429)
