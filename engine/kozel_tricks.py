"""What beats what in Kozel, the moves a hand offers, and what a deal's points cost.

A move is an int: the bit mask of its cards with one of the verbs below set above it. The tables
are indexed by the nine bits that a set of cards has in one suit.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.cards import RANKS, SUIT_CARDS, Card, Cards, each, names

Move = int

# A discard is nothing but its cards.
DROP: Final = 0
BEAT: Final = 1 << 36
LEAD: Final = 2 << 36
MOLODKA: Final = 3 << 36
PASS: Final = 4 << 36
CARDS: Final[Cards] = (1 << 36) - 1  # move & CARDS are its cards, move & ~CARDS is its verb
VERBS: Final = {DROP: "drop", BEAT: "beat", LEAD: "lead", MOLODKA: "molodka", PASS: "pass"}

ORDER = "6789JQKTA"  # lowest first (K19)
VALUES = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}  # K37; the others count nothing

_SUIT: Final = 0x1FF
_RANK_VALUES = tuple(VALUES.get(rank, 0) for rank in RANKS)
_STRENGTH = tuple(ORDER.index(rank) for rank in RANKS)
_RANKS_OF = tuple(tuple(each(bits)) for bits in range(512))
_VALUE: Final = tuple(sum(_RANK_VALUES[rank] for rank in ranks) for ranks in _RANKS_OF)
# The same set with its bits in Kozel's order, so that the higher of two bits is the higher card.
_ORDERED: Final = tuple(sum(1 << _STRENGTH[rank] for rank in ranks) for ranks in _RANKS_OF)

# Every set of exactly four cards of one suit (KR11): 504 of them.
MOLODKAS: Final[frozenset[Cards]] = frozenset(
    bits << 9 * suit for suit in range(4) for bits in range(512) if bits.bit_count() == 4
)


def higher(card: Card, trump: int) -> Cards:
    """All the cards that beat `card` (K19, K20, K21)."""
    suit, rank = divmod(card, 9)
    above = [r for r in range(9) if _STRENGTH[r] > _STRENGTH[rank]]
    return sum(1 << 9 * suit + r for r in above) | (SUIT_CARDS[trump] if suit != trump else 0)


# HIGHER[trump][card]
HIGHER: Final[tuple[tuple[Cards, ...], ...]] = tuple(
    tuple(higher(card, trump) for card in range(36)) for trump in range(4)
)


def _subsets(bits: int) -> Iterable[int]:
    """The non-empty subsets of a suit's bits, fewer cards first."""
    ranks = _RANKS_OF[bits]
    for count in range(1, len(ranks) + 1):
        for chosen in combinations(ranks, count):
            yield sum(1 << rank for rank in chosen)


# A hand holds at most four cards, so longer suits need no row.
_LEADS: tuple[tuple[list[Move], ...], ...] = tuple(
    tuple(
        [LEAD | part << 9 * suit for part in _subsets(bits)] if bits.bit_count() <= 4 else []
        for bits in range(512)
    )
    for suit in range(4)
)
_SINGLE_DROPS: tuple[tuple[list[Move], ...], ...] = tuple(
    tuple([1 << 9 * suit + rank for rank in ranks] for ranks in _RANKS_OF) for suit in range(4)
)
_LEADS_C: Final = _LEADS[0]
_LEADS_D: Final = _LEADS[1]
_LEADS_H: Final = _LEADS[2]
_LEADS_S: Final = _LEADS[3]
_DROPS_C: Final = _SINGLE_DROPS[0]
_DROPS_D: Final = _SINGLE_DROPS[1]
_DROPS_H: Final = _SINGLE_DROPS[2]
_DROPS_S: Final = _SINGLE_DROPS[3]


def is_drop(move: Move) -> bool:
    return move == move & CARDS


# Most moves are of one card or two, and are written again and again.
@lru_cache(4096)
def written(move: Move) -> str:
    """The move as the protocol writes it."""
    return " ".join([VERBS[move & ~CARDS], *names(move & CARDS)])


def value(cards: Cards) -> int:
    """The points of a set of cards (K37)."""
    return (
        _VALUE[cards & _SUIT]
        + _VALUE[cards >> 9 & _SUIT]
        + _VALUE[cards >> 18 & _SUIT]
        + _VALUE[cards >> 27]
    )


def penalty(points: int, tricks: int) -> int:
    """The penalty points of a side that took `points` in `tricks` tricks of a deal.

    K38 to K44; tricks are counted, not points (KR17).
    """
    if points >= 60:
        return 0
    if not tricks:
        return 6
    return 4 if points < 31 else 2


def beats(new: Cards, best: Cards, trump: int) -> bool:
    """Whether the set `new` beats the set `best`: each card beats a partner of its own (KR6).

    Plain cards can only be paired within their suit, and do best on its lowest; what they leave
    falls to trumps. Trumps in turn have to cover the trumps, and do best with their highest.
    """
    if new.bit_count() != best.bit_count():
        return False
    for suit in range(4):
        ours = _ORDERED[new >> 9 * suit & _SUIT]
        theirs = _ORDERED[best >> 9 * suit & _SUIT]
        if suit == trump:
            while theirs:
                if ours.bit_length() <= theirs.bit_length():
                    return False
                ours ^= 1 << ours.bit_length() - 1
                theirs ^= 1 << theirs.bit_length() - 1
        else:
            while ours:
                if not theirs or ours & -ours <= theirs & -theirs:
                    return False
                ours &= ours - 1
                theirs &= theirs - 1
    return True


def leads(hand: Cards) -> list[Move]:
    """Every lead: one or more cards of one suit (KR5)."""
    return (
        _LEADS_C[hand & _SUIT]
        + _LEADS_D[hand >> 9 & _SUIT]
        + _LEADS_H[hand >> 18 & _SUIT]
        + _LEADS_S[hand >> 27]
    )


def replies(hand: Cards, best: Cards, count: int, trump: int) -> list[Move]:
    """Every reply to a set of `count` cards: the sets that beat `best`, then the discards (KR7)."""
    if count == 1:
        able = hand & HIGHER[trump][best.bit_length() - 1]
        moves = []
        while able:
            low = able & -able
            moves.append(BEAT | low)
            able ^= low
        return (
            moves
            + _DROPS_C[hand & _SUIT]
            + _DROPS_D[hand >> 9 & _SUIT]
            + _DROPS_H[hand >> 18 & _SUIT]
            + _DROPS_S[hand >> 27]
        )
    if hand.bit_count() == count:
        sets = [hand]
    else:
        ones = []
        left = hand
        while left:
            low = left & -left
            ones.append(low)
            left ^= low
        sets = list(map(sum, combinations(ones, count)))
    able, left = 0, best
    while left:
        low = left & -left
        able |= HIGHER[trump][low.bit_length() - 1]
        left ^= low
    able &= hand
    if able.bit_count() < count:
        return sets
    return [BEAT | some for some in sets if not some & ~able and beats(some, best, trump)] + sets
