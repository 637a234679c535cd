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
    "would take": _("{side} beats the top card, or takes {count}"),
    # Playing
    "ask lead": _("The pile is empty: lead any card."),
    "ask beat": _("Beat the top card, then lay one more card on it."),
    "ask beat take": _("Beat the top card and lay one more, or take."),
    "ask take": _("You cannot beat the top card: take."),
    "ask trump": _("Choose your trump suit."),
    "order": _("{first} beats, {second} goes on top."),
    "do lead": _("Lead"),
    "do lead cards": _("Lead {cards}"),
    "do beat": _("Beat"),
    "do beat cards": _("Beat with {cards}"),
    "do take": _("Take"),
}
