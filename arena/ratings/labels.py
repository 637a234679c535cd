"""How Elo changes are written: with their sign, and with the reason."""

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from arena.ratings.models import EloChange
from referee.statistics.elo import shared_score


def signed_points(hundredths: int) -> str:
    """-931 → ``−9.31``, with a real minus sign."""
    sign = "−" if hundredths < 0 else "+" if hundredths else "±"
    return sign + number_format(abs(hundredths) / 100, decimal_pos=2)


def explanation(change: EloChange) -> str:
    """Why the Elo changed: "expected 7.9 of 10, scored 6: −4.56"."""
    text = gettext("expected %(expected).1f of %(games)d, scored %(scored)g: %(gain)s") % {
        "expected": change.expected,
        "games": change.games,
        "scored": change.scored,
        "gain": signed_points(change.gain),
    }
    if change.double_losses:
        text += ngettext(
            "; %(count)d game that both lost counts as a draw",
            "; %(count)d games that both lost count as draws",
            round(change.double_losses),
        ) % {"count": round(change.double_losses)}
    counted = shared_score(change.scored, change.conceded, change.games)
    if counted > change.games / 2 and change.gain < 0:
        text += gettext("; winning by less than expected costs points")
    return text
