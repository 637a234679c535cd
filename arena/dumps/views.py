"""The page of the dumps, and their files."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import IO

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.dumps.making import storage
from arena.dumps.models import Dump
from arena.games import labels
from arena.web.conditional import YEAR
from engine.rulesets import RULESETS

CHUNK = 256 * 1024  # bytes
_NAME = re.compile(r"([a-z0-9-]+)-[0-9]{4}-[0-9]{2}-([0-9a-f]{12})\.jsonl\.gz")
_FROM = re.compile(r"bytes=([0-9]{1,15})-")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    ruleset = request.GET.get("game", "")
    dumps = Dump.objects.filter(matches__gt=0)
    if ruleset in RULESETS:
        dumps = dumps.filter(ruleset=ruleset)
    context = {
        "page": Paginator(dumps, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "games": [(name, labels.name(name)) for name in RULESETS],
        "game": ruleset,
        "licence": settings.DATA_LICENCE,
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "dumps/index.html", context)


@require_safe
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """A dump's file. A download that broke goes on with ``Range: bytes=N-``."""
    file, size = _open(name)
    start = 0
    asked = _FROM.fullmatch(request.headers.get("Range", ""))
    if asked and int(asked[1]) < size:
        start = int(asked[1])
    headers = {
        "Content-Type": "application/gzip",
        "Content-Length": str(size - start),
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": f"public, max-age={YEAR}, immutable",
        "Accept-Ranges": "bytes",
    }
    if start:
        headers["Content-Range"] = f"bytes {start}-{size - 1}/{size}"
    if request.method == "HEAD":
        file.close()
        return HttpResponse(headers=headers)
    status = 206 if start else 200
    return StreamingHttpResponse(_chunks(file, start), status=status, headers=headers)


def _open(name: str) -> tuple[IO[bytes], int]:
    """The file of an existing dump and its size. Raises Http404."""
    parts = _NAME.fullmatch(name)
    dump = Dump.objects.filter(ruleset=parts[1], sha256__startswith=parts[2]) if parts else None
    if dump is None or not any(one.file_name == name for one in dump):
        raise Http404
    try:
        file = storage().open(name)
    except FileNotFoundError:
        raise Http404 from None
    return file, file.size


async def _chunks(file: IO[bytes], start: int) -> AsyncIterator[bytes]:
    """Read in threads of asyncio, so that slow readers hold up no other request."""
    try:
        await asyncio.to_thread(file.seek, start)
        while chunk := await asyncio.to_thread(file.read, CHUNK):
            yield chunk
    finally:
        file.close()
