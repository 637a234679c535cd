"""The words of Kozel's table."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

TEXTS: dict[str, Text] = {
    "lead": _("leads"),
    "beat": _("beats with"),
    "drop": _("drops"),
    "drop hidden": _("drops {count} face down"),
    "molodka": _("molodka!"),
    "pass": _("passes"),
    "exposed": _("exposed"),
    "won": _("{side}: {count}"),
    "open points": _("Open points"),
    "penalties": _("Penalties"),
    "penalties chart": _("Penalty points in this game"),
    "penalty": _("side {side} gets {count} penalty points"),
    "eggs": _("60 : 60 is “eggs”, no penalty"),
    "eggs count": _("Eggs"),
}
