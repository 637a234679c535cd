"""The words of Svoi Kozyri's table."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

TEXTS: dict[str, Text] = {
    "lead": _("leads"),
    "beat": _("beats with"),
    "take": _("takes {count}"),
    "pick-up": _("Pick-up"),
    "choose trump": _("chooses trumps"),
    "ply": _("Move"),
    "repetition": _("Same position"),
    "cards": _("Cards"),
    "cards chart": _("Cards in hand in this game"),
    "empty pile": _("The pile is empty: lead any card"),
    "choosing": _("The trumps are chosen before the deal"),
    "would take": _("{side}: beat the top card, or take {count}"),
}
