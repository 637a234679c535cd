"""The pipes between the referee and a bot."""

import os

from referee.host import pipes


class Pipes:
    """The pipes of a bot's stdin, stdout and stderr. Raises OSError.

    `bot` are its ends, `ours` the referee's, which never block.
    """

    def __init__(self) -> None:
        self.bot: list[int] = []
        self.ours: list[int] = []
        try:
            for number in range(3):
                reading, writing = os.pipe()
                bot, ours = (reading, writing) if number == 0 else (writing, reading)
                self.bot.append(bot)
                self.ours.append(ours)
                pipes.prepare(ours, reading=number > 0)
        except OSError:
            self.close()
            raise

    def close_bot_ends(self) -> None:
        while self.bot:
            os.close(self.bot.pop())

    def close(self) -> None:
        self.close_bot_ends()
        while self.ours:
            pipes.close(self.ours.pop())
