"""The features of a hand, by which the tables of bids give its value.

Cards are those of `cards.py`: trumps are the fourth suit. A table has a number for each feature; a
hand's value is the sum over its six features.
"""

from typing import Any, Final

# The bids that have a table: those of the non-dealer, then those of the dealer.
TABLES: Final = ("stand", "propose", "refuse", "accept")
SCALE: Final = 1000  # of the numbers that are stored

# The players of the tables, in points: how much better a bid must be to be clearly preferred, and
# how much the more eager half of non-dealers and dealers overrates an exchange at most.
SOFT: Final = 0.12
EAGER: Final = (1.0, 0.6)

GROUPS: Final = 8
CONFIGS: Final = 96
STAGES: Final = 3  # exchanges so far: 0, 1, more
# Where the features of each kind begin; the first kind is the relative trumps.
SIDES: Final = 128
CONTEXT: Final = SIDES + GROUPS * CONFIGS
TURNED: Final = CONTEXT + STAGES * 6 * GROUPS
SIZE: Final = TURNED + 2 * GROUPS


def _group(trumps: int) -> int:
    """Roughly how strong relative trumps are; bit 6 is the best."""
    number = trumps.bit_count()
    if number == 0:
        return 0
    if number == 1:
        return 2 if trumps >= 0b0100000 else 1
    if number == 2:
        return 4 if trumps >= 0b1000000 or not trumps & 0b0001111 else 3
    if number == 3:
        return 6 if trumps >= 0b1000000 else 5
    return 7


def _config(cards: int) -> int:
    """A plain suit's cards: how many of 7 8 9, how many of T A, and which of J Q K."""
    return ((cards & 7).bit_count() * 3 + (cards & 24).bit_count()) * 8 + (cards >> 5)


GROUP: Final = tuple(_group(trumps) for trumps in range(128))
CONFIG: Final = tuple(_config(cards) for cards in range(256))


def relative_trumps(trumps: int, turned: int) -> int:
    """The trumps of a hand as if the turned card, by its rank, had never been in the deck."""
    return (trumps & ((1 << turned) - 1)) | ((trumps >> (turned + 1)) << turned)


RELATIVE: Final = tuple(
    tuple(relative_trumps(trumps, turned) for trumps in range(256)) for turned in range(8)
)


def context(stage: int, other: int) -> int:
    """The exchanges so far, and how many cards the other side took in its last one."""
    return min(stage, STAGES - 1) * 6 + other


def context_array(stage: int, other: Any) -> Any:
    """`context` for an array of the other side's numbers."""
    return min(stage, STAGES - 1) * 6 + other


def value(table: list[float], hand: int, turned: int, context: int) -> float:
    """The sum of a table over the features of a hand; `turned` is the turned card's rank."""
    relative = RELATIVE[turned][hand >> 24]
    group = GROUP[relative]
    sides = SIDES + group * CONFIGS
    return (
        table[relative]
        + table[sides + CONFIG[hand & 255]]
        + table[sides + CONFIG[(hand >> 8) & 255]]
        + table[sides + CONFIG[(hand >> 16) & 255]]
        + table[CONTEXT + context * GROUPS + group]
        + table[TURNED + (turned == 7) * GROUPS + group]
    )
