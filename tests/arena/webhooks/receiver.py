"""A server that receives messages, with answers that a test chooses."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """`statuses` are answered in order, the last one again and again. `on_message` is called before
    the answer."""

    url: str = ""
    statuses: list[int] = field(default_factory=lambda: [200])
    messages: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    on_message: Callable[[], object] = lambda: None


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.messages.append(
                ({name.lower(): value for name, value in self.headers.items()}, body)
            )
            receiver.on_message()
            statuses = receiver.statuses
            self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0])
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        receiver.url = f"http://127.0.0.1:{server.server_port}/goat"
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
