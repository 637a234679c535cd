"""Why a move of Kozel is illegal, in words for its player.

Everything is taken from the view of that player, so a reason gives nothing away.
"""

from engine.cards import NAMES, SUIT_WORDS, Cards, names, parse_card, parse_cards, suit, to_list
from engine.errors import Reason
from engine.kozel.moves import BEATS, RANKING
from engine.kozel.options import KozelOptions
from engine.ruleset import View


def why_illegal(view: View, options: KozelOptions, verb: str, cards: Cards) -> Reason:
    """Why the seat that acts, whose view this is, may not play `cards` with `verb`."""
    phase: str = view["phase"]
    if verb == "molodka":
        return _why_no_claim(view, options)
    if phase == "window":
        return Reason("You are asked about your molodka first: claim it or pass.", "KR12")
    if verb == "pass":
        return Reason(f"Nobody asks you about a molodka: {_due(view)}", "KR12")
    if (verb == "lead") != (phase == "lead"):
        return Reason(f"{_due(view)[0].upper()}{_due(view)[1:]}", _rule_of_turn(phase))
    if foreign := cards & ~parse_cards(view["hand"]):
        return Reason(f"You do not hold {names(foreign)[0]}.")
    if phase == "lead":
        return _why_no_lead(cards)
    if cards.bit_count() != view["count"]:
        number = _cards(view["count"])
        return Reason(f"Play exactly {number}: {number} {_was(view['count'])} led.", "K13")
    return _why_not_beaten(view, cards)


def _due(view: View) -> str:
    if view["phase"] == "lead":
        return "you lead, so there is nothing to beat or drop yet."
    return f"beat the set on the table, or drop {_cards(view['count'])} face down."


def _rule_of_turn(phase: str) -> str:
    return "KR5" if phase == "lead" else "KR7"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _why_no_claim(view: View, options: KozelOptions) -> Reason:
    if options.molodka == "off":
        return Reason("Nobody may claim a molodka in this game.", "KR11")
    hand: list[str] = view["hand"]
    if len(hand) != 4 or len({card[1] for card in hand}) > 1:
        return Reason("A molodka is a hand of exactly four cards of one suit.", "KR11")
    if view["phase"] == "lead":
        return Reason("It is your turn: lead the four cards.", "KR14")
    if view["count"] == 4:
        return Reason("Four cards were led: nobody may claim in this trick any more.", "KR13")
    return Reason("You may claim only when you are asked, before another seat plays.", "KR12")


def _why_no_lead(cards: Cards) -> Reason:
    if not cards:
        return Reason("Lead one to four cards of one suit.", "KR5")
    words = [SUIT_WORDS[letter] for letter in sorted({name[1] for name in names(cards)})]
    return Reason(f"Lead cards of one suit: these are {' and '.join(words)}.", "KR5")


def _why_not_beaten(view: View, cards: Cards) -> Reason:
    """Which card of the best set stays unbeaten, or that the cards cannot be paired (KR6)."""
    rows = BEATS[parse_card(f"6{view['trump']}") // 9]
    own = to_list(cards)
    best = [parse_card(name) for name in view["best"]["cards"]]
    for card in best:
        if not any(rows[card][other] for other in own):
            return _why_stronger(card, own, view["trump"])
    unbeaten = " ".join(view["best"]["cards"])
    weak = [other for other in own if not any(rows[card][other] for card in best)]
    if weak:
        return Reason(f"{NAMES[weak[0]]} beats no card of {unbeaten}: each must beat one.", "KR6")
    return Reason(f"Each of your cards must beat a different card of {unbeaten}.", "KR6")


def _why_stronger(card: int, own: list[int], trump: str) -> Reason:
    """Why none of `own` beats `card`."""
    name, word = NAMES[card], SUIT_WORDS[NAMES[card][1]]
    same = [NAMES[other] for other in own if suit(other) == suit(card)]
    if not same:
        needed = f"a higher card of {word}"
        trumps = "" if name[1] == trump else f", or a trump ({SUIT_WORDS[trump]}),"
        which = NAMES[own[0]] if len(own) == 1 else "None of these cards"
        verb = "does not beat" if len(own) == 1 else "beats"
        return Reason(f"{which} {verb} {name}: only {needed}{trumps} does.", "KR6")
    highest = max(same, key=lambda other: RANKING.index(other[0]))
    if name[0] == "T" and highest[0] in "QK":
        return Reason(f"{highest} does not beat {name}: the ten ranks above the king.", "K19")
    return Reason(f"{highest} does not beat {name}: it ranks lower.", "KR6")
