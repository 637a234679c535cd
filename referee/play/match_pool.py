"""Plays several matches at once: each process of the pool holds a CPU slot and plays one match.

A pool process exits when the other end of its connection closes, even if this program was killed,
and ends its bots.
"""

import multiprocessing
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from referee.errors import RefereeError
from referee.host.interrupts import ignore_interrupts, interrupts_blocked
from referee.play.cpu_slots import PATIENCE_S, claim_cpu_slot
from referee.play.match import MatchSettings, MatchVoid, play
from referee.sandbox import Sandbox, choose, require

KILLED = "a process of the match pool was killed"
TRIES = 3  # how often a match that is void is played before the pool gives up


class MatchPoolFailed(RefereeError):
    """A process of the pool cannot go on. The message says why."""


class _Cancelled(Exception):
    """The connection was closed: the result is not needed any more."""


@dataclass(frozen=True)
class _Waits:
    """What a pool process sends when it waits for a processor."""

    line: str


def play_all(
    matches: Iterable[MatchSettings],
    *,
    processes: int,
    sandbox: str,
    on_wait: Callable[[str], None] | None = None,
) -> Generator[tuple[int, dict[str, Any]], None, None]:
    """Plays all matches, `processes` at once. Yields each index in `matches` with its record as it
    ends.

    `sandbox`: the mode for referee.sandbox.choose. `on_wait` is called at most once, with a line
    that says for whom a match waits (referee.play.cpu_slots). Closing the iterator stops all
    processes. Raises MatchPoolFailed.
    """
    context = multiprocessing.get_context("spawn")
    connections: dict[Connection[Any, Any], int] = {}
    pool = []
    waiting = iter(enumerate(matches))
    try:
        for index, match in islice(waiting, processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, sandbox), daemon=True)
            with interrupts_blocked():
                process.start()
            theirs.close()
            pool.append(process)
            _send(ours, match)
            connections[ours] = index
        while connections:
            for ready in wait(list(connections)):
                assert isinstance(ready, Connection)
                index = connections[ready]
                answer = _receive(ready)
                if isinstance(answer, _Waits):
                    if on_wait is not None:
                        on_wait(answer.line)
                        on_wait = None
                    continue
                yield index, answer
                following = next(waiting, None)
                if following is None:
                    del connections[ready]
                    ready.close()
                else:
                    connections[ready] = following[0]
                    _send(ready, following[1])
    finally:
        for connection in connections:
            connection.close()
        for process in pool:
            process.join()


def _send(connection: "Connection[Any, Any]", match: MatchSettings) -> None:
    try:
        connection.send(match)
    except OSError:
        raise MatchPoolFailed(KILLED) from None


def _receive(connection: "Connection[Any, Any]") -> dict[str, Any] | _Waits:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        raise MatchPoolFailed(KILLED) from None
    if isinstance(answer, str):
        raise MatchPoolFailed(answer)
    received: dict[str, Any] | _Waits = answer
    return received


def _serve(connection: "Connection[Any, Any]", mode: str) -> None:
    """Runs in a pool process: plays the matches that come, and sends each record or an error."""
    # The parent handles Ctrl-C and closes the connection.
    ignore_interrupts()
    try:
        with closing(choose(mode)) as sandbox:
            patience = PATIENCE_S
            while True:
                match = connection.recv()
                record, waited = _play(match, sandbox, connection, patience)
                if waited:  # once is enough: otherwise each of many short matches would wait
                    patience = 0.0
                connection.send(record)
    except (EOFError, BrokenPipeError, ConnectionResetError, _Cancelled):
        pass
    except RefereeError as error:
        connection.send(str(error))


def _play(
    match: MatchSettings, sandbox: Sandbox, connection: "Connection[Any, Any]", patience: float
) -> tuple[dict[str, Any], bool]:
    """The record of the match, and whether it had to wait for a processor."""
    waited = False

    def tick() -> None:
        if connection.poll(0):
            raise _Cancelled

    def on_wait(line: str) -> None:
        nonlocal waited
        waited = True
        connection.send(_Waits(line))

    require(sandbox, match.kinds(), match.partners)
    void: MatchVoid | None = None
    with claim_cpu_slot(patience, tick=tick, on_wait=on_wait) as slot:
        for _ in range(TRIES):
            try:
                return play(match, sandbox, slot=slot, tick=tick).record, waited
            except MatchVoid as error:
                void = error
    assert void is not None
    raise MatchVoid(f"played {TRIES} times, void each time: {void}")
