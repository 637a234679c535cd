"""What can go wrong between `goat` and an arena."""

from collections.abc import Mapping
from typing import Any

from referee.errors import RefereeError


class ArenaError(RefereeError):
    """An arena refuses, or gives no answer. The message is the arena's own words where it has some.

    `status` is that of HTTP, 0 without an answer. `code` is the API's, for programs; `fields` has
    its messages for each field of the request; `body` is the whole answer. `wait`: in how many
    seconds the arena would take the request, if it says so.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        body: Mapping[str, Any] | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.body: Mapping[str, Any] = body or {}
        self.wait = wait

    @property
    def fields(self) -> dict[str, list[str]]:
        found = self.body.get("fields")
        return dict(found) if isinstance(found, Mapping) else {}


class NoAnswer(ArenaError):
    """The arena cannot be reached, or the connection broke. `sent`: it may have got the request."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


class NotLoggedIn(ArenaError):
    """A command needs an arena, or a token for it."""
