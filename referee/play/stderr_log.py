"""A bot's standard error, kept in bounded memory: its head and its tail.

A line ``--- g2m37 ---`` stands before what the bot wrote about move 37 of game 2, both counted
from 1, as in the links of the replays.
"""

HEAD = TAIL = 32 * 1024
BEFORE_PLAY = (0, 0)  # the turn of a bot that has not been asked for a move yet


class StderrLog:
    """Bytes as they come; of what is too much the middle is left out, and said so."""

    __slots__ = ("_head", "_left_out", "_tail", "_turn")

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0
        self._turn = BEFORE_PLAY

    def add_for(self, turn: tuple[int, int], data: bytes) -> None:
        """What was written while the bot was asked for its move, `turn` being (game, move)."""
        if turn != self._turn:
            self._turn = turn
            if turn != BEFORE_PLAY:
                last = self._tail or self._head
                new_line = b"" if not last or last.endswith(b"\n") else b"\n"
                self.add(new_line + b"--- g%dm%d ---\n" % turn)
        self.add(data)

    def add(self, data: bytes) -> None:
        room = HEAD - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * TAIL:
            self._cut()

    def text(self) -> str:
        """What was kept. Bytes that are not UTF-8, and NUL, become replacement characters."""
        self._cut()
        head, tail = (_text(part) for part in (self._head, self._tail))
        if self._left_out:
            return f"{head}\n[… {self._left_out} bytes left out …]\n{tail}"
        # Together, for a character may lie across the two.
        return _text(self._head + self._tail)

    def _cut(self) -> None:
        too_much = len(self._tail) - TAIL
        if too_much > 0:
            del self._tail[:too_much]
            self._left_out += too_much


def _text(data: bytearray) -> str:
    return data.decode("utf-8", "replace").replace("\0", "\ufffd")
