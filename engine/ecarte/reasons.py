"""Why a move of Écarté is illegal, in words for its player.

Everything is taken from the view of that player, so a reason gives nothing away.
"""

from engine.cards import SUIT_WORDS
from engine.ecarte.moves import RANKING
from engine.ecarte.options import EcarteOptions
from engine.errors import Reason
from engine.ruleset import View

_BEFORE_PLAY = ("propose", "stand")
_ANSWERS = ("accept", "refuse")


def why_illegal(view: View, seat: int, options: EcarteOptions, text: str) -> Reason:
    """Why `seat`, which acts and whose view this is, may not play the move `text`.

    The move's cards are in the hand.
    """
    verb, *cards = text.replace("10", "T").split(" ")
    phase: str = view["phase"]
    if phase == "propose":
        return _why_not_before_play(view, verb)
    if phase == "respond":
        return Reason("Your opponent proposes an exchange: accept or refuse.", "ER4")
    if phase == "discard":
        if verb != "discard":
            return Reason("The exchange comes first: choose the cards that you discard.", "ER5")
        return _why_not_so_many(view, seat == view["dealer"], len(cards))
    if verb != "card":
        return Reason("The play has begun: play a card.", "ER5" if verb == "discard" else "ER4")
    return _why_not_this_card(view, seat, options, *cards)


def _why_not_before_play(view: View, verb: str) -> Reason:
    if verb == "propose":
        return Reason("The stock is empty: you can only stand.", "ER7")
    stand = "propose an exchange or stand" if view["stock"] else "stand"
    if verb in _ANSWERS:
        return Reason(f"There is no proposal to answer: {stand}.", "ER4")
    if verb == "discard":
        return Reason(f"Cards are exchanged after a proposal was accepted: {stand}.", "ER5")
    return Reason(f"Before you play a card, {stand}.", "ER4")


def _why_not_so_many(view: View, dealer: bool, count: int) -> Reason:
    stock: int = view["stock"]
    if count > stock:
        cards = "no card" if stock == 0 else "1 card" if stock == 1 else f"{stock} cards"
        return Reason(f"The stock has only {cards} left: you cannot exchange {count}.", "ER6")
    if dealer:
        return Reason("In this game the dealer exchanges at least one card too.", "ER6")
    return Reason("You proposed, so exchange at least one card.", "ER6")


def _why_not_this_card(
    view: View, seat: int, options: EcarteOptions, card: str, king: str = ""
) -> Reason:
    trump, led, hand = view["trump"], view["led"], view["hand"]
    if led is None:
        return _why_no_announcement(view, seat, bool(king))
    follow = [other for other in hand if other[1] == led[1]]
    winning = [other for other in follow if RANKING.index(other[0]) > RANKING.index(led[0])]
    if follow and card[1] != led[1]:
        return Reason(f"You must follow suit: you hold {_either(follow)}.", "ER9")
    if winning and card not in winning:
        return Reason(f"You must win the trick if you can: play {_either(winning)}.", "ER9")
    trumps = [other for other in hand if other[1] == trump]
    if not follow and options.must_trump and trumps and card not in trumps:
        word = SUIT_WORDS[led[1]]
        return Reason(f"You hold no {word}, so you must trump: play {_either(trumps)}.", "ER9")
    return _why_no_announcement(view, seat, bool(king))


def _why_no_announcement(view: View, seat: int, announced: bool) -> Reason:
    """Why the king of trumps may not be announced, or must be (ER8)."""
    king = f"K{view['trump']}"
    if not announced:
        return Reason(f"{king} is the king of trumps: if you lead it, you announce it.", "ER8")
    if king not in view["hand"]:
        return Reason(f"You do not hold {king}, the king of trumps.", "ER8")
    return Reason("You may announce the king only with your own first card of the deal.", "ER8")


def _either(cards: list[str]) -> str:
    return " or ".join(cards)
