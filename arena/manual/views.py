"""The chapters of docs/ as pages, their search, and the JSON Schema of the protocol."""

import hashlib
import json
from functools import cache, lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

from arena.manual import manual, searching
from referee.play.message_schema import message_schema

TEMPLATES = ("base.html", "manual/base.html", "manual/chapter.html", "manual/navigation.html")


def _etag(request: HttpRequest, slug: str) -> str | None:
    """Changes with the chapter, and with all that the frame of the page shows to this visitor."""
    chapter = manual.chapters().get(slug)
    if chapter is None:
        return None
    parts = (
        chapter.digest,
        _frame(),
        _address(request),
        get_language(),
        request.headers.get("Cookie", ""),
        request.user.pk,
    )
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@cache
def _frame() -> str:
    """A digest of the templates and of the list of chapters."""
    sources: list[Any] = [get_template(name) for name in TEMPLATES]
    digest = hashlib.sha256(repr(list(manual.chapters())).encode())
    for template in sources:
        digest.update(template.template.source.encode())
    return digest.hexdigest()


def _address(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "manual/index.html", {"groups": manual.groups()})


@require_safe
@condition(etag_func=_etag)
@gzip_page
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    shown = manual.chapters().get(slug)
    if shown is None:
        raise Http404
    before, after = manual.neighbours(slug)
    context = {
        "chapter": shown,
        "body": shown.body(_address(request)),
        "groups": manual.groups(),
        "before": before,
        "after": after,
    }
    return render(request, "manual/chapter.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    query = request.GET.get("q", "")[: searching.LONGEST]
    found = searching.search(query)
    context = {
        "query": query,
        "asked": bool(searching.words_of(query)),
        "found": found[: searching.MOST_FOUND],
        "count": len(found),
        "most": searching.MOST_FOUND,
        "groups": manual.groups(),
    }
    return render(request, "manual/search.html", context)


@lru_cache(maxsize=16)
def _schema(address: str) -> tuple[bytes, str]:
    identifier = address + reverse("manual:schema")
    body = json.dumps(message_schema(identifier), indent=1).encode()
    return body, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'


@require_safe
@cache_control(public=True, max_age=3600)
@condition(etag_func=lambda request: _schema(_address(request))[1])
@gzip_page
def schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of the protocol; anyone's program may read it from anywhere."""
    body, _etag = _schema(_address(request))
    response = HttpResponse(body, content_type="application/schema+json")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
