"""Requests over HTTP: the one module that imports httpx, and only when a command needs an arena.

What goes wrong is said in words. No redirect is followed but from http to https of the same host,
and answers are read up to a limit.
"""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from referee.client.addresses import host_of, is_loopback
from referee.client.errors import ArenaError, NoAnswer

CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 60.0
SILENCE_SECONDS = 40.0  # of a stream; an arena sends a sign of life every 15 seconds
MAX_ANSWER = 64 << 20  # bytes, as much as goat verify reads; the largest record has some megabytes
MAX_LINE = 16 << 20  # characters of a stream without a line break
_HOPS = 3
# Before these nothing was sent.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]  # names in any case
    content: bytes = field(repr=False)


class Transport:
    """A connection to one arena, kept open between requests."""

    def __init__(self, address: str, headers: Mapping[str, str]) -> None:
        """Raises ArenaError if the environment's proxy or certificates cannot be used."""
        self.address = address
        # A proxy is no way to this machine.
        host = host_of(address)
        shown = f"[{host}]" if ":" in host else host
        mounts: Any = {f"all://{shown}": None} if is_loopback(host) else {}
        timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
        try:
            self._client = httpx.Client(headers=dict(headers), timeout=timeout, mounts=mounts)
        except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
            raise ArenaError(
                f"the proxy or the certificates that the environment names cannot be used: {error}."
                " Correct HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, SSL_CERT_FILE or SSL_CERT_DIR"
            ) from None

    def send(self, method: str, path: str, **parts: Any) -> Answer:
        """The answer to one request. `parts`: params, json, data, files and headers as httpx takes
        them. Raises ArenaError for a redirect, NoAnswer otherwise."""
        with self._response(method, path, **parts) as response:
            content = self._content(response, path)
            return Answer(response.status_code, response.headers, content)

    @contextmanager
    def lines(
        self, path: str, silence: float = SILENCE_SECONDS, **parts: Any
    ) -> Iterator[tuple[Answer, Iterator[str]]]:
        """An answer that goes on, line by line. Of a refusal, the answer has the content.
        `silence`: after so many seconds without a sign of life the connection counts as broken.

        Raises like `send`, also while lines are read.
        """
        timeout = httpx.Timeout(silence, connect=min(silence, CONNECT_SECONDS))
        with self._response("GET", path, timeout=timeout, **parts) as response:
            refused = response.status_code != 200
            content = self._content(response, path) if refused else b""
            lines = self._lines(response)
            yield Answer(response.status_code, response.headers, content), lines

    @contextmanager
    def chunks(self, path: str, **parts: Any) -> Iterator[tuple[Answer, Iterator[bytes]]]:
        """An answer that may be large, piece by piece. Of a refusal, the answer has the content.

        Raises like `send`, also while pieces are read.
        """
        with self._response("GET", path, **parts) as response:
            good = response.status_code in (200, 206)
            content = b"" if good else self._content(response, path)
            yield Answer(response.status_code, response.headers, content), response.iter_raw()

    def _content(self, response: httpx.Response, path: str) -> bytes:
        """Raises ArenaError for too much."""
        content = bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > MAX_ANSWER:
                raise ArenaError(f"{self.address} sends too much for {path}: it is ignored")
        return bytes(content)

    def _lines(self, response: httpx.Response) -> Iterator[str]:
        """The lines of an answer that goes on. Raises ArenaError for one that does not end."""
        begun: list[str] = []  # the pieces of a line that has not ended
        size = 0
        for text in response.iter_text():
            first, *others = text.split("\n")
            begun.append(first)
            size += len(first)
            if others:
                yield "".join(begun).rstrip("\r")
                *whole, last = others
                yield from (line.rstrip("\r") for line in whole)
                begun, size = [last], len(last)
            if size > MAX_LINE:
                raise ArenaError(f"{self.address} sends a line without an end: it is ignored")

    @contextmanager
    def _response(self, method: str, path: str, **parts: Any) -> Iterator[httpx.Response]:
        """Follows a redirect to https of the same host, with the same method and body."""
        url = self.address + path
        try:
            for _hop in range(_HOPS):
                with self._client.stream(method, url, **parts) as response:
                    if not response.has_redirect_location:
                        yield response
                        return
                    url = self._redirected(url, response)
                    # The address has the query now.
                    parts.pop("params", None)
        except httpx.InvalidURL as error:
            raise ArenaError(f"{self.address} cannot be asked for {path[:80]}: {error}") from None
        except httpx.HTTPError as error:
            sent = not isinstance(error, _NOT_SENT)
            raise NoAnswer(cause(error, self.address), sent=sent) from None
        raise ArenaError(f"{self.address} redirects again and again")

    def _redirected(self, url: str, response: httpx.Response) -> str:
        """Where the answer sends us. Raises ArenaError if that is not the same host over TLS."""
        target = str(response.url.join(response.headers["Location"]))
        before, after = urlsplit(url), urlsplit(target)
        if after.hostname != before.hostname or after.scheme != "https":
            raise ArenaError(
                f"{self.address} sends goat on to {after.scheme}://{after.netloc}. If that is your"
                f" arena, log in there: goat login {after.scheme}://{after.netloc}"
            )
        self.address = f"https://{after.netloc}"
        return target

    def close(self) -> None:
        self._client.close()


def cause(error: httpx.HTTPError, address: str) -> str:
    """What went wrong on the way to the arena, in words, and what to do."""
    host = host_of(address)
    chain = list(_chain(error))
    for one in chain:
        if isinstance(one, ssl.SSLCertVerificationError):
            return (
                f"the certificate of {host} cannot be trusted: {one.verify_message}. If the arena"
                " has one of an authority of its own, name that authority's file in SSL_CERT_FILE"
            )
        if isinstance(one, ssl.SSLError):
            return (
                f"{address} does not speak TLS as it should ({one.reason or one}): perhaps its"
                " address begins with http://"
            )
        if isinstance(one, socket.gaierror):
            return f"there is no host {host}, or the network is down: check the address {address}"
    if isinstance(error, httpx.ProxyError):
        return f"the proxy on the way to {address} refuses: {error}. See HTTPS_PROXY and NO_PROXY"
    if isinstance(error, httpx.ConnectTimeout):
        return f"{address} does not answer within {CONNECT_SECONDS:g} s: check the address"
    if isinstance(error, httpx.TimeoutException):
        return f"{address} has sent nothing for {ANSWER_SECONDS:g} s: try again later"
    if isinstance(error, httpx.ConnectError):
        system = next((one for one in chain if isinstance(one, OSError) and one.strerror), None)
        why = system.strerror if system else "no connection"
        return f"{address} cannot be reached ({why}): check the address, and whether the arena runs"
    return f"the connection to {address} broke"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it comes from."""
    seen: set[int] = set()
    todo: list[BaseException | None] = [error]
    while todo:
        one = todo.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        todo += [one.__cause__, one.__context__]
        # Several addresses of a host may have been tried.
        todo += list(getattr(one, "exceptions", ()))
