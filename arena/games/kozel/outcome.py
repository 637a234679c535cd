"""How a game of Kozel was decided, in words."""

from typing import Any

from django.utils.translation import gettext as _

from engine.ruleset import Ruleset, View


def outcome(ruleset: Ruleset, view: View, winner: int | None) -> str:
    options: Any = ruleset
    first, second = view["penalties"]
    if winner is None:
        return _(
            "No side got %(limit)d penalty points in %(deals)d deals: it is %(first)d to"
            " %(second)d."
        ) % {"limit": options.limit, "deals": options.max_deals, "first": first, "second": second}
    won, lost = view["penalties"][winner], view["penalties"][1 - winner]
    return _("The losing side has %(lost)d penalty points, the winning side %(won)d.") % {
        "lost": lost,
        "won": won,
    }
