"""A web server whose answers a test writes in advance."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Breaks the connection instead of answering.
CUT = "cut"


@dataclass
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Script:
    """`answers` in order, each (status, body, headers) or CUT; the last one is repeated."""

    answers: list[Any]
    asked: list[Asked] = field(default_factory=list)
    address: str = ""


def answer(body: Any = None, status: int = 200, **headers: str) -> tuple[int, Any, dict[str, str]]:
    return status, body, {name.replace("_", "-"): value for name, value in headers.items()}


def problem(status: int, code: str, detail: str, **headers: str) -> Any:
    body = {"title": "", "status": status, "code": code, "detail": detail, "fields": {}}
    return answer(body, status, **headers)


@contextmanager
def serving(*answers: Any, port: int = 0) -> Iterator[Script]:
    script = Script(list(answers))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            script.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            given = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            if given == CUT:
                self.close_connection = True
                return
            status, content, headers = given
            if not isinstance(content, bytes):
                content = json.dumps(content).encode()
                headers = {"Content-Type": "application/json"} | headers
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = do_PATCH = handle_any

        def log_message(self, *words: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    script.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
