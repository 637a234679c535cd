"""How likely hidden cards lie in a place, against all hidden cards: 1 is as likely as any.

Counted in deals between equal policies and against the easy house bot. A row goes by strength: the
nine plain cards, and then the nine trumps.
"""

from typing import Final

Row = tuple[float, ...]

# By when it was dropped (`memory.py`): against the other side's trick, safely, or still open.
DROPPED: Final[tuple[Row, ...]] = (
    (
        *(1.39, 1.47, 1.43, 1.32, 1.14, 1.03, 0.91, 0.87, 0.34),
        *(0.83, 0.86, 0.79, 0.76, 0.58, 0.44, 0.25, 0.10, 0.03),
    ),
    (
        *(0.60, 0.66, 0.63, 0.49, 1.04, 1.36, 1.61, 1.90, 2.19),
        *(0.41, 0.37, 0.23, 0.28, 0.33, 0.17, 0.12, 0.82, 0.45),
    ),
    (
        *(1.33, 1.40, 1.33, 0.99, 1.07, 1.09, 1.01, 1.06, 1.00),
        *(0.68, 0.63, 0.46, 0.47, 0.45, 0.30, 0.17, 0.27, 0.10),
    ),
)
# By the number of times that the seat dropped against the other side's trick; 2 for more.
HELD: Final[tuple[Row, ...]] = (
    (
        *(0.81, 0.73, 0.80, 0.96, 0.95, 0.95, 0.98, 0.95, 1.06),
        *(1.19, 1.24, 1.25, 1.26, 1.30, 1.32, 1.28, 1.19, 1.52),
    ),
    (
        *(0.59, 0.47, 0.51, 0.76, 0.89, 0.97, 1.10, 1.06, 1.41),
        *(1.23, 1.21, 1.34, 1.38, 1.41, 1.54, 1.66, 1.60, 1.81),
    ),
    (
        *(0.36, 0.30, 0.32, 0.58, 0.69, 0.85, 0.95, 1.07, 1.95),
        *(1.39, 1.23, 1.53, 1.52, 1.76, 2.02, 2.32, 2.37, 2.44),
    ),
)
# For a plain card and a trump that would have beaten what the seat let go.
DECLINED: Final = (0.85, 0.98)
