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
    # Playing
    "leader": _("leads"),
    "exchanged away": _("had exchanged"),
    "ask propose stand": _("Propose new cards, or stand and play."),
    "ask stand": _("The stock is empty: play these cards."),
    "ask accept refuse": _("New cards are proposed. Accept, or refuse and play."),
    "ask discard": _("Choose the cards to exchange, up to {count}."),
    "ask card": _("Play a card."),
    "do propose": _("Propose"),
    "do stand": _("Stand"),
    "do accept": _("Accept"),
    "do refuse": _("Refuse"),
    "do discard": _("Exchange"),
    "do discard cards": _("Exchange {count}"),
    "do discard none": _("Exchange nothing"),
    "do card": _("Play"),
    "do card cards": _("Play {cards}"),
    "do card king": _("Play, show the king"),
    "do card king cards": _("Play {cards}, show the king"),
}
