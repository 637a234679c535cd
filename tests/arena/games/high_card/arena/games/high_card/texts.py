"""The words of High Card's table."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

TEXTS: dict[str, Text] = {
    "card": _("plays"),
    "ask card": _("Play a card."),
    "do card": _("Play"),
    "do card cards": _("Play {cards}"),
    "tricks chart": _("Tricks in this game"),
}
