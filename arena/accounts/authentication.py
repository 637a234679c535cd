"""How a program authenticates: ``Authorization: Bearer goat_…``."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from arena.accounts.models import ApiToken, User

BAD_TOKEN = _("Unknown API token. Create one on the page “API tokens”.")


class TokenAuthentication(BaseAuthentication):
    """An API token in the header Authorization. Other schemes are ignored."""

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
        token.record_use()
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Sent with 401. Without it, the answer to a missing token would be 403."""
        return 'Bearer realm="api"'


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes TokenAuthentication in the schema. Defining the class registers it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "goat_…"}
