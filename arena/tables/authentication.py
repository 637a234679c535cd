"""Who somebody is for the API of tables: a token's user, a session's user, or a guest's cookie."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class CookieAuthentication(SessionAuthentication):
    """A session, or a guest, whom find_player knows by a cookie.

    REST framework checks CSRF tokens for users only. Here nobody without an API token does
    anything without one: another site could otherwise move for a guest, or seat a visitor.
    """

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        self.enforce_csrf(request)
        return super().authenticate(request)


class CookieScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Describes CookieAuthentication in the schema. Defining the class registers it."""

    target_class = CookieAuthentication  # type: ignore[assignment]
    name = "sessionOrGuest"
    priority = 1
