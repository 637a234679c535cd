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
    # Playing
    "leader": _("leads"),
    "best": _("best so far"),
    "dropped": _("had dropped"),
    "ask lead": _("Lead one to four cards of one suit."),
    "ask beat drop": _("Beat the best set, or drop {count} face down."),
    "ask drop": _("You cannot beat: drop {count} face down."),
    "ask molodka pass": _("You hold four of a suit. Lead them out of turn?"),
    "ask beat drop molodka": _("Beat, drop, or claim the molodka."),
    "ask drop molodka": _("Drop, or claim the molodka."),
    "do lead": _("Lead"),
    "do lead cards": _("Lead {cards}"),
    "do beat": _("Beat"),
    "do beat cards": _("Beat with {cards}"),
    "do drop": _("Drop"),
    "do drop cards": _("Drop {count} face down"),
    "do molodka": _("Claim the molodka"),
    "do pass": _("Pass"),
}
