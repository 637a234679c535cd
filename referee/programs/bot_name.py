"""Which names bots may have. An arena and `goat new` ask here, so that they agree."""

import re

MAX_BOT_NAME = 40  # characters
BOT_NAME = r"^[a-z0-9]+(?:[-_][a-z0-9]+)*\Z"
# Names that a site uses in its own addresses.
RESERVED = frozenset(
    {
        "activate",
        "api",
        "edit",
        "list",
        "mine",
        "new",
        "retire",
        "source",
        "upload",
        "versions",
    }
)
VERSION_NAME = re.compile(r"v\d+")


def is_reserved(name: str) -> bool:
    """Whether a site needs this name for itself."""
    return name in RESERVED or VERSION_NAME.fullmatch(name) is not None


def why_not(name: str) -> str:
    """Why no bot may have this name, and what to do; empty for a good name."""
    if not re.match(BOT_NAME, name):
        return "use lowercase letters from a to z, digits, and single - or _ between them"
    if len(name) > MAX_BOT_NAME:
        return f"use at most {MAX_BOT_NAME} characters"
    if is_reserved(name):
        return "arenas use this name themselves; choose another"
    return ""
