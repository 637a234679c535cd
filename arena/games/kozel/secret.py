"""When somebody at the table may be asked about a molodka, by what everybody sees."""

from typing import Any

from engine.ruleset import Ruleset, View

FOUR = 4


def may_ask_in_secret(ruleset: Ruleset, view: View) -> frozenset[int]:
    """The seats that may hold a molodka and claim it now (rulings KR11, KR12 and KR14).

    `view` is a spectator's. A four that was led closes the windows of its trick, and whoever has
    played is out.
    """
    options: Any = ruleset
    if options.molodka != "windows" or view["phase"] == "over" or view["count"] == FOUR:
        return frozenset()
    played = {play["seat"] for play in view["table"]}
    full = {seat for seat, count in enumerate(view["hands"]) if count == FOUR}
    return frozenset(full - played)
