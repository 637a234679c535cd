"""A TCP proxy between browser and arena that can lose the network: it then swallows every byte.

Connections stay open and nothing is refused, as when a laptop leaves the range of its router.
"""

import contextlib
import socket
import threading


class Proxy:
    """Listens at `address` and passes everything on to `port` of this machine.

    While `dead` is set nothing gets through, and what is sent meanwhile is lost for ever: a
    connection that has lost something stays silent also later, as TCP does that has lost bytes.
    """

    def __init__(self, port: int) -> None:
        self.dead = threading.Event()
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._sockets: list[socket.socket] = []
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def lose(self) -> None:
        """The network is gone, for the connections that are open too."""
        self.dead.set()

    def restore(self) -> None:
        """New connections work again. Old ones have lost bytes, and stay silent."""
        self.dead.clear()

    def close(self) -> None:
        for each in [self._listener, *self._sockets]:
            with contextlib.suppress(OSError):
                each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _address = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._port))
            self._sockets += [client, server]
            self.connections += 1
            lost = threading.Event()
            if self.dead.is_set():
                lost.set()
            for source, target in ((client, server), (server, client)):
                threading.Thread(
                    target=self._pass, args=(source, target, lost), daemon=True
                ).start()

    def _pass(self, source: socket.socket, target: socket.socket, lost: threading.Event) -> None:
        try:
            while data := source.recv(65536):
                if self.dead.is_set():
                    lost.set()
                if not lost.is_set():
                    target.sendall(data)
            if not lost.is_set():
                target.shutdown(socket.SHUT_WR)
        except OSError:
            with contextlib.suppress(OSError):
                target.close()
