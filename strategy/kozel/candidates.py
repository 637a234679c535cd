"""The moves of a decision that differ in more than the names of their cards."""

from collections.abc import Iterable

from engine.kozel.moves import BEAT, DROP, LEAD, MOLODKA, PASS
from strategy.kozel.cards import POINTS, read, to_list
from strategy.kozel.search import Candidate

VERBS = {"lead": LEAD, "beat": BEAT, "drop": DROP, "molodka": MOLODKA, "pass": PASS}


def candidates(legal: Iterable[str], hand: int, hidden: int, trump: int) -> dict[Candidate, str]:
    """The moves to compare, with a text of each; one of those that are alike stands for all.

    Two cards of a suit are alike if they have the same points and no hidden card lies between.
    """
    alike = classes(hand, hidden)
    found: dict[tuple[int, tuple[int, ...]], tuple[Candidate, str]] = {}
    for text in legal:
        word, *names = text.split()
        cards = hand if word == "molodka" else read(names, trump)
        verb = VERBS[word]
        key = (verb, tuple(sorted([alike[card] for card in to_list(cards)])))
        if key not in found:
            found[key] = (Candidate(verb, cards), text)
    return dict(found.values())


def classes(hand: int, hidden: int) -> dict[int, int]:
    """By card of a hand: the lowest one that is like it."""
    result: dict[int, int] = {}
    for card in to_list(hand):
        result[card] = card
        lower = card - 1
        while lower % 9 < card % 9 and lower >= 0 and POINTS[lower] == POINTS[card]:
            if (hidden >> lower) & 1:
                break
            if lower in result:
                result[card] = result[lower]
                break
            lower -= 1
    return result
