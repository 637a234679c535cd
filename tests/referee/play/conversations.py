"""Writes down what the referee and its bots say in a match."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from referee.play.bot import Bot

Said = tuple[str, bytes]  # an arrow, → or ←, and a line without its newline


class Conversations:
    """`of`: the lines of each process that was started, in the order of their first line."""

    def __init__(self) -> None:
        self.of: dict[int, list[Said]] = {}
        self._bots: list[Bot] = []  # keeps their ids unique

    def note(self, bot: Bot, arrow: str, line: bytes) -> None:
        if id(bot) not in self.of:
            self._bots.append(bot)
        self.of.setdefault(id(bot), []).append((arrow, line.rstrip(b"\n")))

    def lines(self) -> list[Said]:
        return [said for spoken in self.of.values() for said in spoken]


@contextmanager
def written_down() -> Iterator[Conversations]:
    """Collects the lines of all matches that are played in this block."""
    heard = Conversations()
    send, ask = Bot.send, Bot.ask

    def noted_send(bot: Bot, line: bytes) -> None:
        heard.note(bot, "→", line)
        send(bot, line)

    def noted_ask(bot: Bot, line: bytes, *given: Any) -> Any:
        heard.note(bot, "→", line)
        answer, spent = ask(bot, line, *given)
        heard.note(bot, "←", answer)
        return answer, spent

    # `finish` sends with `send`.
    with mock.patch.object(Bot, "send", noted_send), mock.patch.object(Bot, "ask", noted_ask):
        yield heard
