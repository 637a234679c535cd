"""Matches played at once, each by a worker process that holds a slot of its own.

A worker ends when the other end of its connection is closed, be it on purpose or because this
program was killed, and takes its bots with it.
"""

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from referee.errors import RefereeError
from referee.play.cpu_slots import NoFreeCpuSlot, claim_cpu_slot
from referee.play.match import MatchSettings, MatchVoid, play
from referee.sandbox import NoSandbox, choose, require

KILLED = "a worker process was killed"
TRIES = 3  # how often a match is played before a void one stops everything


class MatchPoolFailed(RefereeError):
    """A worker cannot go on; the message says why."""


class _Dismissed(Exception):
    """The connection was closed: nobody waits for the result any more."""


def play_all(
    matches: Iterable[MatchSettings], *, processes: int, sandbox: str
) -> Generator[tuple[int, dict[str, Any]], None, None]:
    """Plays every match; yields each one's place among `matches` and its record, as they end.

    `sandbox`: the mode for referee.sandbox.choose. When the iterator is closed the processes stop
    and leave nothing behind. Raises MatchPoolFailed.
    """
    context = multiprocessing.get_context("spawn")
    connections: dict[Connection[Any, Any], int] = {}
    started = []
    waiting = iter(enumerate(matches))
    try:
        for index, match in islice(waiting, processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, sandbox), daemon=True)
            with _interrupts_held():
                process.start()
            theirs.close()
            started.append(process)
            _send(ours, match)
            connections[ours] = index
        while connections:
            for ready in wait(list(connections)):
                assert isinstance(ready, Connection)
                index = connections[ready]
                yield index, _receive(ready)
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
        for process in started:
            process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """What is started inside begins deaf to Ctrl-C, which reaches the whole group."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _send(connection: "Connection[Any, Any]", match: MatchSettings) -> None:
    try:
        connection.send(match)
    except OSError:
        raise MatchPoolFailed(KILLED) from None


def _receive(connection: "Connection[Any, Any]") -> dict[str, Any]:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        raise MatchPoolFailed(KILLED) from None
    if isinstance(answer, str):
        raise MatchPoolFailed(answer)
    record: dict[str, Any] = answer
    return record


def _work(connection: "Connection[Any, Any]", mode: str) -> None:
    # Ctrl-C is for who started us, and closes the connection then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        with closing(choose(mode)) as sandbox:
            while True:
                connection.send(_play(connection.recv(), sandbox, connection))
    except (EOFError, BrokenPipeError, ConnectionResetError, _Dismissed):
        pass
    except (NoSandbox, NoFreeCpuSlot, MatchVoid) as error:
        connection.send(str(error))


def _play(match: MatchSettings, sandbox: Any, connection: "Connection[Any, Any]") -> dict[str, Any]:
    def tick() -> None:
        if connection.poll(0):
            raise _Dismissed

    require(sandbox, match.kinds(), match.partners)
    void: MatchVoid | None = None
    with claim_cpu_slot(tick=tick) as slot:
        for _ in range(TRIES):
            try:
                return play(match, sandbox, slot=slot, tick=tick).record
            except MatchVoid as error:
                void = error
    assert void is not None
    raise MatchVoid(f"played {TRIES} times, void each time: {void}")
