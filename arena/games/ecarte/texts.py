"""The words of Écarté's table."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

TEXTS: dict[str, Text] = {
    "propose": _("proposes"),
    "stand": _("stands"),
    "accept": _("accepts"),
    "refuse": _("refuses"),
    "proposals": _("Proposals"),
    "exchange": _("exchanges"),
    "exchange hidden": _("exchanges {count}"),
    "exchange nothing": _("exchanges nothing"),
    "exchanging": _("{first} exchanged, …"),
    "exchanged": _("{first} and {second} exchanged"),
    "discarded": _("discarded:"),
    "card": _("plays"),
    "king": _("and shows the king"),
    "king announced": _("king"),
    "turned": _("turned"),
    "points chart": _("Points in this game"),
    "deal points": _("side {side} scores {count} with {tricks} tricks"),
}
