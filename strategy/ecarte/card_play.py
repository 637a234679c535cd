"""The card to play: every sample of the other hand is solved with open cards."""

from collections.abc import Sequence

from strategy.ecarte.cards import KING, beats, cards_of, replies
from strategy.ecarte.outcomes import outcomes_by_tricks
from strategy.ecarte.situation import Situation
from strategy.ecarte.solver import holds, takes
from strategy.ecarte.win_chances import win_chances


class Values:
    """What this seat's final number of tricks is worth, by who scores for the king.

    `by_king[k][t]`: the expected score of this seat's game with t tricks, k as in `outcomes.py`.
    """

    def __init__(self, of: Situation) -> None:
        values = win_chances(of.options).outcome_values(*of.score)
        tricks = outcomes_by_tricks(of.options.vulnerability, of.proposals, of.stage)
        if of.dealer:
            self.by_king = [[1 - values[tricks[5 - t] + k] for t in range(6)] for k in range(3)]
        else:
            self.by_king = [[values[tricks[t] + k] for t in range(6)] for k in range(3)]


def legal_cards(of: Situation) -> list[int]:
    hand = replies(of.hand, of.led, of.options.must_trump) if of.led else of.hand
    return cards_of(hand)


def other_king(of: Situation, hand: int) -> int:
    """Who scores for the king if the other seat holds these cards and this one does not."""
    may = hand & KING and not of.king_scored and not of.played
    return 2 - of.role if may else 0


def card_value(of: Situation, card: int, hand: int, values: Sequence[float]) -> float:
    """The value of playing a legal card with open cards; `hand` is the other seat's.

    `values`: by this seat's final tricks; they never fall with more tricks.
    """
    must_trump = of.options.must_trump
    taken = of.my_tricks
    rest = of.hand ^ card
    left = of.hand.bit_count()
    led = of.led

    def can(need: int) -> bool:
        """Whether this seat takes at least so many more tricks."""
        if not led:
            return need <= 0 or holds(rest, card, hand, need, left, must_trump)
        if beats(card, led):
            return takes(rest, hand, need - 1, left - 1, must_trump)
        return need <= 0 or not takes(hand, rest, left - need, left - 1, must_trump)

    if can(3 - taken):
        whole = taken + left == 5 and values[5] > values[4] and can(5 - taken)
        return values[5 if whole else 4]
    nothing = taken == 0 and values[1] > values[0] and not can(1)
    return values[0 if nothing else 1]
