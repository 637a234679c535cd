"""The OpenAPI schema, made once in a process.

Making it takes a while, and drf-spectacular cannot make two at the same time.
"""

from functools import cache
from threading import Lock
from typing import Any

from drf_spectacular.generators import SchemaGenerator

VERSION = "1"

_making = Lock()


class OnceGenerator(SchemaGenerator):
    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        with _making:
            return _made()


@cache
def _made() -> Any:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
