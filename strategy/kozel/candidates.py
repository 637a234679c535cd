"""The moves of a decision that differ in more than the names of their cards."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.kozel.moves import BEAT, DROP, LEAD, MOLODKA, PASS
from strategy.kozel.cards import POINTS, read, to_list

VERBS: Final = {"lead": LEAD, "beat": BEAT, "drop": DROP, "molodka": MOLODKA, "pass": PASS}
Kind = tuple[int, tuple[int, ...]]  # what alike moves have in common


class Candidate(NamedTuple):
    """A move as the search plays it: one of the engine's verbs, and cards; a pass has none."""

    verb: int
    cards: int


def candidate(text: str, hand: int, trump: int) -> Candidate:
    """The move of a text of the protocol."""
    word, *names = text.split()
    return Candidate(VERBS[word], hand if word == "molodka" else read(names, trump))


def kind_of(move: Candidate, alike: dict[int, int]) -> Kind:
    """What all moves that are like this one have in common. `alike`: see `classes`."""
    return move.verb, tuple(sorted([alike[card] for card in to_list(move.cards)]))


def candidates(
    legal: Iterable[str], hand: int, alike: dict[int, int], trump: int
) -> dict[Kind, tuple[Candidate, str]]:
    """The moves to compare, with their texts; the first of those that are alike stands for all."""
    found: dict[Kind, tuple[Candidate, str]] = {}
    for text in legal:
        move = candidate(text, hand, trump)
        found.setdefault(kind_of(move, alike), (move, text))
    return found


def classes(hand: int, hidden: int) -> dict[int, int]:
    """By card of a hand: the lowest one that is like it.

    Two cards of a suit are alike if they have the same points and no hidden card lies between.
    """
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
