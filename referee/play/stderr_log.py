"""A bot's standard error in bounded memory: its beginning and its end.

A line ``--- g2m37 ---`` precedes what the bot wrote during move 37 of game 2. Both count from 1, as
in the links of replays; ``g2m0`` is what a process that started with game 2 wrote before its move.
"""

HEAD = TAIL = 32 * 1024
BEFORE_PLAY = (0, 0)  # the turn of a bot that has not been asked for a move yet


class StderrLog:
    """Collects bytes. If there are too many, it leaves out the middle and says so."""

    __slots__ = ("_head", "_left_out", "_tail", "_turn")

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0
        self._turn = BEFORE_PLAY

    def add_for(self, turn: tuple[int, int], data: bytes) -> None:
        """Adds what the bot wrote during `turn`: (game, move)."""
        if turn != self._turn:
            self._turn = turn
            if turn != BEFORE_PLAY:
                last = self._tail or self._head
                new_line = b"" if not last or last.endswith(b"\n") else b"\n"
                self.add(new_line + b"--- g%dm%d ---\n" % turn)
        self.add(data)

    def add(self, data: bytes) -> None:
        space = HEAD - len(self._head)
        if space > 0:
            self._head += data[:space]
            data = data[space:]
        self._tail += data
        if len(self._tail) > 2 * TAIL:
            self._cut()

    def text(self) -> str:
        """The text kept. NUL and bytes that are not UTF-8 become replacement characters."""
        self._cut()
        head, tail = (_text(part) for part in (self._head, self._tail))
        if self._left_out:
            return f"{head}\n[… {self._left_out} bytes left out …]\n{tail}"
        # Decoded together: a character may lie across the two.
        return _text(self._head + self._tail)

    def _cut(self) -> None:
        too_much = len(self._tail) - TAIL
        if too_much > 0:
            del self._tail[:too_much]
            self._left_out += too_much


def _text(data: bytearray) -> str:
    return data.decode("utf-8", "replace").replace("\0", "\ufffd")
