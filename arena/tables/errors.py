"""What a table refuses, with a code for programs, a message for people, and an HTTP status."""

import math
from typing import Self

from django.utils.translation import gettext as _

from arena.web.rate_limit import LimitReached


class TableError(Exception):
    """The action is not possible; nothing has changed. `message` says why, and what to do.

    `field` names the part of the request that is wrong, if one is. `wait`: in how many seconds to
    try again, if that helps.
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 409,
        *,
        field: str | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.field = field
        self.wait = wait


class Invalid(TableError):
    """The request itself is wrong, whatever the state of the table."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__("invalid", message, 400, field=field)


class Forbidden(TableError):
    """Somebody else may do this, but not this player."""

    def __init__(self, message: str) -> None:
        super().__init__("forbidden", message, 403)


class NotNow(TableError):
    """The action is possible at other times: the table is in another state."""

    def __init__(self, message: str) -> None:
        super().__init__("not_now", message)


class Stale(TableError):
    """An answer to a question that is no longer asked, or not asked of this seat."""

    def __init__(self, message: str) -> None:
        super().__init__("stale", message)


class TooMany(TableError):
    """A limit is reached."""

    def __init__(self, message: str, wait: int | None = None) -> None:
        super().__init__("too_many", message, 429, wait=wait)

    @classmethod
    def of(cls, reached: LimitReached) -> Self:
        wait = max(1, math.ceil(reached.wait))
        return cls(_("Too many at once. Try again in %(wait)d seconds.") % {"wait": wait}, wait)
