"""How a game of Écarté was decided, in words."""

from django.utils.translation import gettext as _

from engine.ruleset import Ruleset, View


def outcome(ruleset: Ruleset, view: View, winner: int | None) -> str:
    if winner is None:
        return ""  # Écarté has no draws
    return _("The score is %(won)d to %(lost)d.") % {
        "won": view["score"][winner],
        "lost": view["score"][1 - winner],
    }
