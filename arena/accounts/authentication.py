"""How a program authenticates: ``Authorization: Bearer goat_…``."""

from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from arena.accounts.models import ApiToken, User
from arena.web.scopes import scope_of

BAD_TOKEN = _("Unknown API token. Create one on the page “API tokens”.")


class MissingScope(PermissionDenied):
    """The token may not do this, whatever its user may do."""

    def __init__(self, scope: str) -> None:
        text = gettext(
            "This API token lacks the scope “%(scope)s”. "
            "Create one that has it on the page “API tokens”."
        )
        super().__init__(text % {"scope": scope}, code="scope")
        # REST framework sends it as the header WWW-Authenticate; RFC 6750, section 3.1.
        self.auth_header = f'Bearer realm="api", error="insufficient_scope", scope="{scope}"'


class TokenAuthentication(BaseAuthentication):
    """An API token in the header Authorization. Other schemes are ignored.

    Scopes are checked here and not by a permission, which a view could replace.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, rest = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        try:
            token = ApiToken.find(rest.strip().decode("ascii"))
        except UnicodeDecodeError:
            token = None
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(BAD_TOKEN)
        if token.expires is not None and token.has_expired():
            raise AuthenticationFailed(_expired(token.expires), code="token_expired")
        token.record_use()
        context = request.parser_context or {}
        scope = scope_of(context.get("view"), request.method or "")
        if scope not in token.scopes:
            raise MissingScope(scope)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Sent with 401. Without it, the answer to a missing token would be 403."""
        return 'Bearer realm="api"'


def require_scope(request: Request, scope: str) -> None:
    """For what needs another scope than the view's. Raises MissingScope."""
    if not may_change(request, scope):
        raise MissingScope(scope)


def may_change(request: Request, scope: str) -> bool:
    """Whether the request may do what needs this scope: it has no token, or one that allows it."""
    return not isinstance(request.auth, ApiToken) or scope in request.auth.scopes


def _expired(expires: datetime) -> str:
    text = gettext(
        "This API token expired on %(date)s. Create a new one on the page “API tokens”, or log in "
        "again with goat login."
    )
    return text % {"date": date_format(expires, "DATE_FORMAT")}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes TokenAuthentication in the schema. Defining the class registers it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "goat_…"}
