"""A match of an arena on one line."""

from collections.abc import Mapping
from typing import Any

from referee.cli.match_report import number
from referee.cli.version_report import games_line

# What people call the matches of a queue.
_KINDS = {"check": "qualification", "table": "challenge"}


def match_line(match: Mapping[str, Any]) -> str:
    """Who plays whom, the result or how the match stands, and what kind of match it is."""
    first, second = map(_player, match["bots"])
    kind = _KINDS.get(match["queue"], match["queue"])
    kind += ", rated" if match["rated"] else ""
    middle = "–"
    if match["scores"] is not None:
        middle = f"{number(match['scores'][0])} – {number(match['scores'][1])}"
    line = f"#{match['id']}  {match['ruleset']}  {first} {middle} {second}  {kind}"
    if match["state"] != "finished":
        line += f"  {match['state']}"
        line += f": {match['reason']}" if match["reason"] else ""
    return line


def _player(bot: Mapping[str, Any]) -> str:
    version = "remote" if bot.get("remote") else f"v{bot['version']}"
    return f"{bot['bot']} {version}"


def progress_line(match: Mapping[str, Any]) -> str:
    """How a match stands that has not ended."""
    if match["state"] == "queued":
        place = f", number {match['position']} in the queue" if match.get("position") else ""
        return f"match {match['id']}: waiting{place}"
    if match["state"] == "running":
        return f"match {match['id']}: {games_line(match.get('games_over'), 2 * match['pairs'])}"
    return f"match {match['id']}: {match['state']}"
