"""The page with the tools for authors, and their downloads."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from arena.games.labels import GAMES
from arena.tools.addresses import PYTHON, arena_address, wheel_address
from arena.tools.kit_files import kit_file, kit_rows
from arena.tools.package_files import NoPackage, version
from arena.tools.wheel import wheel
from arena.tools.wheelhouse import wheel_content, wheel_digest, wheel_names
from arena.web.conditional import YEAR, conditional, etag
from engine.rulesets import RULESETS
from referee.kits.on_push import push_files


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    rows = kit_rows()
    context: dict[str, Any] = {
        "address": arena_address(request),
        "wheel_address": wheel_address(request),
        "python": PYTHON,
        "libraries": bool(wheel_names()),
        "accepted_kits": [row for row in rows if row.accepted],
        "other_kits": [row for row in rows if not row.accepted],
        "push_files": {
            place: content.decode()
            for place, content in push_files(arena=arena_address(request)).items()
        },
        "games": [GAMES[name].name for name in RULESETS],
    }
    if context["wheel_address"]:
        context |= {"wheel": wheel(), "version": version()}
    return render(request, "tools/index.html", context)


@require_safe
def libraries(request: HttpRequest) -> HttpResponse:
    """The list of the libraries' wheels, as pip reads it."""
    wheels = [(name, wheel_digest(name)) for name in wheel_names()]
    return render(request, "tools/wheels.html", {"wheels": wheels})


@require_safe
def library(request: HttpRequest, name: str) -> HttpResponseBase:
    """A wheel of a library."""
    content = wheel_content(name)
    if content is None:
        raise Http404
    return conditional(
        request,
        etag(content),
        lambda: HttpResponse(content, content_type="application/octet-stream"),
    )


@require_safe
def kit(request: HttpRequest, name: str) -> HttpResponseBase:
    """A starter kit as a zip, with this arena's address in it."""
    content = kit_file(name, arena_address(request))
    if content is None:
        raise Http404
    response = conditional(
        request,
        etag(content),
        lambda: HttpResponse(
            content,
            content_type="application/zip",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        ),
    )
    patch_cache_control(response, public=True, no_cache=True)
    return response


@require_safe
def wheel_file(request: HttpRequest, name: str, digest: str = "") -> HttpResponseBase:
    """The wheel. Under an address with its digest it never changes; under the plain one, which
    people type, clients ask again each time."""
    try:
        found = wheel()
    except NoPackage as error:
        raise Http404 from error
    if name != found.name or (digest and digest != found.sha256):
        raise Http404
    response = conditional(
        request,
        f'"{found.sha256}"',
        lambda: HttpResponse(found.content, content_type="application/octet-stream"),
    )
    if digest:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return response
