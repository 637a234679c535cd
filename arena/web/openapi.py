"""Adds to each operation of the OpenAPI schema the errors that it may return."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from arena.web.errors import CONTENT_TYPE, ErrorSerializer
from arena.web.scopes import READ, scope_of

KEY_PARAMETER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="A text of your choice, such as a UUID. Whoever sends the same request with the "
    "same key again within a day gets the same answer, and nothing is created twice.",
)


RETRY_AFTER = {
    "description": "In how many seconds to try again.",
    "schema": {"type": "integer", "minimum": 1},
    "required": True,
}


class ErrorSchema(AutoSchema):
    """Adds the errors common to all operations of a kind; views add their own (409, 429)."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for code in self.error_codes():
            if code not in bodies:
                bodies[code] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    ErrorSerializer, code
                )
        for code, body in bodies.items():
            if code[0] in "45" and (content := body.get("content")):
                body["content"] = {CONTENT_TYPE: next(iter(content.values()))}
            if code in ("429", "503"):
                body.setdefault("headers", {})["Retry-After"] = RETRY_AFTER
        return dict(sorted(bodies.items()))

    def get_description(self) -> str:  # type: ignore[override]  # its stubs are wrong
        """With the scope that a token needs, if a token is what the operation takes."""
        text = super().get_description()
        if self.needs_scope():
            text += f"\n\nA token needs the scope `{self.scope()}`."
        return text.strip()

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None and self.needs_scope():
            operation["x-scope"] = self.scope()
        return operation

    def scope(self) -> str:
        return scope_of(self.view, self.method)

    def needs_scope(self) -> bool:
        """Whether it changes something with an API token; all tokens may read."""
        return self.scope() != READ and any("token" in scheme for scheme in self.get_auth())

    def get_override_parameters(self) -> Any:
        parameters = list(super().get_override_parameters())
        return parameters + ([KEY_PARAMETER] if self.counts_once() else [])

    def counts_once(self) -> bool:
        """Whether it takes an Idempotency-Key."""
        act = getattr(self.view, self.method.lower(), None)
        return getattr(act, "is_idempotent", False)

    def error_codes(self) -> list[str]:
        codes = ["503"]  # for an outage
        if any(self.get_auth()):
            codes.append("401")  # for an invalid token, on public operations too
        if "{" in self.path:
            codes.append("404")
        if self._is_list_view() or self.get_override_parameters():
            codes.append("400")
        if self.method in ("POST", "PUT", "PATCH", "DELETE"):
            codes.append("403")
        if self.method in ("POST", "PUT", "PATCH") and self.get_request_serializer() is not None:
            codes += ["400", "413", "415"]
        if self.counts_once():
            codes += ["409", "422"]
        return codes
