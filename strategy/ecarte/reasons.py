"""Why one move is better than another, in a few words: rules of thumb that fit the position."""

from engine.cards import SUIT_WORDS
from engine.ruleset import View
from strategy.ecarte.cards import DECKS, HIGHER, KING, SAME_SUIT, TRUMPS, beats, cards_of, rank

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def explain(view: View, better: str, played: str) -> str:
    """The rule of thumb for which `better` beats `played`; empty if none fits.

    `view` is that of the seat that decided, both moves are texts of the protocol.
    """
    words = better.split()
    deck = DECKS[view["trump"]]
    hand = deck.mask(view["hand"])
    if words[0] in ("stand", "refuse", "propose", "accept"):
        return _of_bid(view, words[0], hand)
    if words[0] == "discard":
        gone, worse = deck.mask(words[1:]), deck.mask(played.split()[1:])
        return _of_exchange(hand, hand & ~gone, hand & ~worse)
    if "king" in words and "king" not in played.split():
        return "announce the king: it scores a point"
    return _of_card(view, hand, deck.bits[words[1]], deck.bits[played.split()[1]])


def _trumps(hand: int) -> str:
    """The trumps of a hand in words, with the king if it is there."""
    number = (hand & TRUMPS).bit_count()
    words = f"{_NUMBERS[number]} trump{'' if number == 1 else 's'}"
    return f"{words} with the king" if hand & KING else words


def _side_kings(hand: int) -> int:
    return sum(rank(card) == 7 for card in cards_of(hand & ~TRUMPS))


def _of_bid(view: View, word: str, hand: int) -> str:
    number = (hand & TRUMPS).bit_count()
    kings = _side_kings(hand)
    if word in ("stand", "refuse"):
        if number >= 3 or (number and hand & KING):
            return f"{_trumps(hand)}: {word}"
        if number + kings >= 3:
            return f"{_trumps(hand)} and {_NUMBERS[kings]} side king{'s' * (kings > 1)}: {word}"
        if word == "stand" and not view["proposals"]:
            return "the first lead is yours: stand before the dealer improves his hand"
        if word == "refuse":
            return "the proposal shows a weak hand: refuse"
        return ""
    if number <= 1 and not kings:
        return f"{_trumps(hand)} and no side king: exchange"
    return ""


def _of_exchange(hand: int, kept: int, worse: int) -> str:
    lost = kept & ~worse  # what the other exchange gave away
    if lost & TRUMPS:
        return "keep the trumps" if kept & TRUMPS == hand & TRUMPS else ""
    if any(rank(card) == 7 for card in cards_of(lost)):
        return "keep the king: it takes its trick unless it is trumped"
    if lost:
        return ""
    given = worse & ~kept
    if given and not given & TRUMPS:
        return "exchange more cards: these hardly ever take a trick"
    return ""


def _of_card(view: View, hand: int, better: int, played: int) -> str:
    deck = DECKS[view["trump"]]
    if view["led"] is not None:
        led = deck.bits[view["led"]]
        if beats(better, led) and not beats(played, led):
            return "take the trick with a trump"
        if not beats(better, led) and beats(played, led):
            return "save the trump for a better trick"
        if better & SAME_SUIT[played] and better < played:
            return "answer with the lower card and keep the higher one"
        if not beats(better, led) and better & ~TRUMPS and rank(better) < rank(played):
            return "throw the weaker card away"
        return ""
    trump_led = better & TRUMPS
    if trump_led and not played & TRUMPS:
        if (hand & TRUMPS).bit_count() >= 2:
            return "lead trumps: it draws those of the other hand"
        return "lead the trump, before it must ruff"
    if played & TRUMPS and not trump_led:
        if (hand & TRUMPS).bit_count() == 1:
            return "keep the last trump to win the lead back"
        return "lead the plain suit: trumps take their tricks later"
    if better & SAME_SUIT[played] and better > played:
        return "lead the higher card: a lower one can be beaten by more cards"
    seen = deck.mask(view["played"]) | deck.bits[view["turned"]] | hand
    seen |= deck.mask(view["discarded"])
    if not HIGHER[better] & ~seen and HIGHER[played] & ~seen:
        return f"the {deck.names[better]} is the highest card left in its suit"
    if (hand & SAME_SUIT[better]).bit_count() > (hand & SAME_SUIT[played]).bit_count():
        suit = SUIT_WORDS[deck.names[better][1]]
        return f"lead the longer suit: {suit} are likely to force a trump out"
    return ""
