"""Stands between goat and an arena, and can take the arena away or cut one connection."""

import socket
import threading
from contextlib import suppress


class CuttableProxy:
    """A proxy of TCP connections. `away`: nobody is let through. `cut_answer_to`: the connection
    of the next request that begins like this is cut when its answer comes."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.away = False
        self.cut_answer_to = b""
        self.cuts = 0
        self.refused = 0
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def take_away(self) -> None:
        """Ends all connections and accepts no others until `away` is false again."""
        self.away = True
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.take_away()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                if self.away:
                    self.refused += 1
                    here.close()
                else:
                    threading.Thread(target=self._serve, args=(here,), daemon=True).start()

    def _serve(self, here: socket.socket) -> None:
        there = socket.create_connection(self._to)
        cut = threading.Event()
        pair = (here, there)
        self._open.update(pair)
        back = threading.Thread(target=self._copy_back, args=(there, here, cut), daemon=True)
        back.start()
        with suppress(OSError):
            while data := here.recv(65536):
                if self.cut_answer_to and data.startswith(self.cut_answer_to):
                    self.cut_answer_to = b""
                    cut.set()
                there.sendall(data)
        self._end(pair)

    def _copy_back(self, there: socket.socket, here: socket.socket, cut: threading.Event) -> None:
        with suppress(OSError):
            while data := there.recv(65536):
                if cut.is_set():
                    self.cuts += 1
                    break
                here.sendall(data)
        self._end((here, there))

    def _end(self, pair: tuple[socket.socket, socket.socket]) -> None:
        for connection in pair:
            self._open.discard(connection)
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
