"""``{% load replay %}``: what the replay viewer is given by the page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.matches.frames import FORMAT
from arena.matches.models import Match
from arena.pages import cards
from engine.cards import NAMES

register = template.Library()


@register.simple_tag
def replay_setup(match: Match) -> dict[str, Any]:
    """Addresses, card names and texts, for ``json_script``. Game 0 stands for any game."""
    return {
        "frames": f"{reverse('matches:frames', args=[match.pk, 0])}?format={FORMAT}",
        "sprite": cards.address(),
        "cards": {name: cards.card_name(name) for name in NAMES},
        "suits": {suit: cards.suit_name(suit) for suit in cards.SUITS},
        "texts": texts(),
    }


def texts() -> dict[str, str]:
    """The viewer's words by its own keys; what stands in braces it fills in itself."""
    return {
        "all open": _("All cards open"),
        "through eyes": _("Seat {seat}: {name}"),
        "game": _("Game {number}: {a} – {b}, {score}"),
        "not loaded": _("This game could not be loaded. Reload the page to try again."),
        "hidden card": _("a card face down"),
        "seat": _("seat {seat}"),
        "who": _("{name}, seat {seat}"),
        "dealer": _("dealer"),
        "dealer mark": _("D"),
        "deal": _("Deal"),
        "deal number": _("Deal {number}"),
        "deal dealt": _("Deal {number} is dealt."),
        "dealt": _("The cards are dealt."),
        "deal over": _("The deal is over:"),
        "trump": _("Trump"),
        "tricks": _("Tricks"),
        "points": _("Points"),
        "penalties": _("Penalties"),
        "exposed": _("exposed"),
        "turned": _("turned"),
        "stock": _("stock {count}"),
        "won": _("{side}: {count}"),
        "takes trick": _("takes it"),
        "move of": _("move {n} of {last}"),
        "time": _("{ms} ms"),
        # Kozel
        "lead": _("leads"),
        "beat": _("beats with"),
        "drop": _("drops"),
        "drop hidden": _("drops {count} face down"),
        "molodka": _("molodka!"),
        "pass": _("passes"),
        "eggs": _("60 : 60 is “eggs”, no penalty"),
        "eggs count": _("Eggs"),
        "penalty": _("side {side} gets {count} penalty points"),
        # Svoi Kozyri
        "take": _("takes {count}"),
        "choose trump": _("chooses trumps"),
        "ply": _("Move"),
        "repetition": _("Same position"),
        "cards": _("Cards"),
        "empty pile": _("The pile is empty: lead any card"),
        "choosing": _("The trumps are chosen before the deal"),
        "would take": _("{side}: beat the top card, or take {count}"),
        # Écarté
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
        "discarded": _("away:"),
        "card": _("plays"),
        "king": _("and shows the king"),
        "king announced": _("king"),
        "deal points": _("side {side} scores {count} with {tricks} tricks"),
        # How a game ends
        "wins": _("Side {side} wins: {name}"),
        "drawn": _("The game is drawn"),
        "both lose": _("Both sides lose"),
        "both": _("Both bots"),
        "reason start": _("{name} did not start in time"),
        "reason timeout": _("{name} ran out of time"),
        "reason illegal": _("{name} made an illegal move"),
        "reason malformed": _("{name} sent what is no answer"),
        "reason crash": _("{name} crashed"),
        "reason flood": _("{name} flooded its output"),
        "reason forfeit": _("forfeited after three faults"),
    }
