"""What programs should know of this arena before they do anything."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from arena.bots.languages import accepted_languages, general_limits
from arena.games.labels import GAMES
from arena.tools.addresses import tool_addresses
from arena.web.release import release
from engine.rulesets import RULESETS, VARIANTS
from referee.play.clock import Clock

NAME = "Goat Arena"


def description(request: HttpRequest) -> dict[str, Any]:
    """The body of /api/v1/arena/; arena/pages/api.py names its parts."""
    limits = asdict(general_limits())
    return {
        "name": NAME,
        "version": release(),
        "api": settings.SPECTACULAR_SETTINGS["VERSION"],
        "rulesets": [_ruleset(name) for name in RULESETS],
        "clock": asdict(Clock()),
        "languages": _languages(),
        "limits": limits | {"submissions_per_hour": settings.SUBMISSIONS_PER_HOUR},
        "sign_up": settings.SIGN_UP,
        "tools": tool_addresses(request),
    }


def _ruleset(name: str) -> dict[str, Any]:
    kind = RULESETS[name]
    return {
        "name": name,
        "title": str(GAMES[name].name),
        "seats": kind.seats,
        "options": {option: declared.default for option, declared in kind.OPTIONS.items()},
        "variants": [variant for variant, (base, _preset) in VARIANTS.items() if base == name],
    }


def _languages() -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "main": each.language.main,
            "version": each.version or None,
            "packages": [
                {"name": name, "version": version} for name, version in each.packages.items()
            ],
            "max_bytes": each.limits.max_bytes,
            "max_unpacked_bytes": each.limits.max_unpacked_bytes,
            "memory_bytes": each.memory_bytes,
        }
        for each in accepted_languages()
    ]
