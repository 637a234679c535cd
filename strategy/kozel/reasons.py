"""Why one move of Kozel is better than another, in words, where a rule of thumb says it."""

from engine.cards import SUITS
from engine.ruleset import View
from strategy.kozel.cards import BEATS, DECK, TRUMPS, points_of, read, to_list
from strategy.kozel.policy import can_beat

ACE = 8  # strength
RICH = 10  # points of a trick or of a card that are worth a fight


class Reader:
    """What the rules of thumb ask about a decision. `known` are the cards that are out of play."""

    def __init__(self, view: View) -> None:
        self.trump = SUITS.index(view["trump"])
        self.hand = read(view["hand"], self.trump)
        self.turn = len(view["table"])
        best = view["best"]
        self.best = read(best["cards"], self.trump) if best else 0
        # The seat on turn: its side is that of every second play.
        seat = (view["leader"] + self.turn) % 4
        self.ours = bool(best) and best["seat"] % 2 == seat % 2
        self.stake = 0
        seen = self.hand | read(view["dropped"], self.trump)
        for names in view["taken"]:
            seen |= read(names, self.trump)
        for play in view["table"]:
            if "drop" not in play:
                cards = read(play.get("lead") or play["beat"], self.trump)
                self.stake += points_of(cards)
                seen |= cards
        self.unseen = DECK & ~seen

    def unbeatable(self, cards: int) -> bool:
        """Whether no cards that others may have beat all of these."""
        return any(not BEATS[card] & self.unseen for card in to_list(cards))

    def aces(self, cards: int) -> int:
        return sum(card % 9 == ACE for card in to_list(cards))


def explain(view: View, better: str, played: str) -> str:
    """Why `better` is, for a seat with this view; empty if no rule of thumb fits."""
    if view["phase"] == "window":
        return _claim(better)
    reader = Reader(view)
    verb, *names = better.split()
    other_verb, *other_names = played.split()
    cards, others = read(names, reader.trump), read(other_names, reader.trump)
    if verb == "lead":
        return _lead(reader, cards, others)
    if other_verb == "molodka" or verb == "molodka":
        return _claim("molodka" if verb == "molodka" else "pass")
    if verb == "beat":
        return _beat(reader, cards, other_verb, others)
    return _drop(reader, cards, other_verb, others)


def _claim(better: str) -> str:
    if better == "molodka":
        return "four cards of one suit led at once are rarely beaten"
    return "the four cards are worth more later than in this trick"


def _lead(reader: Reader, cards: int, others: int) -> str:
    if reader.unbeatable(cards) and not reader.unbeatable(others):
        return "nobody can beat this lead any more"
    if cards.bit_count() > others.bit_count() and others & ~cards == 0:
        return "more cards together are harder to beat"
    if points_of(others) >= RICH and points_of(cards) < points_of(others):
        return "does not risk the points"
    if others & TRUMPS and not cards & TRUMPS:
        return "keeps the trumps"
    if reader.aces(others) > reader.aces(cards):
        return "keeps the ace"
    return ""


def _beat(reader: Reader, cards: int, other_verb: str, others: int) -> str:
    worth = reader.stake + points_of(cards)
    if other_verb == "drop":
        if reader.ours:
            return "makes the partner's trick safer" if reader.turn < 3 else ""
        if reader.turn == 3 and worth >= RICH:
            return f"takes a trick worth {worth} points for sure"
        if reader.unbeatable(cards):
            return "nobody can beat these cards any more"
        return "beats while the points are worth it" if worth >= RICH else ""
    if reader.turn == 3 and points_of(cards) > points_of(others):
        return "nobody plays after this, so the points are safe"
    if others & TRUMPS and not cards & TRUMPS:
        return "beats without a trump"
    if (others & TRUMPS).bit_count() == (cards & TRUMPS).bit_count() > 0 and cards < others:
        return "a lower trump is enough"
    if reader.turn < 3 and points_of(cards) < points_of(others):
        return "risks fewer points, as somebody may beat again"
    return ""


def _drop(reader: Reader, cards: int, other_verb: str, others: int) -> str:
    gives, other_gives = points_of(cards), points_of(others)
    safe = reader.ours and (reader.turn == 3 or reader.unbeatable(reader.best))
    if other_verb == "beat":
        if reader.ours:
            return "leaves the trick to the partner"
        if others & TRUMPS and can_beat(others, to_list(reader.best)):
            return "keeps the trumps for a richer trick" if reader.stake < RICH else ""
        return "the trick is not worth these cards" if reader.stake < RICH else ""
    if safe and gives > other_gives:
        return "feeds the partner's safe trick"
    if not reader.ours and gives < other_gives:
        return "gives the other side fewer points"
    if reader.ours and gives < other_gives:
        return "the partner's trick may still be beaten"
    if others & TRUMPS and not cards & TRUMPS:
        return "keeps the trumps"
    if reader.aces(others) > reader.aces(cards):
        return "keeps the ace"
    return ""
