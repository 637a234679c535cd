"""Requests that schemathesis makes of the schema, and what each answer is checked for.

`make api-fuzz` runs it for longer, with other requests each time. The suite makes the same few each
time, so that what it finds is no matter of luck.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from arena.web.schema import schema

# Of each operation, in each mode.
EXAMPLES = int(os.environ.get("API_FUZZ_EXAMPLES", "3"))

load_all_checks()
CHECKED = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
    )
]


@dataclass(frozen=True)
class Role:
    """Who sends a request: its headers, as WSGI sends them."""

    name: str
    headers: dict[str, str]


@cache
def described() -> Any:
    """The schema, with the application that answers."""
    # A body that is wrong may be too large first.
    refusals = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
    config = SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": list(map(str, refusals))}}}
    )
    found = schemathesis.openapi.from_dict(schema(), config=config)
    found.app = get_wsgi_application()
    return found


def operations() -> dict[str, Any]:
    """All operations by method and path."""
    return {
        f"{each.method.upper()} {each.path}": each
        for each in (result.ok() for result in described().get_all_operations())
    }


def parts(operation: Any) -> tuple[set[str], bool]:
    """The names in an operation's path, and whether it takes anything else."""
    raw = operation.definition.raw
    given = raw.get("parameters", [])
    in_path = {each["name"] for each in given if each["in"] == "path"}
    return in_path, len(given) > len(in_path) or "requestBody" in raw


def modes(operation: Any) -> list[GenerationMode]:
    """Valid requests, and invalid ones if there are any."""
    negative = [GenerationMode.NEGATIVE] if any(parts(operation)) else []
    return [GenerationMode.POSITIVE, *negative]


def fuzz(
    operation: Any,
    mode: GenerationMode,
    roles: list[Role],
    names: dict[str, Any],
    check: Callable[[Case, Any], None],
) -> None:
    """Sends requests of this mode by these people, to objects with these names and to others."""
    in_path, elsewhere = parts(operation)
    known = {name: value for name, value in names.items() if name in in_path}

    def cases() -> st.SearchStrategy[Case]:
        any_name = operation.as_strategy(mode)
        if not known or (mode == GenerationMode.NEGATIVE and not elsewhere):
            return any_name
        real = operation.as_strategy(mode, path_parameters=known)
        return st.one_of(real, real, real, any_name)

    @given(case=cases(), role=st.sampled_from(roles))
    @settings(
        max_examples=EXAMPLES,
        derandomize="API_FUZZ_EXAMPLES" not in os.environ,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    def run(case: Case, role: Role) -> None:
        check(case, case.call(headers=role.headers))

    with inside_a_transaction():
        run()


@contextmanager
def inside_a_transaction() -> Iterator[None]:
    """Django ends a request by closing a connection that is in a transaction, as a test's is."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in ends:
            signal.connect(close_old_connections)


def every_check(case: Case, response: Any) -> None:
    case.validate_response(response, checks=CHECKED)
