"""Which cards are kept in an exchange.

A rule of thumb decides: sampled deals, tables of kept cards and other rules were not better
(docs/13c-ecarte-bot.md).
"""

from typing import Final

from engine.ecarte.options import EcarteOptions
from strategy.ecarte.cards import TRUMPS, cards_of, rank

KING: Final = 7


def exchange_limits(options: EcarteOptions, role: int, stock: int) -> tuple[int, int]:
    """How many cards the non-dealer (role 0) or the dealer must and may exchange (ER6)."""
    return (min(options.dealer_min, stock) if role else 1), min(5, stock)


def kept_by_rule(hand: int, least: int, most: int) -> int:
    """The cards that the rule keeps: trumps and kings.

    Between `least` and `most` cards are exchanged: the weakest ones.
    """
    cards = sorted(cards_of(hand), key=_strength)
    kept = sum(card for card in cards if _is_kept(card))
    for card in cards:
        if 5 - kept.bit_count() >= least:
            break
        kept &= ~card
    for card in reversed(cards):
        if 5 - kept.bit_count() <= most:
            break
        kept |= card
    return kept


def _is_kept(card: int) -> bool:
    return bool(card & TRUMPS) or rank(card) == KING


def _strength(card: int) -> tuple[bool, int]:
    return bool(card & TRUMPS), rank(card)
