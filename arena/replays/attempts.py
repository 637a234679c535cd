"""What strangers may know of a failed attempt: what went wrong, and nothing of the machine.

Which host and process played a match, and the texts of unexpected errors, which may name hosts,
addresses and folders, are for the staff.
"""

import re

from django.contrib.auth.models import AnonymousUser

from arena.accounts.models import User
from arena.matches.models import Attempt, Match

# An exception with its text, as in "OSError: [Errno 28] No space left on device: '/srv/arena'".
_EXCEPTION = re.compile(r"\b([A-Z]\w*(?:Error|Exception))\b.*", re.DOTALL)


def worker_of(attempt: Attempt, user: User | AnonymousUser) -> str | None:
    """The attempt's worker, for the staff; None for others."""
    return attempt.worker if user.is_staff else None


def error_of(attempt: Attempt, user: User | AnonymousUser) -> str:
    """Why the attempt failed; for others than the staff, without what names a machine."""
    return attempt.error if user.is_staff else _public(attempt.error, attempt.worker)


def reason_of(match: Match, user: User | AnonymousUser) -> str:
    """Why the match is void or cancelled; the reason of a void match is its last attempt's."""
    return match.reason if user.is_staff or not match.reason else _public(match.reason)


def _public(error: str, worker: str = "") -> str:
    text = _EXCEPTION.sub(r"\1", error)
    host = worker.partition(":")[0]
    for name in filter(None, (worker, host)):
        text = re.sub(rf"\b{re.escape(name)}\b", "…", text)
    return text
