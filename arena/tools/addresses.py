"""The addresses of the tools, with the arena's own name in front, as people type them."""

from django.http import HttpRequest
from django.urls import reverse

from arena.tools.package_files import NoPackage
from arena.tools.wheel import wheel

# What authors need to run it.
PYTHON = "3.11"


def arena_address(request: HttpRequest) -> str:
    """Where the visitor reaches this arena, without a slash at the end."""
    return request.build_absolute_uri("/").rstrip("/")


def wheel_address(request: HttpRequest) -> str | None:
    """None if this arena has no package to give."""
    try:
        return request.build_absolute_uri(reverse("tools:wheel", args=[wheel().name]))
    except NoPackage:
        return None


def tool_addresses(request: HttpRequest) -> dict[str, str]:
    """Of what authors can download, for programs."""
    found = wheel_address(request)
    page = request.build_absolute_uri(reverse("tools:index"))
    return ({"wheel": found} if found else {}) | {"kits": page}
