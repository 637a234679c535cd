"""An arena, as programs talk to it: its API with a token, retried while it is away for a moment."""

import json
import os
import platform
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.client import event_stream
from referee.client.addresses import arena_address, path_of
from referee.client.answers import Silent, refusal
from referee.client.errors import ArenaError, NoAnswer, NotLoggedIn
from referee.client.saved_login import read_logins

if TYPE_CHECKING:
    from referee.client.transport import Answer, Transport

__all__ = ["Arena", "ArenaError"]

API = "/api/v1/"
# How long one request is repeated while the arena is away, and the longest wait it may ask for.
PATIENCE_SECONDS = 120.0
LONGEST_WAIT = 60.0
_MAX_PAUSE = 8.0
_TOKEN = re.compile("[!-~]{1,400}")


class Arena:
    """The arena at an address. `say` is told, in a line, why a request waits.

    A path is one below /api/v1/, or absolute if it begins with /. Everything here raises
    ArenaError, and nothing of httpx.
    """

    def __init__(
        self,
        address: str,
        token: str = "",
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Raises ArenaError for an address or token that cannot be one."""
        self._address = arena_address(address)
        self.token = checked_token(token)
        self._say = say
        self._has_answered = False

    @classmethod
    def configured(
        cls,
        address: str = "",
        *,
        login: bool = True,
        say: Callable[[str], None] = lambda line: None,
    ) -> "Arena":
        """The arena of `address`, of GOAT_ARENA, or of the last `goat login`, in this order.

        Its token is GOAT_TOKEN, or that of the saved login. With `login` there must be one.
        GOAT_TOKEN is sent to no other arena than that of GOAT_ARENA. Raises NotLoggedIn,
        BadAddress and BadLoginFile.
        """
        in_environment = os.environ.get("GOAT_ARENA", "").strip()
        token = os.environ.get("GOAT_TOKEN", "").strip()
        asked = address or in_environment
        if token and not asked:
            raise NotLoggedIn("GOAT_TOKEN is set, but not for which arena: set GOAT_ARENA too")
        chosen = arena_address(asked) if asked else ""
        if token and (not in_environment or chosen == arena_address(in_environment)):
            return cls(chosen, token, say)
        logins = read_logins()
        chosen = chosen or logins.default
        if not chosen:
            raise NotLoggedIn(
                "which arena? Log in with goat login ADDRESS, such as goat login"
                " https://arena.example.org, or set GOAT_ARENA"
            )
        saved = logins.of(chosen)
        if saved is None and login:
            raise NotLoggedIn(f"you are not logged in at {chosen}: goat login {chosen}")
        return cls(chosen, saved.token if saved else "", say)

    @property
    def address(self) -> str:
        """Where it is; with https if it has said so."""
        return self._transport.address if "_transport" in self.__dict__ else self._address

    def get(self, path: str, params: Mapping[str, Any] | None = None) -> Any:
        """The JSON object at this path. A key that it lacks raises ArenaError when it is read."""
        return self._object(self.request("GET", path, params=params))

    def post(self, path: str, json: Any = None, **parts: Any) -> Any:
        """The JSON object that is created, or that answers. Like `get` otherwise."""
        return self._object(self.request("POST", path, json=json, **parts))

    def request(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON that the arena answers, None for no content.

        `parts`: json, params, data, files (names with (file name, bytes)) and headers. A request
        that may not have arrived is repeated, and the arena takes it once (Idempotency-Key), unless
        `repeat` is false.
        """
        answer = self.answer(method, path, **parts)
        if not answer.content:
            return None
        try:
            return json.loads(answer.content, object_hook=Fields)
        except (ValueError, RecursionError):
            raise not_an_arena(self.address, answer.status) from None

    def _object(self, found: Any) -> Any:
        if not isinstance(found, Fields):
            raise not_an_arena(self.address, 200)
        return found

    def download(self, path: str, params: Mapping[str, Any] | None = None) -> bytes:
        """What the arena has at this path, byte for byte."""
        return self.answer("GET", path, params=params).content

    def save(self, path: str, file: Path, *, limit: int, advance: Callable[[int], None]) -> None:
        """Appends to the file what the arena has at this path after the bytes that it has already.

        If the connection breaks, it goes on from there. `limit`: the size of the whole, in bytes.
        `advance` is told how many bytes have come. Raises ArenaError and OSError.
        """
        attempts = _Attempts(self, sent_twice=True)
        with file.open("ab") as target:
            while target.tell() < limit:
                headers = {"Accept-Encoding": "identity"}
                if target.tell():
                    headers["Range"] = f"bytes={target.tell()}-"
                try:
                    with self._transport.chunks(_full(path), headers=headers) as (answer, chunks):
                        if answer.status not in (200, 206):
                            raise refusal(answer, self.address, path)
                        if answer.status == 200 and target.tell():
                            advance(-target.tell())
                            target.truncate(0)
                            target.seek(0)
                        for chunk in chunks:
                            attempts = _Attempts(self, sent_twice=True)
                            if target.tell() + len(chunk) > limit:
                                raise ArenaError(f"{self.address} sends too much for {path}")
                            target.write(chunk)
                            advance(len(chunk))
                    if target.tell() < limit:
                        raise NoAnswer(f"the connection to {self.address} broke", sent=True)
                except ArenaError as error:
                    attempts.wait_after(error)

    def pages(self, path: str, params: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """The items of a list, page after page."""
        page = self.get(path, params)
        while True:
            if not isinstance(page.get("results"), list):
                raise not_an_arena(self.address, 200)
            yield from map(self._object, page["results"])
            if not page.get("next"):
                return
            page = self.get(path_of(str(page["next"])))

    def stream(
        self,
        path: str,
        params: Mapping[str, Any] | None = None,
        *,
        repeat: bool = True,
        **parts: Any,
    ) -> Iterator[tuple[str, Any]]:
        """The server-sent events of a path, until the arena ends the stream.

        If the connection breaks, it goes on after the last event, unless `repeat` is false.
        `parts`: `silence`, as in Transport.lines.
        """
        last = ""
        attempts = _Attempts(self, sent_twice=True)
        while True:
            headers = {"Last-Event-ID": last} if last else {}
            try:
                with self._transport.lines(
                    _full(path), params=params, headers=headers, **parts
                ) as (
                    answer,
                    lines,
                ):
                    if answer.status != 200:
                        raise refusal(answer, self.address, path)
                    self._has_answered = True
                    for event in event_stream.events(lines):
                        attempts = _Attempts(self, sent_twice=True)
                        last = event.id or last
                        yield event.name, event.data
                    return
            except ArenaError as error:
                if not repeat:
                    raise
                attempts.wait_after(error)

    def answer(self, method: str, path: str, *, repeat: bool = True, **parts: Any) -> "Answer":
        """The arena's answer with a status below 400."""
        if method == "POST":
            key = {"Idempotency-Key": uuid.uuid4().hex}
            parts["headers"] = key | dict(parts.get("headers") or {})
        if parts.get("files"):
            # The same each time, so that a repeated upload is the same request byte for byte.
            form = f"multipart/form-data; boundary={uuid.uuid4().hex}"
            parts["headers"] = {"Content-Type": form} | dict(parts.get("headers") or {})
        repeatable = method in ("GET", "POST")
        attempts = _Attempts(self, sent_twice=repeatable)
        while True:
            try:
                answer = self._transport.send(method, _full(path), **parts)
                self._has_answered = True
                if answer.status < 400:
                    return answer
                raise refusal(answer, self.address, path)
            except ArenaError as error:
                if not repeat:
                    raise
                attempts.wait_after(error)

    def close(self) -> None:
        if "_transport" in self.__dict__:
            self._transport.close()

    @cached_property
    def _transport(self) -> "Transport":
        # httpx takes a sixth of a second to import: commands that need no arena do without.
        from referee.client.transport import Transport

        headers = {"User-Agent": user_agent(), "Accept": "application/json, */*;q=0.5"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return Transport(self._address, headers)


class Fields(dict[str, Any]):
    """A JSON object of an arena. An arena of another version may lack a key."""

    def __missing__(self, key: str) -> Any:
        raise ArenaError(
            f"the arena's answer has no {key!r}, which this goat ({goat_version()}) needs: install"
            " the goat of that arena"
        )


class _Attempts:
    """When a request is repeated. `sent_twice`: also if the arena may have got it."""

    def __init__(self, arena: Arena, *, sent_twice: bool) -> None:
        self._arena = arena
        self._sent_twice = sent_twice
        self._deadline = time.monotonic() + PATIENCE_SECONDS
        self._pause = 0.5

    def wait_after(self, error: ArenaError) -> None:
        """Waits before the next attempt. Raises the error if there should be none."""
        pause = self._pause_after(error)
        if pause is None or time.monotonic() + pause > self._deadline:
            raise error
        self._arena._say(f"{error} – trying again in {pause:g} s")
        time.sleep(pause)
        self._pause = min(2 * self._pause, _MAX_PAUSE)

    def _pause_after(self, error: ArenaError) -> float | None:
        if isinstance(error, NoAnswer):
            # An arena that has never answered may not exist: no patience with a wrong address.
            again = self._sent_twice if error.sent else self._arena._has_answered
            return self._pause if again else None
        if isinstance(error, Silent) or error.code == "in_progress":
            return self._pause
        if error.status in (429, 503) and (error.wait or 0) <= LONGEST_WAIT:
            return self._pause if error.wait is None else max(error.wait, 0.1)
        return None


def checked_token(token: str) -> str:
    """Raises ArenaError for what no header can carry. The message does not repeat it."""
    if token and not _TOKEN.fullmatch(token):
        raise ArenaError(
            "this is no API token: it has spaces or other characters that no token has. Copy the"
            " whole key, goat_…, from the page “API tokens”"
        )
    return token


def goat_version() -> str:
    """The version of this program; "0" where it runs without being installed."""
    try:
        return metadata.version("goat-arena")
    except metadata.PackageNotFoundError:
        return "0"


def user_agent() -> str:
    return f"goat/{goat_version()} Python/{platform.python_version()} {platform.system()}"


def not_an_arena(address: str, status: int) -> ArenaError:
    return ArenaError(
        f"{address} does not answer as an arena does (status {status}): check the address",
        status=status,
    )


def _full(path: str) -> str:
    return path if path.startswith("/") else API + path
