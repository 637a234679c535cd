"""Why a move of Svoi Kozyri is illegal, in words for its player.

Nothing is hidden in this game, and everything is taken from the view of that player.
"""

from engine.cards import SUIT_WORDS, parse_card, parse_suit
from engine.errors import Reason
from engine.ruleset import View
from engine.svoi_kozyri.moves import NOT_BEATING


def why_illegal(view: View, seat: int, text: str) -> Reason:
    """Why `seat`, which acts and whose view this is, may not play the move `text`."""
    verb, *words = text.split(" ")
    if view["phase"] == "choose":
        return _why_not_this_trump(view, verb, words)
    if verb == "trump":
        return Reason("The trump suits are already chosen.", "SR3")
    hand: list[str] = view["hand"]
    for card in words:
        if card not in hand:
            return Reason(f"You do not hold {card}.")
    if not view["pile"]:
        return Reason("The pile is empty: lead one card.", "SR11")
    top: str = view["pile"][-1]
    trump: str = view["trumps"][seat]
    beating = [card for card in hand if _beats(card, top, trump)]
    if verb == "take":
        return Reason(
            f"You may take only if no card of yours beats {top}: {beating[0]} does.", "SR5"
        )
    if verb == "lead":
        if beating:
            return Reason(f"Beat the top card {top}, then play one more card on it.", "SR6")
        return Reason(f"No card of yours beats {top}: take from the pile.", "SR5")
    first, *second = words
    if first in beating:
        return Reason(f"{first} beats {top}. Now play one more card on it, any card.", "SR6")
    if second and second[0] in beating:
        return Reason(
            f"{first} does not beat {top}. The beating card comes first: {second[0]}.", "SR6"
        )
    return _why_not_beaten(first, top, trump)


def _why_not_this_trump(view: View, verb: str, words: list[str]) -> Reason:
    if verb != "trump":
        return Reason("Choose your trump suit first.", "SR3")
    suit = SUIT_WORDS[words[0]]
    return Reason(f"Your opponent has chosen {suit}: the two trump suits differ.", "SR3")


def _beats(card: str, top: str, trump: str) -> bool:
    return parse_card(card) not in NOT_BEATING[parse_suit(trump)][parse_card(top)]


def _why_not_beaten(card: str, top: str, trump: str) -> Reason:
    own, suit = SUIT_WORDS[trump], SUIT_WORDS[top[1]]
    if card[1] == top[1]:
        return Reason(f"{card} does not beat {top}: it ranks lower.", "S12")
    if top[1] == trump:
        return Reason(f"{card} does not beat {top}: only a higher card of {own} does.", "S20")
    return Reason(
        f"{card} does not beat {top}: only a higher card of {suit}, or one of your trumps ({own}), "
        "does.",
        "S12",
    )
