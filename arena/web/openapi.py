"""Adds to each operation of the OpenAPI schema the errors that it may return."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema

from arena.web.errors import CONTENT_TYPE, ErrorSerializer


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
        return dict(sorted(bodies.items()))

    def error_codes(self) -> list[str]:
        codes = ["401", "503"]  # for an invalid token, on public operations too; for an outage
        if "{" in self.path:
            codes.append("404")
        if self._is_list_view():
            codes.append("400")
        if self.method in ("POST", "PUT", "PATCH", "DELETE"):
            codes.append("403")
        if self.method in ("POST", "PUT", "PATCH") and self.get_request_serializer() is not None:
            codes += ["400", "413", "415"]
        return codes
