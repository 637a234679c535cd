"""What an arena says of itself: its version, games, languages and limits (/api/v1/arena/)."""

from dataclasses import dataclass
from typing import Any

from referee.client.arena import Arena, goat_version, not_an_arena
from referee.client.errors import ArenaError
from referee.programs.archive import DEFAULT_LIMITS, Limits
from referee.programs.languages import languages

API_VERSION = "1"


@dataclass(frozen=True)
class Description:
    """`languages`: the names of the kinds of programs that it accepts. `wheel`: the address of the
    `goat` that fits it, empty if it offers none."""

    name: str
    version: str
    api: str
    rulesets: tuple[str, ...]
    languages: tuple[str, ...]
    limits: Limits
    wheel: str = ""


def describe(arena: Arena) -> Description:
    """Asks the arena. Raises ArenaError, also if it speaks another version of the API."""
    try:
        found = arena.get("arena/")
        description = _description(found)
    except (KeyError, TypeError, ValueError):
        raise not_an_arena(arena.address, 200) from None
    except ArenaError as error:
        if error.code == "not_found":
            raise ArenaError(
                f"{arena.address} is an arena older than this goat ({goat_version()}): install the"
                " goat of its version"
            ) from None
        raise
    if description.api != API_VERSION:
        where = f": pip install {description.wheel}" if description.wheel else ""
        raise ArenaError(
            f"{arena.address} speaks version {description.api[:20]} of the API, and this goat"
            f" version {API_VERSION}. Install the goat of that arena{where}"
        )
    return description


def version_note(description: Description) -> str:
    """What to know if the arena runs another version of goat; empty if it does not."""
    theirs, own = description.version, goat_version()
    order = _numbers(theirs), _numbers(own)
    if not all(order) or order[0] == order[1]:
        return ""
    if order[0] < order[1]:
        return f"the arena runs goat {theirs}, older than yours ({own}): it may lack some things"
    where = f": pip install {description.wheel}" if description.wheel else ""
    return f"the arena runs goat {theirs}, newer than yours ({own}). Install that version{where}"


def _description(found: Any) -> Description:
    """Raises KeyError, TypeError and ValueError for what no arena says."""
    given = found["languages"]
    limits = found["limits"]
    # A kind may have limits of its own: what is too large for all is too large here.
    max_bytes = max([limits["max_bytes"], *(one["max_bytes"] for one in given)])
    unpacked = max([limits["max_unpacked_bytes"], *(one["max_unpacked_bytes"] for one in given)])
    tools = found.get("tools") or {}
    return Description(
        name=str(found["name"]),
        version=str(found["version"]),
        api=str(found["api"]),
        rulesets=tuple(str(one["name"]) for one in found["rulesets"]),
        languages=tuple(str(one["name"]) for one in given),
        limits=Limits(
            int(max_bytes), int(unpacked), int(limits.get("max_files", DEFAULT_LIMITS.max_files))
        ),
        wheel=str(tools.get("wheel") or ""),
    )


def known_languages(description: Description) -> list[str]:
    """Those of the arena's languages that this machine knows too."""
    return [name for name in description.languages if name in languages()]


def _numbers(version: str) -> tuple[int, ...]:
    """The first two numbers of a version; empty for a version that has none."""
    parts = version.split(".")[:2]
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()
