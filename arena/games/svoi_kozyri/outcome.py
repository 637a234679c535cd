"""How a game of Svoi Kozyri was decided, in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.ruleset import Ruleset, View
from engine.svoi_kozyri.scoring import REPETITIONS


def outcome(ruleset: Ruleset, view: View, winner: int | None) -> str:
    options: Any = ruleset
    if winner is not None:
        left = len(view["hands"][1 - winner])
        return ngettext(
            "The winner has laid the last card; the loser has %(left)d card left.",
            "The winner has laid the last card; the loser has %(left)d cards left.",
            left,
        ) % {"left": left}
    if not all(view["hands"]):
        return _("One hand is empty, and the other’s last card beats the top card.")
    if view["repetition"] >= REPETITIONS:
        return _("The same position occurred %(times)d times.") % {"times": REPETITIONS}
    return _("%(moves)d moves were played without a winner.") % {"moves": options.max_plies}
