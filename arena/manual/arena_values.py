"""What this arena's operator may have set, in place of the defaults that docs/ states.

A default in a chapter stands between two comments, which GitHub does not show:

    <!-- arena: max_bytes -->1 MiB<!-- /arena -->

The site writes the value of this arena there. A test proves that the defaults are the code's.
"""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings

from arena.bots.languages import accepted_languages
from referee.errors import RefereeError
from referee.play.clock import Clock
from referee.programs.languages import PYTHON, languages
from referee.programs.policy import Policy
from referee.programs.runtimes import python_version

log = logging.getLogger(__name__)

MARKED = re.compile(r"<!-- arena: (?P<name>[a-z_]+) -->(?P<default>.*?)<!-- /arena -->", re.DOTALL)
# The address of an arena on the reader's own machine, in examples. Pages show their own instead.
EXAMPLE_ADDRESS: Final = "http://127.0.0.1:8000"


def size(count: int) -> str:
    """A number of bytes as the docs write it: ``4 MiB``, ``1500 bytes``."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= factor:
            return f"{count / factor:.1f}".removesuffix(".0") + f" {unit}"
    return f"{count} bytes"


def _policy() -> Policy:
    return languages()[PYTHON.name].policy


def _language_table() -> str:
    """A table in Markdown: the languages that this arena accepts, in its order."""
    rows = [
        ("language", "main file", "packages", "largest upload", "unpacked", "memory"),
        ("---",) * 6,
        *(
            (
                f"`{each.name}`",
                f"`{each.language.main}`",
                each.packages_text or "none",
                size(each.limits.max_bytes),
                size(each.limits.max_unpacked_bytes),
                size(each.memory_bytes),
            )
            for each in accepted_languages()
        ),
    ]
    return "\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


VALUES: Final[Mapping[str, Callable[[], str]]] = {
    "start_ms": lambda: str(Clock().start_ms),
    "move_ms": lambda: str(Clock().move_ms),
    "bank_ms": lambda: str(Clock().bank_ms),
    "python": python_version,
    "language_table": _language_table,
    "languages": lambda: ", ".join(f"`{name}`" for name in settings.BOT_RUNTIMES),
    "memory": lambda: size(_policy().memory_bytes),
    "threads": lambda: str(_policy().threads),
    "tmp_size": lambda: size(_policy().tmp_bytes),
    "tmp_files": lambda: f"{_policy().tmp_files:,}",
    "open_files": lambda: str(_policy().descriptors),
    "cpu_seconds": lambda: f"{_policy().cpu_seconds:,}",
    "max_bytes": lambda: size(settings.SUBMISSION_MAX_BYTES),
    "max_unpacked_bytes": lambda: size(settings.SUBMISSION_MAX_UNPACKED_BYTES),
    "max_files": lambda: str(settings.SUBMISSION_MAX_FILES),
    "request_bytes": lambda: size(settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    "submissions_per_hour": lambda: str(settings.SUBMISSIONS_PER_HOUR),
    "tables_per_player": lambda: str(settings.TABLES_PER_PLAYER),
    "tables_per_address": lambda: str(settings.TABLES_PER_ADDRESS),
    "ladder_bots_per_owner": lambda: str(settings.LADDER_BOTS_PER_OWNER),
    "tournaments_at_once": lambda: str(settings.TOURNAMENTS_AT_ONCE),
    "tournament_games": lambda: f"{settings.TOURNAMENT_GAMES:,}",
    "tournament_hours": lambda: f"{settings.TOURNAMENT_HOURS:,}",
}
# What depends on the machine has no default that a test could know.
OF_THE_MACHINE: Final = frozenset({"python"})


def with_own_values(source: str) -> str:
    """A chapter with the values of this arena. Raises KeyError for a name that is not above."""
    return MARKED.sub(_own, source)


def _own(marked: re.Match[str]) -> str:
    value = VALUES[marked["name"]]
    try:
        return value()
    except (RefereeError, OSError):
        # Such as on a web server that could not run bots. The chapter is still worth reading.
        log.exception("the docs show a default, since this machine does not know its own value")
        return marked["default"]
