"""How a match of a bracket is decided, and in which words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.tournaments.event import EventPairing, Outcome
from referee.tournaments.scoring import LOSS, points_of


class Why(StrEnum):
    """How a node was decided."""

    SCORE = "score"
    TIEBREAK = "tiebreak"  # by the scores of a tiebreak pair
    SEED = "seed"  # all tiebreak pairs were drawn: the better seed advances
    VOID = "void"
    FORFEIT = "forfeit"
    BYE = "bye"
    BOTH_LOST = "both_lost"
    BOTH_DROP = "both_drop"  # both lost in the winners' part of a double elimination
    FEWER_DEFEATS = "fewer_defeats"  # both lost a grand final in which one was undefeated
    BETTER_SEED = "better_seed"  # both lost a final with as many defeats
    NO_FINAL = "no_final"  # both lost in each of the matches before the final
    EMPTY = "empty"  # no entry could reach it
    NOT_NEEDED = "not_needed"  # a second grand final after the first one decided the title


# What a bracket says beside the match.
EXPLANATIONS: dict[Why, str] = {
    Why.SCORE: "",
    Why.TIEBREAK: "decided by tiebreak pairs",
    Why.SEED: "drawn to the end: the better seed advances",
    Why.VOID: "could not be played: the better seed advances",
    Why.FORFEIT: "by forfeit",
    Why.BYE: "bye",
    Why.BOTH_LOST: "both lost: neither advances",
    Why.BOTH_DROP: "both lost: both drop to the losers’ bracket",
    Why.FEWER_DEFEATS: "both lost: the one with fewer defeats is champion",
    Why.BETTER_SEED: "both lost: the better seed is champion",
    Why.NO_FINAL: "nobody reached it: the best seed of the round before is champion",
    Why.EMPTY: "no entries left",
    Why.NOT_NEEDED: "not needed",
}

# By which rule the champion is the champion, from how the last match was decided.
TITLES: dict[Why, str] = {
    Why.SCORE: "won the final",
    Why.TIEBREAK: "won the final by tiebreak pairs",
    Why.SEED: "the final was drawn to the end: the better seed",
    Why.VOID: "the final could not be played: the better seed",
    Why.FORFEIT: "won the final by forfeit",
    Why.BYE: "no opponent was left for the final",
    Why.FEWER_DEFEATS: "both lost the final: fewer defeats",
    Why.BETTER_SEED: "both lost the final: the better seed",
    Why.NO_FINAL: "all lost before the final: the best seed of the last round",
}


@dataclass(frozen=True)
class Decision:
    """`winner` and `loser` are seeds, None if there is none.

    `kept`: the better seed of two that took a defeat in this node, when both did. In a double
    elimination it goes on as the loser of the next node, which lacks one because nobody comes from
    here; so each of the two has a place of its own in the losers' part. In a single elimination it
    is out, and is only remembered for a final that nobody reaches.
    """

    winner: int | None
    loser: int | None
    why: Why
    kept: int | None = None


def decide(pairings: Sequence[EventPairing], tiebreak_pairs: int) -> Decision | None:
    """The decision of the two that meet in these pairings, their entries as seeds; None while it is
    open."""
    last = pairings[-1]
    first, second = last.first, last.second
    if second is None:
        return Decision(first, None, Why.BYE)
    points = points_of(last)
    if points is None:
        return None
    if points == (LOSS, LOSS):
        return Decision(None, None, Why.BOTH_LOST)
    if points[0] != points[1]:
        winner, loser = (first, second) if points[0] > points[1] else (second, first)
        if last.outcome != Outcome.MATCH:
            return Decision(winner, loser, Why.FORFEIT)
        return Decision(winner, loser, Why.TIEBREAK if last.tiebreak else Why.SCORE)
    better, worse = min(first, second), max(first, second)
    if last.outcome == Outcome.VOID:
        return Decision(better, worse, Why.VOID)
    return Decision(better, worse, Why.SEED) if last.tiebreak >= tiebreak_pairs else None
