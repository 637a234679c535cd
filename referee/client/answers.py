"""What an arena's refusal says."""

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from referee.client.errors import ArenaError

if TYPE_CHECKING:
    from referee.client.transport import Answer

MAX_TEXT = 2000


class Silent(ArenaError):
    """Something before the arena answers, because the arena does not."""


def refusal(answer: "Answer", address: str, path: str = "") -> ArenaError:
    """The error that an answer with a status of 400 or more means.

    It speaks with the arena's words (RFC 9457, docs/7-api.md); if it has none, a proxy or another
    server answered.
    """
    body = _problem(answer)
    if body is None:
        return _without_words(answer, address)
    words = str(body.get("detail") or body.get("title"))[:MAX_TEXT]
    if answer.status == 404 and path:
        words = _not_found(path, address, words)
    if answer.status == 401:
        words += f" Log in here: goat login {address}"
    return ArenaError(
        words,
        status=answer.status,
        code=str(body.get("code", "")),
        body=body,
        wait=_wait(answer.headers),
    )


# What people call an address of the API that is not found.
_THINGS = [
    (re.compile(r"matches/(\d+)/"), "match {}"),
    (re.compile(r"bots/([^/]+/[^/]+)/versions/(\d+)/"), "version {1} of {0}"),
    (re.compile(r"(?:remote/)?bots/([^/]+/[^/]+)/"), "bot {}"),
    (re.compile(r"tournaments/([^/]+)/"), "tournament {}"),
    (re.compile(r"rankings/([^/]+)/"), "game {}"),
]


def _not_found(path: str, address: str, words: str) -> str:
    """Says what is not found, because the arena mostly only says that something is not."""
    missing = f"{address} has no {path.strip('/')}"
    for pattern, thing in _THINGS:
        if found := pattern.match(path):
            missing = f"there is no {thing.format(*found.groups())} at {address}"
            break
    return missing if words == "Not found." else f"{missing}: {words}"


def _problem(answer: "Answer") -> Mapping[str, Any] | None:
    try:
        body = json.loads(answer.content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict) or not (body.get("detail") or body.get("title")):
        return None
    return body


def _without_words(answer: "Answer", address: str) -> ArenaError:
    status = answer.status
    try:
        phrase = f"{status}, {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = str(status)
    if status in (502, 503, 504):
        return Silent(f"the arena behind {address} does not answer ({phrase})", status=status)
    if status == 413:
        return ArenaError(f"the file is too large for {address} ({phrase})", status=status)
    return ArenaError(
        f"{address} does not answer as an arena does (status {phrase}): check the address",
        status=status,
        wait=_wait(answer.headers),
    )


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds of Retry-After. A date, which no arena sends, counts as none."""
    text = headers.get("Retry-After", "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
