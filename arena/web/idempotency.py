"""Requests that may be sent twice and count once: the header Idempotency-Key.

A client whose answer was lost sends the same request again, with the same key, and gets the answer
to the first. Only what was created is remembered, for a day: a request that was refused is decided
again. The row of a request is claimed before it runs, so that of two at the same moment one runs.
Its answer is committed with what it creates; if the process dies before that, nothing exists, and
after a minute the same request may run again; at once if this process knows that it has ended.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from arena.web.errors import Conflict
from arena.web.models import OnceRequest
from arena.web.private_responses import GUEST_COOKIE

HEADER = "Idempotency-Key"
# In an answer that is not the first.
REPEATED = "Idempotency-Repeated"

KEPT = timedelta(days=1)
# Longer than any request takes. A process that has not ended one by then is dead.
RUNS_AT_MOST = timedelta(seconds=60)
RETRY_SECONDS = 2
_KEY = re.compile("[!-~]{1,255}")
# Longer answers are not kept. No creation has one.
MAX_BODY = 64 * 1024
# Answers that are kept of one person; the oldest are forgotten first.
MAX_KEPT = 500

Post = Callable[..., Response]

# Claims of requests that have ended in this process, but could not be given up because the
# database was away.
_ended: set[str] = set()
MOST_ENDED = 1000


class Mismatch(exceptions.APIException):
    """The key belongs to another request."""

    status_code = 422
    default_code = "idempotency_mismatch"


class InProgress(Conflict):
    """The first request with this key has not ended."""

    default_code = "in_progress"

    def __init__(self) -> None:
        super().__init__(gettext("This request is running. Send it again in %d seconds.") % 2)
        self.wait = RETRY_SECONDS  # REST framework sends it as Retry-After


class Lost(Exception):
    """Another process has taken the claim: what this one has done must not stay."""


def idempotent(in_one_transaction: bool = True) -> Callable[[Post], Post]:
    """Decorates the `post` of a view that creates something. Not for answers with secrets: they
    are stored.

    With `in_one_transaction` all that the method changes is committed with its answer. Without, a
    process that dies in between may have created what a repeated request then creates again: only
    for what takes long, and recognises a duplicate itself.
    """

    def decorate(post: Post) -> Post:
        @wraps(post)
        def once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            text, who = _key(request), _who(request)
            if text is None or who is None:
                return post(view, request, *args, **kwargs)
            key = _hash([who, request.method, request.path, text])
            found = _claim(key, who, _fingerprint(request))
            if found.status is not None:
                return _answer(found)
            with _released(found), transaction.atomic() if in_one_transaction else nullcontext():
                response = post(view, request, *args, **kwargs)
                _remember(found, response)
                return response

        once.is_idempotent = True  # type: ignore[attr-defined]
        return once

    return decorate


def forget_old() -> None:
    """Deletes the requests that are no longer remembered."""
    OnceRequest.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _key(request: Request) -> str | None:
    """The key that the client has chosen. Raises ValidationError."""
    text = request.headers.get(HEADER)
    if text is not None and not _KEY.fullmatch(text):
        message = gettext("Write 1 to 255 visible ASCII characters, such as a UUID.")
        raise exceptions.ValidationError({HEADER: [message]})
    return text


def _who(request: Request) -> str | None:
    """A hash of who sends the request. None for a visitor without a name: the answer that makes
    him a guest is secret, and is not kept."""
    if request.user is not None and request.user.is_authenticated:
        return _hash(["user", request.user.pk])
    guest = request.COOKIES.get(GUEST_COOKIE)
    return _hash(["guest", guest]) if guest else None


def _fingerprint(request: Request) -> str:
    """A hash of what the request says, however it is encoded. Raises APIException for a body that
    cannot be read."""
    data, query = request.data, request.META.get("QUERY_STRING", "")
    if hasattr(data, "lists"):  # a form, perhaps with files
        fields = sorted((name, list(map(_part, values))) for name, values in data.lists())
        return _hash(["form", query, fields])
    return _hash(["json", query, data])


def _part(value: Any) -> Any:
    if not hasattr(value, "chunks"):
        return value
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return {"file": value.name, "sha256": digest.hexdigest()}


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _claim(key: str, who: str, fingerprint: str) -> OnceRequest:
    """The row of this request: a new one that this process may run, or the one with the answer.
    Raises Mismatch and InProgress."""
    now, claim = timezone.now(), secrets.token_hex(16)
    found, is_new = OnceRequest.objects.get_or_create(
        key=key, defaults={"who": who, "fingerprint": fingerprint, "claim": claim, "at": now}
    )
    if is_new:
        return found
    free = found.status is None and found.claim in _ended
    if free or found.at < now - (RUNS_AT_MOST if found.status is None else KEPT):
        # Of several that see this, one takes it.
        same = OnceRequest.objects.filter(pk=found.pk, claim=found.claim, status=found.status)
        fresh = {"fingerprint": fingerprint, "claim": claim, "at": now, "status": None}
        if not same.update(**fresh, location="", body=""):
            raise InProgress
        return OnceRequest(pk=found.pk, key=key, who=who, **fresh)
    if found.fingerprint != fingerprint:
        raise Mismatch(
            gettext("This Idempotency-Key belongs to another request. Use a new key for each.")
        )
    if found.status is None:
        raise InProgress
    return found


@contextmanager
def _released(found: OnceRequest) -> Iterator[None]:
    """Gives the claim up if the request ends without an answer to remember."""
    try:
        yield
    except Lost:
        raise InProgress from None
    except BaseException:
        _give_up(found)
        raise
    if found.status is None:
        _give_up(found)


def _give_up(found: OnceRequest) -> None:
    try:
        OnceRequest.objects.filter(pk=found.pk, claim=found.claim, status=None).delete()
    except DatabaseError:
        if len(_ended) >= MOST_ENDED:
            _ended.clear()  # those wait for the end of `RUNS_AT_MOST`
        _ended.add(found.claim)
        raise


def _remember(found: OnceRequest, response: Response) -> None:
    """Stores the answer, if it is one. Raises Lost."""
    body = JSONRenderer().render(response.data).decode()
    created = 200 <= response.status_code < 300
    if not created or response.cookies or len(body) > MAX_BODY:
        return
    location = response.headers.get("Location", "")
    own = OnceRequest.objects.filter(pk=found.pk, claim=found.claim, status=None)
    if not own.update(status=response.status_code, location=location, body=body):
        raise Lost
    found.status = response.status_code
    kept = OnceRequest.objects.filter(who=found.who).order_by("-at").values_list("pk", flat=True)
    if too_many := list(kept[MAX_KEPT : MAX_KEPT + 100]):
        OnceRequest.objects.filter(pk__in=too_many).delete()


def _answer(found: OnceRequest) -> Response:
    assert found.status is not None
    headers: Mapping[str, str] = {"Location": found.location} if found.location else {}
    return Response(
        json.loads(found.body), status=found.status, headers={**headers, REPEATED: "true"}
    )
