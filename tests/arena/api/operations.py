"""All operations of the API, as its schema lists them, and a site where each finds an object."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena.tournaments.models import Tournament
from arena.web.schema import schema
from tests.arena.tables.making import make_table

UNSAFE = {"post", "put", "patch", "delete"}


@dataclass(frozen=True)
class Operation:
    path: str
    method: str
    described: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def takes_tokens(self) -> bool:
        return any("token" in scheme for scheme in self.described.get("security", []))


def operations() -> Iterator[Operation]:
    for path, methods in schema()["paths"].items():
        for method, described in methods.items():
            if method in UNSAFE | {"get"}:
                yield Operation(path, method, described)


def make_site(owner: Any, make_version: Any) -> dict[str, Any]:
    """A bot, a tournament and a table; returns what to write in an address for each name."""
    version = make_version(owner, ruleset="kozel", name="bold")
    Tournament.objects.create(
        name="Cup", slug="cup", organiser=owner, ruleset="kozel", clock={}, state="running"
    )
    return {
        "code": make_table("ecarte", [None, None]).code,
        "username": owner.username,
        "owner": owner.username,
        "name": "bold",
        "number": version.number,
        "slug": "cup",
        "ruleset": "kozel",
    }


class Names(dict[str, Any]):
    """For `format_map`: what no object of the site has is 1."""

    def __missing__(self, key: str) -> Any:
        return 1
